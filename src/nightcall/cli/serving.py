"""`nightcall serve`: the app for the moderator's phone, the players' phones and the public screen."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import click
from rich.text import Text

from nightcall import house_rules
from nightcall.cli.frame import command, data_folder, data_option, database_option
from nightcall.cli.speech import Voice
from nightcall.cli.spoken import SpokenGroup
from nightcall.engine.errors import NightcallError

_FILE: Final = click.Path(path_type=Path, dir_okay=False)
NETWORK: Final = "0.0.0.0"
"""Every device of the network can open the app."""
BACKLOG: Final = 2048
"""Connections that wait while the workers start."""


def add_serve(group: SpokenGroup, voice: Voice) -> None:
    file = voice.text("cli.metavar.file")

    @command(group, voice, "serve")
    @click.option("--host", default=NETWORK, metavar=voice.text("cli.metavar.host"), help=voice.text("cli.option.host"))
    @click.option("--port", type=click.IntRange(0, 65535), metavar="N", help=voice.text("cli.option.port"))
    @data_option(voice)
    @database_option(voice)
    @click.option(
        "--workers", type=click.IntRange(1, 64), default=1, metavar="N", help=voice.text("cli.option.workers")
    )
    @click.option(
        "--name",
        "names",
        multiple=True,
        metavar=voice.text("cli.metavar.host_name"),
        help=voice.text("cli.option.host_name"),
    )
    @click.option("--tls-cert", type=_FILE, metavar=file, help=voice.text("cli.option.tls_cert"))
    @click.option("--tls-key", type=_FILE, metavar=file, help=voice.text("cli.option.tls_key"))
    @click.option(
        "--proxy",
        "proxies",
        multiple=True,
        metavar=voice.text("cli.metavar.host"),
        help=voice.text("cli.option.proxy"),
    )
    @click.option(
        "--metrics",
        multiple=True,
        metavar=voice.text("cli.metavar.host"),
        help=voice.text("cli.option.metrics"),
    )
    @click.option(
        "--keep",
        "keep_days",
        type=click.IntRange(1),
        envvar="NIGHTCALL_KEEP",
        metavar=voice.text("cli.metavar.days"),
        help=voice.text("cli.option.keep"),
    )
    @click.option("--log", "log_form", type=click.Choice(("plain", "json")), help=voice.text("cli.option.log"))
    @click.option("--browser/--no-browser", default=None, help=voice.text("cli.option.browser"))
    def run(**told: Any) -> None:
        serve(voice, **told)


def serve(
    voice: Voice,
    host: str = NETWORK,
    port: int | None = None,
    data: Path | None = None,
    database: str = "",
    workers: int = 1,
    browser: bool | None = None,
    names: Sequence[str] = (),
    tls_cert: Path | None = None,
    tls_key: Path | None = None,
    proxies: Sequence[str] = (),
    metrics: Sequence[str] = (),
    log_form: str | None = None,
    keep_days: int | None = None,
) -> None:
    from nightcall.web import logs
    from nightcall.web import serve as web  # half a second of imports that no other command needs
    from nightcall.web.lock import Lock
    from nightcall.web.workers import Workers, handed

    if log_form == logs.JSON_LINES:
        logs.speak_json()  # from the first line on, of whoever starts others as well
    safe = web.Safe(tls_cert, tls_key, tuple(proxies))
    _refuse_what_cannot_be(database, workers)
    figures = web.watched(metrics)
    kept = data_folder(data)
    given = handed()
    lock = Lock(kept) if not database else None  # a database knows itself how to keep its users apart
    is_starter = workers > 1 and given is None
    # Whatever is wrong with it is said now, and not by every worker; one that is started later waits for it.
    store = web.store_at(database or str(kept), is_tried=given is None)
    listening = given[0] if given is not None else web.bound(host, port)
    number: int = listening.getsockname()[1]
    address = web.address(host, number, safe.scheme)
    if lock is not None:
        lock.tell(address)
    is_plain = log_form != logs.JSON_LINES

    def ready() -> None:
        if not is_plain:
            return  # whoever reads lines of JSON reads nothing else
        if sys.stdout.isatty():
            voice.show(Text(web.qr_text(address)))
        voice.say("cli.serve.ready", style="bold", address=address)
        voice.say("cli.serve.network" if host in (NETWORK, "::") else "cli.serve.host", style="dim", host=host)
        if house_rules.LOADED:
            voice.say("cli.serve.house_rules", style="bold", names=", ".join(house_rules.LOADED))
        voice.say("cli.serve.stop", style="dim")
        if sys.stdin is not None and sys.stdin.isatty():
            voice.say("cli.serve.lead", style="dim")
            threading.Thread(target=_on_request, args=(voice, database or str(kept), address), daemon=True).start()

    if is_starter:
        listening.listen(BACKLOG)
        sys.exit(Workers(workers, listening).run(ready))
    site = web.opened(kept, store)
    site.address = address
    site.names = web.names(host, names)
    site.figures = figures
    site.keep_days = keep_days or 0
    if given is not None:
        web.run(site, listening, safe=safe, starter=given[1], log_form=log_form or logs.PLAIN)
        return
    wanted = _has_screen() if browser is None else browser
    opens = f"{safe.scheme}://127.0.0.1:{number}" if wanted else ""
    web.run(site, listening, safe=safe, opens=opens, ready=ready, log_form=log_form or logs.PLAIN)
    if lock is not None:
        lock.release()


def _refuse_what_cannot_be(database: str, workers: int) -> None:
    from nightcall.web.serve import is_address

    if database and not is_address(database):
        raise NightcallError("web.serve.no_database", given=database.rpartition("@")[2][:60])
    if workers > 1 and not database:
        raise NightcallError("web.serve.needs_database")
    if workers > 1 and sys.platform == "win32":
        raise NightcallError("web.serve.no_workers")


def _on_request(voice: Voice, place: str, address: str) -> None:
    """Whoever sits at the server presses Enter: a fresh link to the lead of every game going on."""
    for _line in sys.stdin:
        show_links(voice, place, address)


def show_links(voice: Voice, place: str, address: str) -> None:
    from nightcall.web import rescue
    from nightcall.web.serve import qr_text, store_at

    found = asyncio.run(rescue.links(store_at(place)))
    if not found:
        voice.say("cli.lead.none")
    for game, path in found:
        link = f"{address}{path}"
        if sys.stdout.isatty():
            voice.show(Text(qr_text(link)))
        voice.say("cli.lead.game", style="bold", players=", ".join(game.summary["players"]), link=link)


def add_lead(group: SpokenGroup, voice: Voice) -> None:
    @command(group, voice, "lead")
    @click.option("--address", metavar=voice.text("cli.lead.metavar"), help=voice.text("cli.lead.address"))
    @data_option(voice)
    @database_option(voice)
    def run(address: str | None, data: Path | None, database: str) -> None:
        from nightcall.web import serve as web

        place = database or str(data_folder(data))
        show_links(voice, place, (address or web.address(NETWORK, web.PORT)).rstrip("/"))


def add_move(group: SpokenGroup, voice: Voice) -> None:
    place = voice.text("cli.metavar.place")

    @command(group, voice, "move")
    @click.argument("old", metavar=place)
    @click.argument("new", metavar=place)
    def run(old: str, new: str) -> None:
        from nightcall.web.lock import Lock
        from nightcall.web.serve import is_address, store_at
        from nightcall.web.store.move import copied
        from nightcall.web.store.sql import SQLStore

        async def move(source: SQLStore, target: SQLStore) -> int:
            try:
                return await copied(source, target)
            finally:
                await source.close()
                await target.close()

        with ExitStack() as held:
            for each in (old, new):
                if not is_address(each):
                    held.callback(Lock(_folder(each)).release)  # nobody plays meanwhile
            voice.say("cli.move.done", style="bold", count=asyncio.run(move(store_at(old), store_at(new))))


def _folder(place: str) -> Path:
    """Whose lock keeps others away: a file's folder, or the folder itself."""
    path = Path(place)
    return path.parent if path.suffix else path


def _has_screen() -> bool:
    """Whether there is a desktop to open a browser on."""
    if sys.platform in ("win32", "darwin"):
        return sys.stdout.isatty()
    return sys.stdout.isatty() and bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))

"""Starting the app: where it listens, how a phone gets there."""

from __future__ import annotations

import asyncio
import gc
import io
import ipaddress
import logging
import os
import signal
import socket
import ssl
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import segno
import uvicorn

from nightcall.engine.errors import NightcallError
from nightcall.web import limits, logs
from nightcall.web.app import Site, build
from nightcall.web.door import Door, Seldom, room
from nightcall.web.figures import Figures
from nightcall.web.store.sql import SQLStore
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.workers import Starter

if TYPE_CHECKING:
    from nightcall.web.store.postgres import PostgresStore

PORT: Final = 8000
SPEED: Final = "NIGHTCALL_SPEED"
"""How fast evenings pass that the app leads, for whoever tries it out alone: 10 = ten times as fast."""
PORTS_TRIED: Final = 20
GARBAGE: Final = 20_000
"""New objects before the collector looks for cycles. A telling makes thousands, nearly all gone at its end."""
SELDOM: Final = 100_000
"""Looks at what is new before a look at everything: that has its own hour (`app.SWEEP`). With ten thousand pages open
it takes half a second, and whoever taps then waits."""
SWITCH: Final = 0.0001
"""Seconds after which a long telling in its own thread lets a tap pass, which it does after every look at the disk."""
GRACE: Final = 3
"""Seconds open pages have to let go when the server stops."""
HEARD_OUT: Final = 0.5
"""Seconds one of several processes that stops still reads what came to it before."""


def database(folder: Path) -> Path:
    return folder / "nightcall.sqlite3"


def store_at(place: str, *, is_tried: bool = True) -> SQLStore:
    """The store at an address `postgresql://…`, or in a folder or a file; `StoreFault` if it cannot be used.

    A database may be opened without a look at it: for whoever will wait until it is there again.
    """
    if not is_address(place):
        path = Path(place)
        return SQLiteStore(path if path.suffix == database(path).suffix else database(path))
    try:
        from nightcall.web.store.postgres import PostgresStore
    except ModuleNotFoundError as error:
        raise NightcallError("web.store.no_driver") from error
    if is_tried:
        asyncio.run(_tried(PostgresStore(place)))
    return PostgresStore(place)


def is_address(place: str) -> bool:
    """Whether this is the address of a database, and no path."""
    return place.startswith(("postgresql://", "postgres://"))


async def _tried(store: PostgresStore) -> None:
    """`StoreFault` now, and not when the first guest asks."""
    try:
        await store.check()
    finally:
        await store.close()


def opened(folder: Path, store: SQLStore | None = None) -> Site:
    """The site on the games of a folder, or on a store elsewhere.

    `StoreFault` if they cannot be read, `OSError` if the folder cannot.
    """
    store = store or store_at(str(folder))
    folder.mkdir(parents=True, exist_ok=True)
    return Site(store, faults=folder / "fault.txt", speed=float(os.environ.get(SPEED, "1")))


def bound(host: str, port: int | None) -> socket.socket:
    """A listening socket. A port asked for must be free; otherwise the next free one will do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last: OSError | None = None
    for number in (port,) if port is not None else range(PORT, PORT + PORTS_TRIED):
        # Named as TCP, or asyncio leaves Nagle's algorithm on, and every reply waits 40 ms for an acknowledgement.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
        except (OSError, OverflowError) as error:
            listening.close()
            last = error if isinstance(error, OSError) else None
            continue
        return listening
    why = last.strerror if last is not None and last.strerror else ""
    raise NightcallError("web.serve.no_port", host=host, port=str(port or PORT), why=why)


def address(host: str, port: int, scheme: str = "http") -> str:
    """The address to type into a phone."""
    if host in ("0.0.0.0", "::", ""):
        host = _own_address()
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


@dataclass(frozen=True)
class Safe:
    """How what goes over the network is kept from others."""

    cert: Path | None = None
    key: Path | None = None
    proxies: tuple[str, ...] = ()
    """Whose word is taken for who asks and how: addresses, or networks such as 10.0.0.0/8."""

    def __post_init__(self) -> None:
        """`NightcallError` if that cannot be."""
        if (self.cert is None) != (self.key is None):
            raise NightcallError("web.serve.tls_both")
        for each in self.proxies:
            try:
                ipaddress.ip_network(each, strict=False)
            except ValueError as error:
                raise NightcallError("web.serve.no_proxy", given=each[:60]) from error
        if self.cert is not None:
            try:
                ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(self.cert, self.key)
            except (OSError, ssl.SSLError) as error:
                why = error.strerror or str(error)
                raise NightcallError("web.serve.bad_tls", why=why) from error

    @property
    def scheme(self) -> str:
        return "http" if self.cert is None else "https"


def watched(readers: Sequence[str]) -> Figures | None:
    """Figures for these addresses and networks to read; nobody's without any. `NightcallError` if one is none."""
    try:
        return Figures(readers) if readers else None
    except ValueError as error:
        raise NightcallError("web.serve.no_reader", given=", ".join(readers)[:60]) from error


def names(host: str, given: Sequence[str] = ()) -> frozenset[str]:
    """What the server may be called: what it was told, and this computer's own name."""
    own = socket.gethostname().lower()
    known = {host.lower(), own, own.partition(".")[0], f"{own.partition('.')[0]}.local"}
    return frozenset(known | {name.lower().rstrip(".") for name in given}) - {""}


def _own_address() -> str:
    """This machine's address in its network: the one it would speak from. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return found


def qr_text(link: str) -> str:
    """A QR code in block letters, for a terminal."""
    out = io.StringIO()
    segno.make(link, error="m").terminal(out, compact=True, border=2)
    return out.getvalue()


def run(
    site: Site,
    listening: socket.socket,
    *,
    safe: Safe = Safe(),  # noqa: B008 (it never changes)
    opens: str = "",
    ready: Callable[[], None] = lambda: None,
    log_form: str = logs.PLAIN,
    starter: Starter | None = None,
) -> None:
    """Serve until interrupted; `opens` is shown in a browser once somebody answers there.

    One of several processes tells its starter when it serves, and ends with him.
    """
    many, is_json = site.store.is_shared, log_form == logs.JSON_LINES
    if is_json:
        logs.speak_json()
        site.notes_requests = True
    config = uvicorn.Config(
        build(site),
        http=Door(room(limits.ROOM_OF_MANY if many else limits.ROOM), safe.proxies).protocol,
        log_level="warning",
        log_config=None if is_json else uvicorn.config.LOGGING_CONFIG,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        proxy_headers=bool(safe.proxies),  # anybody can send such headers: only those of named proxies count
        forwarded_allow_ips=list(safe.proxies),
        ssl_certfile=safe.cert,
        ssl_keyfile=safe.key,
    )
    for name in logs.LOGGERS:
        for kind in (Seldom, logs.Discreet):
            logging.getLogger(name).addFilter(kind())
    server = _Server(config, site, starter)
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE, 4, SELDOM)
    sys.setswitchinterval(SWITCH)
    ready()
    logs.said("listening", address=site.address)
    if threading.current_thread() is threading.main_thread():
        # uvicorn takes this over while it runs, and hands a signal on when all is done: an end asked for is no failure.
        signal.signal(signal.SIGTERM, lambda *_: setattr(server, "should_exit", True))
    if opens:
        threading.Timer(0.7, webbrowser.open, (opens,)).start()
    server.run(sockets=[listening])
    logs.said("stopped")


class _Server(uvicorn.Server):
    """Open streams end as soon as the server is asked to stop: they would keep it waiting."""

    def __init__(self, config: uvicorn.Config, site: Site, starter: Starter | None = None) -> None:
        super().__init__(config)
        self._site = site
        self._starter = starter

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._starter is not None and self.started:
            self._starter.tell_ready()
            asyncio.get_running_loop().add_reader(self._starter.socket, self._end)

    def _end(self) -> None:
        """Nothing is ever said to us: whoever started us is gone."""
        if not self.should_exit:
            logs.warned("the process that started this one is gone: stopping")
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logs.said("stopping", streams=sum(self._site.live.open_pages().values()))
        self._site.live.close()
        if self._starter is not None:  # the others go on: nobody who has just come in here is turned away
            for server in self.servers:
                server.close()
            await asyncio.sleep(HEARD_OUT)
        await super().shutdown(sockets)

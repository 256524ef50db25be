"""Who is let in at all: so many connections of one address, and nobody who stands in the door without speaking."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import sys
import time
from collections import Counter
from collections.abc import Collection
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from nightcall.web import access, limits

log: Final = logging.getLogger("nightcall")


class Door:
    """Counts the connections of one server."""

    def __init__(self, room: int, proxies: Collection[str] = ()) -> None:
        self.room = room
        """How many there may be in all."""
        self.each = min(limits.CONNECTIONS, max(1, room // 4))
        self._proxies = [ipaddress.ip_network(each, strict=False) for each in proxies]
        self._open: Counter[str] = Counter()

    def enters(self, client: str) -> bool:
        """Whether there is room for one more connection of this client."""
        is_full = self._open.total() >= self.room
        if is_full or (self._open[client] >= self.each and not self._is_proxy(client)):
            log.warning("too many connections from %s", client)
            return False
        self._open[client] += 1
        return True

    def leaves(self, client: str) -> None:
        self._open[client] -= 1
        if not self._open[client]:
            del self._open[client]

    def _is_proxy(self, client: str) -> bool:
        """A proxy speaks for many."""
        try:
            return any(ipaddress.ip_address(client) in network for network in self._proxies)
        except ValueError:
            return False

    @property
    def protocol(self) -> type[H11Protocol]:
        """For uvicorn."""
        return type("Guarded", (_Guarded,), {"door": self})


_HEAD_ENDS: Final = re.compile(rb"\n\r?\n")
_LAST: Final = re.compile(rb"0+[ \t]*[;\r\n]")
"""How the piece begins that is the last of a body whose length was not told; more lines may follow it."""


class _Sparing(h11.Connection):
    """Takes requests apart, but none whose pieces are many and say nothing: each costs as much as a whole one."""

    _is_chunked = _is_last = False
    _pieces = _size = 0

    def next_event(self) -> Any:
        if self._lines().count(b"\n") > limits.HEAD_LINES:
            raise h11.RemoteProtocolError("too many lines")
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._is_chunked = any(name == b"transfer-encoding" for name, _ in event.headers)
            self._is_last, self._pieces, self._size = False, 0, 0
        elif isinstance(event, h11.Data) and self._is_chunked:
            self._pieces += 1
            self._size += len(event.data)
            if self._pieces > limits.CRUMBS + self._size // limits.CRUMB:
                raise h11.RemoteProtocolError("too many crumbs")
        return event

    def _lines(self) -> bytes:
        """What has come of a head, or of what follows the last piece of a body."""
        if self.their_state is h11.IDLE:
            return _HEAD_ENDS.split(self.trailing_data[0], maxsplit=1)[0]
        if self.their_state is not h11.SEND_BODY or not self._is_chunked:
            return b""
        self._is_last = self._is_last or _LAST.match(self.trailing_data[0]) is not None
        return self.trailing_data[0] if self._is_last else b""


class _Guarded(H11Protocol):
    door: Door
    _client = ""
    _late: asyncio.TimerHandle | None = None
    _is_refused = False

    def __init__(self, config: Any, *args: Any, **named: Any) -> None:
        super().__init__(config, *args, **named)
        self.conn = _Sparing(h11.SERVER, limits.HEAD)
        self.ws_protocol_class = None  # it would take the connection over, and nobody would count that it left

    def connection_made(self, transport: Any) -> None:
        peer = transport.get_extra_info("peername")
        client = access.client(str(peer[0])) if peer else ""
        if not self.door.enters(client):
            transport.abort()
            return
        self._client = client
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._speaks()
        if self.transport is not None:
            super().connection_lost(exc)
            self.door.leaves(self._client)

    def data_received(self, data: bytes) -> None:
        if self.transport is None or self._is_refused:
            return
        for place in range(0, len(data), limits.HEAD):
            # A head is measured as long as it is not there whole: all at once it would be as long as it likes.
            super().data_received(data[place : place + limits.HEAD])
            if self._is_refused or self.transport.is_closing():
                return
        if self.cycle is None or self.cycle.response_complete:
            self._wait()  # not yet a whole request
        else:
            self._speaks()

    def send_400_response(self, msg: str) -> None:
        """Not at once: he has no turn to wait for, and would be back at once."""
        self._is_refused = True
        self.transport.pause_reading()
        self.loop.call_later(limits.REFUSED_AFTER, self._refuse, msg)

    def _refuse(self, msg: str) -> None:
        if not self.transport.is_closing():
            super().send_400_response(msg)

    def eof_received(self) -> None:
        if self.transport is not None:
            super().eof_received()

    def _wait(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(limits.HEAD_WITHIN, self._give_up)

    def _speaks(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _give_up(self) -> None:
        self._late = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()


class Seldom(logging.Filter):
    """What is said again and again is said once a minute: a log must not fill the disk either."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now = time.monotonic()
        message = f"{record.name} {record.msg}"[:200]
        if now - self._said.get(message, -limits.LOG_EVERY) < limits.LOG_EVERY:
            return False
        if len(self._said) > 1000:
            self._said.clear()
        self._said[message] = now
        return True


def room(wanted: int = limits.ROOM) -> int:
    """How many connections there may be: as many as files may be open, less those the games need."""
    if sys.platform in ("win32", "emscripten"):  # there is no telling
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = wanted + limits.FILES if hard == resource.RLIM_INFINITY else min(hard, wanted + limits.FILES)
    if soft != resource.RLIM_INFINITY and soft < files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
        soft = files
    return wanted if soft == resource.RLIM_INFINITY else max(16, min(wanted, soft - limits.FILES))

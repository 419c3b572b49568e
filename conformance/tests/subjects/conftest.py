"""Servers on the loopback for the tests of HTTP: one that keeps to the protocol but for one lie, and the reference."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import Rulebook, load_rulebook

VIEW: dict[str, Any] = {
    "phase": "playing",
    "turn": "Bea",
    "table": {"form": "set", "size": 1, "rank": "5", "owner": "Anna"},
    "sizes": {"Anna": 2, "Bea": 3},
    "out": [],
    "titles": None,
}
HELLO: dict[str, Any] = {"answer": "hello", "protocol": 1, "name": "server", "plays": [{"variant": "kollar"}]}
NDJSON = "application/x-ndjson"
STEP = 0.01
"""Seconds between the bytes of a server that drips."""


def line(request: dict[str, Any], **changes: Any) -> bytes:
    """Return a right answer but for changes, with a line end."""
    return json.dumps({"id": request["id"], "answer": "view", "view": VIEW} | changes).encode() + b"\n"


class Server(ThreadingHTTPServer):
    """Lies to requests of a player called "liar", or to all where it `lies_at_once`; remembers what it was sent."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 16

    def __init__(self, lie: str, capabilities: list[str], lies_at_once: bool, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.lie = lie
        self.capabilities = capabilities
        self.lies_at_once = lies_at_once
        self.seen: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.connections: list[socket.socket] = []
        self.over = threading.Event()
        self.url = f"http://127.0.0.1:{self.server_address[1]}/mocsar?table=1"
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def answer(self, request: dict[str, Any]) -> bytes:
        """Return the answer to a request, as a line."""
        if request["request"] == "hello":
            return json.dumps({"id": request["id"], **HELLO, "capabilities": self.capabilities}).encode() + b"\n"
        return line(request, answer="bye") if request["request"] == "bye" else line(request)

    def get_request(self) -> tuple[socket.socket, Any]:
        """Take a connection."""
        taken, address = super().get_request()
        self.connections.append(taken)
        return taken, address

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: clients that go away are what these tests are about."""

    def die(self) -> None:
        """Take no more connections, and break those there are."""
        self.over.set()
        self.shutdown()
        self.server_close()
        for each in self.connections:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


class Handler(BaseHTTPRequestHandler):
    """Answers POST."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_POST(self) -> None:
        """Answer the requests in the body, or lie."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        requests = [json.loads(each) for each in body.splitlines()]
        self.server.seen += requests
        self.server.headers.append({**self.headers, "target": self.path})
        liar = any(each.get("player") == "liar" for each in requests)
        if self.server.lie and (liar or self.server.lies_at_once):
            LIES[self.server.lie](self, requests)
        elif self.headers["Content-Type"] == NDJSON:
            self.stream(*(self.server.answer(each) for each in requests))
        else:
            self.reply(self.server.answer(requests[0]))

    def head(self, status: int = 200, **headers: str) -> None:
        """Send the beginning of a response."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def reply(self, body: bytes, status: int = 200, kind: str = "application/json", **headers: str) -> None:
        """Send a whole response."""
        self.head(status, Content_Type=kind, Content_Length=str(len(body)), **headers)
        self.wfile.write(body)

    def stream(self, *chunks: bytes, ends: bool = True) -> None:
        """Send a response in chunks."""
        self.head(Content_Type=NDJSON, Transfer_Encoding="chunked")
        for each in chunks:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(each), each))
        if ends:
            self.wfile.write(b"0\r\n\r\n")

    def broken_off(self, data: bytes) -> None:
        """Send this and close."""
        self.wfile.write(data)
        self.close_connection = True

    def drip(self, data: bytes = b"") -> None:
        """Send this, and then a byte now and then, for ever."""
        self.wfile.write(data)
        while not self.server.over.wait(STEP):
            self.wfile.write(b" ")

    def flood(self, head: bytes, data: bytes) -> None:
        """Send this, and then that without end."""
        self.wfile.write(head)
        while not self.server.over.is_set():
            self.wfile.write(data)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Log nothing."""


OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
Lie = Callable[[Handler, list[dict[str, Any]]], object]


def lines(requests: list[dict[str, Any]]) -> list[bytes]:
    """Return right answers."""
    return [line(each) for each in requests]


def chunk(data: bytes) -> bytes:
    """Return data as a chunk of a body."""
    return b"%x\r\n%s\r\n" % (len(data), data)


LIES: dict[str, Lie] = {
    "redirect": lambda it, _: it.reply(b"", 307, Location="http://127.0.0.1:9/\x1b[31melsewhere"),
    "not-modified": lambda it, _: it.head(304),
    "500": lambda it, _: it.reply(b"<h1>KeyError: 'Q'</h1>", 500, "text/html"),
    "404": lambda it, _: it.reply(b"", 404),
    "405": lambda it, _: it.reply(b"", 405),
    "204": lambda it, _: it.head(204),
    "500-that-drips": lambda it, _: it.drip(b"HTTP/1.1 500 Oh\r\n\r\n"),
    "html": lambda it, _: it.reply(b"<!doctype html><p>Welcome</p>", 200, "text/html"),
    "text": lambda it, _: it.reply(b"ready", 200, "text/plain"),
    "a-list": lambda it, asked: it.reply(b"[" + line(asked[0]) + b"]"),
    "not-utf8": lambda it, _: it.reply(b'{"id": 2, "name": "\xc1ron"}'),
    "not-a-number": lambda it, asked: it.reply(b'{"id": %d, "view": NaN}' % asked[0]["id"]),
    "deep": lambda it, asked: it.reply(b'{"id": %d, "x": %s}' % (asked[0]["id"], b"[" * 99 + b"]" * 99)),
    "empty": lambda it, _: it.reply(b""),
    "too-big": lambda it, _: it.reply(b" " * (1 << 20) + b"{}"),
    "said-to-be-too-big": lambda it, _: it.head(Content_Length="9" * 12),
    "endless": lambda it, _: it.flood(OK + b"\r\n", b" " * 65536),
    "endless-chunks": lambda it, _: it.flood(CHUNKED, chunk(b"x" * 65536)),
    "endless-headers": lambda it, _: it.flood(OK, b"X-Header: x\r\n"),
    "endless-header": lambda it, _: it.flood(OK + b"X-Header: ", b"x" * 65536),
    "endless-continue": lambda it, _: it.flood(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "drip": lambda it, _: it.drip(OK + b"Content-Length: 99999\r\n\r\n{"),
    "drip-headers": lambda it, _: it.drip(OK + b"X-Header:"),
    "drip-status": lambda it, _: it.drip(b"HTTP/1.1"),
    "hang": lambda it, _: it.server.over.wait(),
    "close": lambda it, _: it.broken_off(b""),
    "close-in-status": lambda it, _: it.broken_off(b"HTTP/1"),
    "close-in-the-middle": lambda it, asked: it.broken_off(OK + b"Content-Length: 999\r\n\r\n" + line(asked[0])),
    "close-in-chunks": lambda it, asked: it.broken_off(CHUNKED + chunk(line(asked[0]))),
    "gzip": lambda it, _: it.reply(b"\x1f\x8b\x08" + b"\0" * 99, Content_Encoding="gzip"),
    "not-http": lambda it, _: it.broken_off(b"SSH-2.0-\x1b[2J\r\n"),
    "wrong-id": lambda it, asked: it.reply(line(asked[0], id=asked[0]["id"] + 7)),
    "text-id": lambda it, asked: it.reply(line(asked[0], id=str(asked[0]["id"]))),
    "no-view": lambda it, asked: it.reply(b'{"id": %d, "answer": "view"}' % asked[0]["id"]),
    "kind-of-another": lambda it, asked: it.reply(line(asked[0], answer="legal", actions=[])),
    "error": lambda it, asked: it.reply(line(asked[0], answer="error", what="no such card: \x1b[2J")),
    # what is no lie
    "indented": lambda it, asked: it.reply(json.dumps(json.loads(line(asked[0])), indent=2).encode()),
    "until-closed": lambda it, asked: it.broken_off(b"HTTP/1.0 200 OK\r\n\r\n" + line(asked[0])),
    "other-type": lambda it, asked: it.reply(line(asked[0]), 200, "text/plain; charset=utf-8"),
    "chunks": lambda it, asked: it.stream(line(asked[0])[:9], line(asked[0])[9:]),
    "continue": lambda it, asked: it.broken_off(b"HTTP/1.1 100 Continue\r\n\r\n" + OK + b"\r\n" + line(asked[0])),
    # to several requests in one body
    "fewer": lambda it, asked: it.stream(*lines(asked)[:-1]),
    "none": lambda it, _: it.stream(),
    "more": lambda it, asked: it.stream(*lines(asked), b"Bea is to play\n"),
    "twice": lambda it, asked: it.stream(*lines(asked), lines(asked)[-1]),
    "first-twice": lambda it, asked: it.stream(lines(asked)[0], *lines(asked)),
    "turned-round": lambda it, asked: it.stream(*reversed(lines(asked))),
    "second-hangs": lambda it, asked: (it.stream(lines(asked)[0], ends=False), it.server.over.wait()),
    "second-closes": lambda it, asked: it.broken_off(CHUNKED + chunk(lines(asked)[0])),
    "never-ends": lambda it, asked: (it.stream(*lines(asked), ends=False), it.server.over.wait()),
    "endless-line": lambda it, asked: it.flood(CHUNKED + chunk(lines(asked)[0]), chunk(b" " * 65536)),
    "endless-lines": lambda it, asked: it.flood(CHUNKED + chunk(lines(asked)[0]), chunk(b"\n" * 65536)),
    "an-array": lambda it, asked: it.reply(b"[" + b",".join(lines(asked)) + b"]"),
    "one-body": lambda it, asked: it.reply(b"".join(lines(asked)).removesuffix(b"\n")),
    "empty-lines": lambda it, asked: it.reply(b"\n\r\n".join(lines(asked)) + b"\n\n"),
    "in-pieces": lambda it, asked: it.stream(*(bytes([each]) for each in b"".join(lines(asked)))),
}
"""By name, what a server does instead of answering."""


class ReferenceServer(Server):
    """Answers as the reference does, but fails once; keeps a match for each session where it states so."""

    def __init__(self, book: Rulebook, capabilities: list[str], fails_at: int) -> None:
        self.book = book
        self.until_failure = fails_at
        self.one_at_a_time = threading.Lock()
        self.matches: dict[str, ReferenceSubject] = {}
        super().__init__("", capabilities, False)

    def answer(self, request: dict[str, Any]) -> bytes:
        """Return the answer to a request, as a line."""
        with self.one_at_a_time:
            return self._answer(request)

    def _answer(self, request: dict[str, Any]) -> bytes:
        self.until_failure -= 1
        if not self.until_failure:
            raise ZeroDivisionError
        session = request.get("session", "") if "sessions" in self.capabilities else ""
        subject = self.matches.setdefault(session, ReferenceSubject(self.book))
        if request["request"] == "hello":
            plays = [{"variant": each.variant, "toggles": dict(each.toggles or {})} for each in subject.hello().plays]
            answer: dict[str, Any] = {**HELLO, "plays": plays, "capabilities": self.capabilities}
        else:
            answer = subject.request(request)
        return json.dumps({**answer, "id": request["id"]}).encode() + b"\n"


Serve = Callable[..., Server]


@pytest.fixture(scope="session")
def book() -> Rulebook:
    """The project's rulebook."""
    return load_rulebook()


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Return a function that starts a server that lies; `port` is that of one that died."""
    started: list[Server] = []

    def start(lie: str = "", *capabilities: str, at_once: bool = False, port: int = 0) -> Server:
        started.append(Server(lie, list(capabilities), at_once, port))
        return started[-1]

    yield start
    for each in started:
        each.die()


@pytest.fixture
def serve_reference(book: Rulebook) -> Iterator[Serve]:
    """Return a function that starts a server of the reference; it fails at the request of that number."""
    started: list[Server] = []

    def start(*capabilities: str, fails_at: int = 0) -> Server:
        started.append(ReferenceServer(book, list(capabilities), fails_at))
        return started[-1]

    yield start
    for each in started:
        each.die()

"""One HTTP connection: requests out, lines of a response in, within bounds of time and memory whatever a server does.

The socket is read under one deadline for all that belongs to an answer: connecting, TLS, headers and body. A server
that sends a byte now and then does not move it. Nothing is followed: no redirect, no proxy, no other host.
"""

from __future__ import annotations

import contextlib
import http.client
import io
import socket
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from mocsar_conformance.messages import MessageError
from mocsar_conformance.subjects.process import LONGEST_LINE, TimedOut, TooLong
from mocsar_conformance.text import neutralise
from mocsar_reference.errors import MocsarError, fail

if TYPE_CHECKING:
    import ssl

LONGEST_BODY = 16 << 20  # bytes of all answers to one POST
JSON = "application/json"
NDJSON = "application/x-ndjson"

_CHUNK = 1 << 16
_QUICKACK: int | None = getattr(socket, "TCP_QUICKACK", None)  # Linux
_SHOWN = 4096  # bytes of a response that cannot be used: enough to recognise it
_AGAIN = 0.1  # seconds between tries to reach a server that is expected back
_PATH = "/:@!$&'()*+,;=-._~%"  # what stands in a path or query as it is; `?` there too


class Unreachable(MessageError):  # noqa: N818 - it is the server that failed
    """No connection: P070, or P077 for TLS."""


class BrokenOff(MessageError):  # noqa: N818
    """The server closed the connection before its response was whole: P075 or P076."""


class Address:
    """Where a server is: an address in its parts. Raises MocsarError U013 for one that cannot be used."""

    def __init__(self, url: str) -> None:
        self.url = url
        scheme, host, port, target = _parts(url)
        self.secure = scheme == "https"
        self.host = host
        self.port = port if port is not None else 443 if self.secure else 80
        self.target = target  # path and query, as the request line has them

    @property
    def authority(self) -> str:
        """Host and port, as the header `Host` has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"

    def __str__(self) -> str:
        return neutralise(self.url, 200)


class Connection:
    """A connection to an address, made when it is needed and kept for the next request where the server keeps it.

    Any exception leaves it in no state to go on: `close` it.
    """

    def __init__(self, address: Address) -> None:
        self._line_to = _LineTo(address)
        self._heads = {kind: _head(address, kind) for kind in (JSON, NDJSON)}
        self._response: http.client.HTTPResponse | None = None
        self._one_answer = True
        self._buffer = bytearray()
        self._received = 0  # bytes of this body
        self._ended = True  # the body
        self._answered = 0  # lines taken from it
        self._posted = 0  # lines sent
        self._limit = 0.0

    def post(self, lines: Sequence[bytes], limit: float, again: bool = False) -> None:
        """Send requests as the body of one POST; the first answer to them is due within `limit` seconds of now.

        One goes as JSON, several as lines. With `again`, a server that refuses the connection is tried until then.
        Raises Unreachable, BrokenOff or TimedOut.
        """
        self._limit = limit
        self._line_to.deadline = time.monotonic() + limit
        self._response, self._ended = None, False
        self._buffer.clear()
        self._received = self._answered = 0
        self._posted = len(lines)
        self._one_answer = len(lines) == 1
        body = b"".join(lines)
        head = self._heads[JSON if self._one_answer else NDJSON]
        with _named():
            self._line_to.be_there(again)
            self._line_to.send(b"%s%d\r\n\r\n%s" % (head, len(body), body))

    def line(self, limit: float) -> bytes:
        """Return the next answer: the whole body of a response to one request, else the next line that is not empty.

        The first is due as `post` said, each other within `limit` seconds of now.
        Raises TimedOut, TooLong, or MessageError P033 or P070 to P079.
        """
        if self._response is None:
            self._begin()
        else:
            self._line_to.deadline = time.monotonic() + limit
        with _named():
            found = self._whole() if self._one_answer else self._next()
        if found.strip():
            self._answered += 1
            return found
        if self._answered or (not self._one_answer and self._received):
            raise MessageError(
                "P079",
                f"{self._posted} requests were sent as lines, and {self._answered} answered",
                "As many lines as there are in the request, in the same order.",
            )
        raise MessageError("P074", "the response is empty", "The body is the answer, one JSON object.")

    def rest(self) -> bytes:
        """Return what comes after the last answer: nothing, or more than was asked for."""
        if self._one_answer:
            return b""
        self._line_to.deadline = time.monotonic() + self._limit
        with _named():
            rest = self._next().strip()
        self._buffer[:0] = rest  # to be shown
        return rest

    def received(self) -> bytes:
        """Return what has been read of the body and not taken as an answer."""
        return bytes(self._buffer)

    def close(self) -> None:
        """Drop the connection; the next `post` makes another."""
        if self._response is not None:
            self._response.close()
            self._response = None
        self._line_to.close()

    def interrupt(self) -> None:
        """Break it, from any thread: whoever waits for a line is told so."""
        self._line_to.interrupt()

    def _begin(self) -> None:
        with _named():
            response = self._response = self._line_to.response()
        coding = response.headers.get("Content-Encoding", "identity").strip().lower()
        if response.status != 200:
            with contextlib.suppress(TimedOut, MessageError), _named():
                while not self._ended and len(self._buffer) < _SHOWN:
                    self._read()
            if coding not in ("", "identity"):
                self._buffer.clear()
            del self._buffer[_SHOWN:]
            raise _wrong_status(response)
        if coding not in ("", "identity"):
            hint = "It was asked for `Accept-Encoding: identity`; switch compression off."
            raise MessageError("P073", f"the response is encoded as {neutralise(coding, 40)}", hint)
        if self._one_answer and (response.length or 0) > LONGEST_LINE:
            raise TooLong
        if (response.length or 0) > LONGEST_BODY:
            raise TooLong

    def _whole(self) -> bytes:
        while not self._ended:
            self._read()
            if len(self._buffer) > LONGEST_LINE:
                del self._buffer[_SHOWN:]
                raise TooLong
        found = bytes(self._buffer)
        self._buffer.clear()
        return found

    def _next(self) -> bytes:
        """Return the next line that is not empty; at the end what is left."""
        searched = 0
        while True:
            if not searched and self._buffer.startswith((b"\n", b"\r")):
                self._buffer = self._buffer.lstrip(b"\r\n")
            at = self._buffer.find(b"\n", searched)
            if at < 0 and not self._ended and len(self._buffer) <= LONGEST_LINE:
                searched = len(self._buffer)
                self._read()
                continue
            end = at + 1 if at >= 0 else len(self._buffer)
            if end > LONGEST_LINE:
                del self._buffer[_SHOWN:]
                raise TooLong
            found = bytes(self._buffer[:end])
            del self._buffer[:end]
            searched = 0
            if found.strip() or at < 0:
                return found

    def _read(self) -> None:
        """Read some more of the body."""
        response = self._response
        assert response is not None
        try:
            chunk = response.read1(_CHUNK)
        except http.client.IncompleteRead:
            raise _middle() from None
        self._buffer += chunk
        self._received += len(chunk)
        if self._received > LONGEST_BODY:
            del self._buffer[_SHOWN:]
            raise TooLong
        if not chunk and response.length:
            raise _middle()
        if not chunk or response.length == 0:
            self._ended = True
            response.close()
            if response.will_close:
                self._line_to.close()


class _LineTo:
    """The way to an address: at most one socket at a time, used under a deadline."""

    def __init__(self, address: Address) -> None:
        self.deadline = 0.0  # where it is 0, it was interrupted
        self._address = address
        self._secure = _tls() if address.secure else None
        self._socket: _Socket | None = None

    def be_there(self, again: bool) -> None:
        """Make a connection unless there is one that still stands. Raises Unreachable or OSError."""
        if self._socket is not None and self._socket.is_quiet():
            return
        self.close()
        while True:
            try:
                self.connect()
                return
            except ConnectionRefusedError:
                if not again or self.deadline - time.monotonic() < 2 * _AGAIN:
                    raise Unreachable(
                        "P070",
                        f"the server at {self._address} refuses the connection",
                        "See whether it runs, and listens on this host and port.",
                    ) from None
                time.sleep(_AGAIN)
            except TimeoutError:
                hint = "See whether the address is right, and no firewall keeps the connection back."
                raise Unreachable("P070", f"the server at {self._address} takes no connection in time", hint) from None

    def connect(self) -> None:
        """Connect to the first of the host's addresses that takes it. Raises Unreachable or OSError."""
        try:
            found = socket.getaddrinfo(self._address.host, self._address.port, type=socket.SOCK_STREAM)
        except OSError as error:
            hint = "See whether the name of the host is right."
            raise Unreachable("P070", f"the host of {self._address} was not found ({_why(error)})", hint) from None
        refusal: OSError = ConnectionRefusedError()
        for family, kind, protocol, _, address in found:
            made = socket.socket(family, kind, protocol)
            try:
                made.settimeout(self.left())
                made.connect(address)
                made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._socket = _Socket(self._secured(made), self.left)
                return
            except ConnectionRefusedError as error:
                made.close()
                refusal = error
            except TimeoutError as error:
                made.close()
                refusal = error
                if self.deadline <= time.monotonic():
                    break
            except OSError as error:
                made.close()
                refusal = error
        if isinstance(refusal, ConnectionRefusedError | TimeoutError):
            raise refusal
        hint = "See whether the address is right, and the host can be reached from here."
        raise Unreachable("P070", f"the server at {self._address} cannot be reached ({_why(refusal)})", hint)

    def interrupt(self) -> None:
        """Break the connection, from any thread, and wait no more for one."""
        self.deadline = 0.0
        made = self._socket
        if made is not None:
            made.shut()

    def left(self) -> float:
        """Return how many seconds there are to the deadline. Raises TimeoutError where there are none."""
        if not self.deadline:
            raise ConnectionAbortedError
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    def send(self, data: bytes) -> None:
        """Send it all."""
        assert self._socket is not None
        self._socket.send(data)

    def response(self) -> http.client.HTTPResponse:
        """Return the response to what was sent, its body still to be read."""
        assert self._socket is not None
        response = http.client.HTTPResponse(self._socket, method="POST")  # type: ignore[arg-type]
        response.begin()
        return response

    def close(self) -> None:
        """Drop the socket."""
        made, self._socket = self._socket, None
        if made is not None:
            made.close()

    def _secured(self, made: socket.socket) -> socket.socket:
        if self._secure is None:
            return made
        import ssl

        try:
            made.settimeout(self.left())
            return self._secure.wrap_socket(made, server_hostname=self._address.host)
        except ssl.SSLCertVerificationError as error:
            made.close()
            hint = "For a certificate of your own, let the variable SSL_CERT_FILE name the file of who signed it."
            message = f"the certificate of {self._address} is not trusted ({neutralise(error.verify_message, 120)})"
            raise Unreachable("P077", message, hint) from None
        except ssl.SSLError as error:
            made.close()
            hint = "See whether the server speaks https at this port, or http."
            raise Unreachable("P077", f"no TLS with the server at {self._address} ({_why(error)})", hint) from None


class _Socket:
    """A socket of which every wait is bounded by the seconds `left`, as far as `http.client` needs one."""

    def __init__(self, inner: socket.socket, left: Callable[[], float]) -> None:
        self._inner = inner
        self._left = left

    def send(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            self._inner.settimeout(self._left())
            view = view[self._inner.send(view) :]
        if _QUICKACK is not None:  # else a server that sends headers and body apart waits 40 ms between them
            self._inner.setsockopt(socket.IPPROTO_TCP, _QUICKACK, 1)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Raw(self._inner, self._left), 1 << 14)

    def is_quiet(self) -> bool:
        """Whether the connection stands. What comes between responses answers nothing, and nobody looks at it."""
        self._inner.settimeout(0)
        try:
            self._inner.recv(1)
        except BlockingIOError:
            return True
        except OSError as error:  # TLS says in its own way that there is nothing to read
            return type(error).__name__ == "SSLWantReadError"
        return False

    def shut(self) -> None:
        """Let whoever reads or writes find the connection closed."""
        with contextlib.suppress(OSError):
            socket.socket.shutdown(self._inner, socket.SHUT_RDWR)

    def close(self) -> None:
        self._inner.close()


class _Raw(io.RawIOBase):
    """The reading side. It keeps the socket open until it is closed itself, as `http.client` counts on."""

    def __init__(self, inner: socket.socket, left: Callable[[], float]) -> None:
        self._inner = inner
        self._left = left
        self._file = inner.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._inner.settimeout(self._left())
        return self._file.readinto(buffer)

    def close(self) -> None:
        self._file.close()
        super().close()


def _head(address: Address, kind: str) -> bytes:
    """Return the head of a request up to the length of its body."""
    headers = {
        "Host": address.authority,
        "User-Agent": "mocsar",
        "Accept": kind,
        "Accept-Encoding": "identity",
        "Content-Type": kind,
        "Content-Length": "",
    }
    lines = [f"POST {address.target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join(lines).encode("ascii")


class _named:  # noqa: N801 - it reads as a word
    """Turns what a socket or a response raises into what it means. (A class, as a generator costs thrice the time.)"""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if error is None or isinstance(error, MessageError | TimedOut | TooLong):
            return
        if isinstance(error, TimeoutError):
            raise TimedOut from None
        if isinstance(error, ConnectionError):
            raise BrokenOff(
                "P075",
                "the server closed the connection without an answer",
                "See its log: did it fail, or end? If it closes after each answer, it must say `Connection: close`.",
            ) from None
        if isinstance(error, http.client.HTTPException):
            what = neutralise(str(error) or type(error).__name__, 120)
            hint = "See whether this port is that of the server, and whether it speaks https."
            raise MessageError("P078", f"the response is not HTTP ({what})", hint) from None
        if isinstance(error, OSError):
            raise BrokenOff("P075", f"the connection broke ({_why(error)})", "See the server's log.") from None


def _middle() -> BrokenOff:
    return BrokenOff(
        "P076", "the response broke off in the middle", "See the server's log: did it fail while it answered?"
    )


def _wrong_status(response: http.client.HTTPResponse) -> MessageError:
    shown = f"{response.status} {neutralise(response.reason, 80)}".strip()
    if 300 <= response.status < 400:
        where = neutralise(response.headers.get("Location", ""), 200)
        hint = "Redirects are not followed: give the address that answers itself."
        return MessageError("P071", f"the server redirects ({shown}){f' to {where}' if where else ''}", hint)
    hints = {
        401: "It must answer without login.",
        403: "It must answer without login.",
        404: "Requests go to exactly the address given: is its path right?",
        405: "Requests come by POST.",
        501: "Requests come by POST.",
        413: "It must take a body of up to 64 KiB.",
        415: f"Requests come as {JSON}, or as {NDJSON} where `requests-ahead` is stated.",
    }
    failed = 'The server failed: see its log. To say what went wrong, answer with status 200 and `"answer":"error"`.'
    hint = hints.get(response.status, failed if response.status >= 500 else "Every answer has status 200.")
    return MessageError("P072", f"the server answered with status {shown}", hint)


def _why(error: OSError) -> str:
    return neutralise(error.strerror or str(error) or type(error).__name__, 120)


def _tls() -> ssl.SSLContext:
    import ssl

    return ssl.create_default_context()


def _parts(url: str) -> tuple[str, str, int | None, str]:
    """Return scheme, host, port, and path with query. Raises MocsarError U013."""
    if not url.isprintable() or " " in url:
        raise _no_address(url, "it has spaces or characters that do not print", "write spaces as %20")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise _no_address(url, str(error).lower(), _EXAMPLE) from None
    if "://" not in url:
        right = _EXAMPLE if url.lower().startswith(("http:", "https:")) else f"http://{url.lstrip('/')}"
        raise _no_address(url, "it does not say http:// or https://", right)
    if parts.scheme not in ("http", "https"):
        raise _no_address(url, f"{parts.scheme or 'nothing'}:// is neither http:// nor https://", _EXAMPLE)
    if not parts.hostname:
        raise _no_address(url, "it names no host", _EXAMPLE)
    if parts.username is not None or parts.password is not None:
        raise _no_address(url, "it has a user name in it", "the server must answer without login")
    if port == 0:
        raise _no_address(url, "there is no port 0", _EXAMPLE)
    if "#" in url:
        raise _no_address(url, "what follows # is never sent", url.partition("#")[0])
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if target != quote(target, safe=_PATH + "?"):
        right = f"{parts.scheme}://{parts.netloc}{quote(target, safe=_PATH + '?')}"
        raise _no_address(url, "it has characters that an address writes as %…", right)
    try:
        host = parts.hostname.encode("idna").decode("ascii")
    except UnicodeError:
        raise _no_address(url, "its host is no name that a host can have", _EXAMPLE) from None
    return parts.scheme, host, port, target


def _no_address(url: str, why: str, right: str) -> MocsarError:
    hint = right if right == _EXAMPLE or "://" not in right else f"write {right}"
    return fail("U013", None, f"'{neutralise(url, 200)}' is not the address of a server: {why}", neutralise(hint))


_EXAMPLE = "write an address such as http://127.0.0.1:8000/mocsar"

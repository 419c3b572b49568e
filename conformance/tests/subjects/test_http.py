"""A server as subject: every misbehaviour costs one request, is named, and is bounded in time and memory."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mocsar_conformance.codes import PROTOCOL_CODES
from mocsar_conformance.messages import validate_request
from mocsar_conformance.subjects import (
    SubjectBroke,
    SubjectCrashed,
    SubjectFailure,
    SubjectTimeout,
    SubjectUnusable,
)
from mocsar_conformance.subjects.connection import LONGEST_BODY, Address
from mocsar_conformance.subjects.http import HttpSubject
from mocsar_reference import MocsarError, Rulebook

PAGE = (Path(__file__).parents[3] / "docs" / "pages" / "en" / "protocol.md").read_text()
VIEW = {"request": "view"}
LIE = {"request": "view", "player": "liar"}
SHORT = 0.3
"""Seconds for an answer that never comes."""
PATIENT = 20.0

# lie -> the failure it must be, its code, and a word of its diagnosis that helps
FAILURES: dict[str, tuple[type[SubjectFailure], str, str]] = {
    "redirect": (SubjectBroke, "P071", "to http://127.0.0.1:9/\\x1b[31melsewhere"),
    "not-modified": (SubjectBroke, "P071", "304"),
    "500": (SubjectBroke, "P072", "KeyError: 'Q'"),
    "500-that-drips": (SubjectBroke, "P072", "500 Oh"),
    "404": (SubjectBroke, "P072", "exactly the address given"),
    "405": (SubjectBroke, "P072", "by POST"),
    "204": (SubjectBroke, "P072", "204"),
    "html": (SubjectBroke, "P030", "a web page"),
    "text": (SubjectBroke, "P030", "one JSON object, and nothing else"),
    "a-list": (SubjectBroke, "P035", "the response is a list"),
    "not-utf8": (SubjectBroke, "P031", "the response is not UTF-8"),
    "not-a-number": (SubjectBroke, "P034", "NaN"),
    "deep": (SubjectBroke, "P034", "64 deep"),
    "empty": (SubjectBroke, "P074", "empty"),
    "too-big": (SubjectBroke, "P032", "1 MiB"),
    "said-to-be-too-big": (SubjectBroke, "P032", "1 MiB"),
    "endless": (SubjectBroke, "P032", "1 MiB"),
    "endless-chunks": (SubjectBroke, "P032", "xxx"),
    "endless-headers": (SubjectBroke, "P078", "100 headers"),
    "endless-header": (SubjectBroke, "P078", "header line"),
    "endless-continue": (SubjectTimeout, "P020", "within 0.3 s"),
    "drip": (SubjectTimeout, "P020", "within 0.3 s"),
    "drip-headers": (SubjectTimeout, "P020", "within 0.3 s"),
    "drip-status": (SubjectTimeout, "P020", "within 0.3 s"),
    "hang": (SubjectTimeout, "P020", "within 0.3 s"),
    "close": (SubjectCrashed, "P075", "Connection: close"),
    "close-in-status": (SubjectBroke, "P078", "HTTP/1"),
    "close-in-the-middle": (SubjectCrashed, "P076", '"answer": "view"'),
    "close-in-chunks": (SubjectCrashed, "P076", "in the middle"),
    "gzip": (SubjectBroke, "P073", "gzip"),
    "not-http": (SubjectBroke, "P078", "SSH-2.0-\\x1b[2J"),
    "wrong-id": (SubjectBroke, "P040", "the id 9"),
    "text-id": (SubjectBroke, "P040", "the id '2'"),
    "no-view": (SubjectBroke, "P051", "lacks `view`"),
    "kind-of-another": (SubjectBroke, "P050", "view, unsupported"),
    "error": (SubjectBroke, "P052", "no such card: \\x1b[2J"),
}
# the same for requests in one body: also how many of three were answered rightly
IN_ONE_BODY: dict[str, tuple[type[SubjectFailure], str, str, int]] = {
    "fewer": (SubjectBroke, "P079", "3 requests were sent as lines, and 2 answered", 2),
    "none": (SubjectBroke, "P074", "empty", 0),
    "more": (SubjectBroke, "P042", "Bea is to play", 2),
    "twice": (SubjectBroke, "P041", "request 4 was answered twice", 2),
    "first-twice": (SubjectBroke, "P041", "request 2 was answered twice", 1),
    "turned-round": (SubjectBroke, "P040", "the id 4", 0),
    "second-hangs": (SubjectTimeout, "P020", "within 0.3 s", 1),
    "second-closes": (SubjectCrashed, "P076", "in the middle", 1),
    "never-ends": (SubjectTimeout, "P020", "does the server flush it, and end it?", 2),
    "endless-line": (SubjectBroke, "P032", "1 MiB", 1),
    "endless-lines": (SubjectBroke, "P032", "1 MiB", 1),
    "an-array": (SubjectBroke, "P030", "line", 0),
    "hang": (SubjectTimeout, "P020", "within 0.3 s", 0),
    "500": (SubjectBroke, "P072", "KeyError: 'Q'", 0),
    "said-to-be-too-big": (SubjectBroke, "P032", "1 MiB", 0),
}
NO_LIES = ("indented", "until-closed", "other-type", "chunks", "continue")

Make = Callable[..., HttpSubject]


@pytest.fixture
def make() -> Iterator[Make]:
    made: list[HttpSubject] = []

    def of(url: str, time_limit: float = PATIENT, hello_limit: float = PATIENT, **options: Any) -> HttpSubject:
        made.append(HttpSubject(url, time_limit=time_limit, hello_limit=hello_limit, **options))
        return made[-1]

    yield of
    for subject in made:
        subject.close()


def limit_for(kind: type[SubjectFailure]) -> float:
    return SHORT if kind is SubjectTimeout else PATIENT


def is_short_and_harmless(text: str) -> bool:
    return len(text) < 12_000 and all(each.isprintable() for each in text.replace("\n", ""))


def hellos(server: Any) -> int:
    return sum(each["request"] == "hello" for each in server.seen)


@pytest.mark.parametrize("lie", FAILURES)
def test_a_lie_costs_one_request_and_is_named(serve: Any, make: Make, lie: str) -> None:
    kind, code, words = FAILURES[lie]
    server = serve(lie, at_once=False)
    subject = make(server.url, 0.3 if kind is SubjectTimeout or lie.endswith("drips") else PATIENT)
    with pytest.raises(SubjectFailure) as caught:
        subject.request(LIE)
    diagnosis = caught.value.diagnosis
    assert (type(caught.value), diagnosis.code, caught.value.sent) == (kind, code, LIE)
    assert words in str(diagnosis)
    assert is_short_and_harmless(str(diagnosis))
    assert subject.request(VIEW)["answer"] == "view"
    assert hellos(server) == 2


@pytest.mark.parametrize("lie", IN_ONE_BODY)
def test_a_lie_among_requests_in_one_body_keeps_the_answers_before_it(serve: Any, make: Make, lie: str) -> None:
    kind, code, words, right = IN_ONE_BODY[lie]
    subject = make(serve(lie, "requests-ahead").url, limit_for(kind))
    with pytest.raises(SubjectFailure) as caught:
        subject.exchange([VIEW, LIE, VIEW])
    diagnosis = caught.value.diagnosis
    assert (type(caught.value), diagnosis.code) == (kind, code)
    assert [each["id"] for each in caught.value.answered] == [2, 3, 4][:right]
    assert caught.value.sent == [VIEW, LIE, VIEW][right]
    assert words in str(diagnosis)
    assert is_short_and_harmless(str(diagnosis))
    assert [each["id"] for each in subject.exchange([VIEW, VIEW])] == [2, 3]


def test_every_code_of_a_server_is_provoked_here_and_explained_on_the_page() -> None:
    own = {code for code in PROTOCOL_CODES if "P070" <= code < "P080"}
    provoked = {code for _, code, _ in FAILURES.values()} | {each[1] for each in IN_ONE_BODY.values()}
    assert own <= provoked | {"P070", "P077"}  # the tests below
    named = set()
    for first, last in re.findall(r"(P07\d)(?:–(P07\d))?", PAGE):
        named |= {code for code in own if first <= code <= (last or first)}
    assert named == own


@pytest.mark.parametrize("lie", NO_LIES)
def test_what_is_allowed_is_no_lie(serve: Any, make: Make, lie: str) -> None:
    server = serve(lie)
    subject = make(server.url)
    assert [subject.request(each)["id"] for each in (LIE, VIEW, LIE)] == [2, 3, 4]
    assert hellos(server) == 1


@pytest.mark.parametrize("lie", ["", "one-body", "empty-lines", "in-pieces"])
def test_requests_ahead_go_in_one_body_and_are_answered_by_lines(serve: Any, make: Make, lie: str) -> None:
    server = serve(lie, "requests-ahead")
    answers = make(server.url).exchange([LIE, VIEW, VIEW])
    assert [each["id"] for each in answers] == [2, 3, 4]
    kinds = [each["Content-Type"] for each in server.headers]
    assert kinds == ["application/json", "application/x-ndjson"]


def test_without_the_capability_each_request_goes_by_itself_on_one_connection(serve: Any, make: Make) -> None:
    server = serve()
    make(server.url).exchange([VIEW, VIEW, VIEW])
    assert [each["Content-Type"] for each in server.headers] == ["application/json"] * 4
    assert len(server.connections) == 1


def test_requests_go_to_exactly_the_address_and_ask_for_no_compression(serve: Any, make: Make) -> None:
    server = serve()
    make(server.url).hello()
    (headers,) = server.headers
    assert headers["target"] == "/mocsar?table=1"
    assert headers["Accept-Encoding"] == "identity"
    assert headers["Host"] == server.url.split("/")[2]


def test_proxies_of_the_environment_are_not_asked(serve: Any, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert make(serve().url).hello().name == "server"


def test_a_long_exchange_goes_in_several_bodies_that_buffers_hold(serve: Any, make: Make) -> None:
    server = serve("", "requests-ahead")
    messages = [{"request": "view", "long": "x" * 30_000}] * 5 + [{"request": "view", "long": "x" * 200_000}, VIEW]
    answers = make(server.url).exchange(messages)
    assert [each["id"] for each in answers] == list(range(2, 9))
    assert [int(each["Content-Length"]) // 10_000 for each in server.headers[1:]] == [6, 6, 3, 20, 0]


def test_a_lie_in_a_later_body_keeps_the_answers_to_those_before(serve: Any, make: Make) -> None:
    messages = [{"request": "view", "long": "x" * 40_000}] * 3 + [LIE]
    subject = make(serve("500", "requests-ahead").url)
    with pytest.raises(SubjectBroke) as caught:
        subject.exchange(messages)
    assert [each["id"] for each in caught.value.answered] == [2, 3]


def test_all_answers_to_one_body_have_a_bound(serve: Any, make: Make) -> None:
    long = {"request": "view", "long": "x" * 500}
    number = LONGEST_BODY // (900 << 10) + 2
    server = serve("", "requests-ahead")
    server.answer = lambda request, of=server.answer: (
        of(request)
        if request["request"] == "hello"
        else of(request).replace(b"{", b'{"pad": "%s", ' % (b"x" * (900 << 10)), 1)
    )
    with pytest.raises(SubjectBroke) as caught:
        make(server.url).exchange([long] * number)
    assert caught.value.diagnosis.code == "P032"


def test_hello_is_what_the_server_said(serve: Any, make: Make) -> None:
    hello = make(serve("", "legal").url).hello()
    assert (hello.name, hello.protocol, hello.capabilities) == ("server", 1, frozenset({"legal"}))


@pytest.mark.parametrize("lie", ["redirect", "404", "html", "empty", "hang", "close", "gzip", "wrong-id"])
def test_a_server_that_lies_from_the_first_request_on_is_unusable(serve: Any, make: Make, lie: str) -> None:
    subject = make(serve(lie, at_once=True).url, hello_limit=SHORT if lie == "hang" else PATIENT)
    with pytest.raises(SubjectUnusable) as caught:
        subject.hello()
    assert caught.value.diagnosis.code == FAILURES[lie][1]
    assert "'hello'" in caught.value.diagnosis.message


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def test_a_server_that_is_not_there_is_unusable(make: Make) -> None:
    with pytest.raises(SubjectUnusable, match="refuses the connection") as caught:
        make(f"http://127.0.0.1:{free_port()}/").hello()
    assert caught.value.diagnosis.code == "P070"


def test_a_host_that_is_not_there_is_unusable(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> object:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", none)
    with pytest.raises(SubjectUnusable, match="name of the host") as caught:
        make("http://mocsar.invalid/").hello()
    assert caught.value.diagnosis.code == "P070"


def test_a_server_without_tls_is_told_so(serve: Any, make: Make) -> None:
    url = serve().url.replace("http:", "https:")
    with pytest.raises(SubjectUnusable) as caught:
        make(url).hello()
    assert caught.value.diagnosis.code == "P077"


@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes certificates with openssl")
def test_https_needs_a_certificate_that_is_trusted(
    serve: Any, make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = str(tmp_path / "key.pem"), str(tmp_path / "certificate.pem")
    command = (
        "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -days 2 -addext subjectAltName=DNS:localhost"
    )
    subprocess.run([*command.split(), "-keyout", key, "-out", certificate], check=True, capture_output=True)
    server = serve("", "requests-ahead")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    url = server.url.replace("http://127.0.0.1", "https://localhost")
    with pytest.raises(SubjectUnusable, match="SSL_CERT_FILE") as caught:
        make(url).hello()
    assert caught.value.diagnosis.code == "P077"
    monkeypatch.setenv("SSL_CERT_FILE", certificate)
    subject = make(url)
    assert [each["id"] for each in (*subject.exchange([VIEW] * 40), subject.request(VIEW))] == list(range(2, 43))
    assert len(server.connections) == 1  # kept


def test_a_tls_handshake_that_never_comes_is_bounded(make: Make) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(SubjectUnusable) as caught:
        make(f"https://127.0.0.1:{silent.getsockname()[1]}/", hello_limit=SHORT).hello()
    assert caught.value.diagnosis.code == "P070"


def test_a_server_that_dies_costs_a_request_and_is_found_again_when_it_is_back(serve: Any, make: Make) -> None:
    server = serve()
    subject = make(server.url)
    subject.request(VIEW)
    server.die()
    with pytest.raises(SubjectCrashed) as caught:
        subject.request(VIEW)
    assert caught.value.diagnosis.code == "P070"
    back = threading.Timer(SHORT, serve, kwargs={"port": server.server_address[1]})
    back.start()
    assert subject.request(VIEW)["id"] == 2
    back.join()


def test_a_server_that_stays_away_is_unusable(serve: Any, make: Make) -> None:
    server = serve()
    subject = make(server.url, hello_limit=SHORT)
    subject.request(VIEW)
    server.die()
    with pytest.raises(SubjectCrashed):
        subject.request(VIEW)
    with pytest.raises(SubjectUnusable) as caught:
        subject.request(VIEW)
    assert caught.value.diagnosis.code == "P070"


def test_another_server_at_the_same_address_is_told_apart(serve: Any, make: Make) -> None:
    server = serve()
    subject = make(server.url)
    subject.hello()
    server.capabilities.append("legal")
    subject.restart()
    kinds = []
    for _ in range(3):
        with pytest.raises(SubjectFailure) as caught:
            subject.hello()
        assert caught.value.diagnosis.code == "P061"
        kinds.append(type(caught.value))
    assert kinds == [SubjectBroke, SubjectBroke, SubjectUnusable]


def test_a_connection_that_the_server_closed_meanwhile_is_made_again(serve: Any, make: Make) -> None:
    server = serve()
    subject = make(server.url)
    subject.request(VIEW)
    for each in server.connections:
        each.shutdown(socket.SHUT_RDWR)
    assert subject.request(VIEW)["id"] == 3
    assert (len(server.connections), hellos(server)) == (2, 1)


def test_closing_says_bye_and_may_be_repeated(serve: Any, make: Make) -> None:
    server = serve()
    subject = make(server.url)
    subject.close()
    subject.hello()
    subject.close()
    subject.close()
    assert [each["request"] for each in server.seen] == ["hello", "bye"]


def test_closing_a_server_that_died_raises_nothing(serve: Any, make: Make) -> None:
    server = serve()
    with make(server.url) as subject:
        subject.hello()
        server.die()


@pytest.mark.parametrize("lie", ["hang", "drip"])
def test_another_thread_can_interrupt_a_wait(serve: Any, make: Make, lie: str) -> None:
    subject = make(serve(lie).url, time_limit=600)
    subject.hello()
    interrupt = threading.Timer(0.1, subject.interrupt)
    interrupt.start()
    with pytest.raises(SubjectCrashed):
        subject.request(LIE)
    interrupt.join()
    assert subject.request(VIEW)["id"] == 2


def test_a_wait_for_a_server_to_come_back_can_be_interrupted(serve: Any, make: Make) -> None:
    server = serve()
    subject = make(server.url, hello_limit=600)
    subject.hello()
    server.die()
    subject.restart()
    interrupt = threading.Timer(0.1, subject.interrupt)
    interrupt.start()
    with pytest.raises(SubjectUnusable):
        subject.request(VIEW)
    interrupt.join()


def test_the_wire_is_told_each_line(serve: Any, make: Make) -> None:
    told: list[tuple[str, bytes]] = []
    server = serve("", "requests-ahead")
    make(server.url, wire=lambda mark, line: told.append((mark, line))).exchange([VIEW, VIEW])
    assert [mark for mark, _ in told] == list("><>><<")
    assert told[2] == (">", b'{"id":2,"request":"view"}\n')


# ---- sessions --------------------------------------------------------------------------------------------------------


def test_a_server_that_keeps_matches_apart_is_told_the_session(serve: Any, make: Make) -> None:
    server = serve("", "sessions", "requests-ahead")
    with make(server.url, session="table 1") as subject:
        subject.exchange([VIEW, VIEW])
        subject.request(VIEW)
    hello, *others = server.seen
    assert "session" not in hello
    assert [each["session"] for each in others] == ["table 1"] * 4  # bye as well
    for each in server.seen:
        validate_request(each)


def test_two_subjects_without_a_name_have_sessions_of_their_own(serve: Any, make: Make) -> None:
    server = serve("", "sessions")
    for _ in range(2):
        make(server.url).request(VIEW)
    assert len({each["session"] for each in server.seen if "session" in each}) == 2


def test_other_servers_are_told_no_session(serve: Any, make: Make) -> None:
    server = serve()
    make(server.url, session="table 1").request(VIEW)
    assert not any("session" in each for each in server.seen)


def test_matches_of_two_sessions_do_not_meet(serve_reference: Any, make: Make, book: Rulebook) -> None:
    server = serve_reference("hands", "sessions")
    first, second = make(server.url), make(server.url)
    values = book.setting("kollar").values
    toggles = {name: list(each) if isinstance(each, tuple) else each for name, each in values.items()}
    for subject, cards in ((first, ["5", "9"]), (second, ["K"])):
        hands = {"Anna": cards, "Bea": ["7"], "Csaba": ["8"]}
        chance = dict.fromkeys(book.contents.model.chance, "Anna")
        subject.request(
            {"request": "start", "variant": "kollar", "toggles": toggles, "players": list(hands), "hands": hands}
            | {"chance": chance}
        )
    assert [each.request(VIEW)["view"]["sizes"]["Anna"] for each in (first, second)] == [2, 1]


# ---- addresses -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("", "it does not say http://"),
        ("localhost:8000/mocsar", "write http://localhost:8000/mocsar"),
        ("//localhost", "write http://localhost"),
        ("http:/localhost", "http://127.0.0.1:8000/mocsar"),
        ("ftp://localhost", "ftp:// is neither"),
        ("file:///etc/passwd", "file:// is neither"),
        ("unix://tmp/socket", "unix:// is neither"),
        ("http://", "names no host"),
        ("http://:80/", "names no host"),
        ("http://localhost:99999/", "port out of range"),
        ("http://localhost:abc/", "port"),
        ("http://localhost:0/", "port 0"),
        ("http://[::1/", "ipv6"),
        ("http://anna:secret@localhost/", "without login"),
        ("http://localhost/#top", "write http://localhost/"),
        ("http://localhost/my rules", "%20"),
        ("http://localhost/\r\nX: y", "do not print"),
        ("http://localhost/mocsár", "write http://localhost/mocs%C3%A1r"),
        (f"http://{'a' * 64}.hu/", "no name that a host can have"),
    ],
)
def test_a_wrong_address_is_refused_with_what_would_be_right(url: str, words: str) -> None:
    with pytest.raises(MocsarError) as caught:
        HttpSubject(url)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "U013"
    assert words in str(diagnostic).lower() or words in str(diagnostic)


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("http://localhost", (False, "localhost", 80, "/")),
        ("HTTPS://Example.org/a%20b?c=d&e", (True, "example.org", 443, "/a%20b?c=d&e")),
        ("http://[::1]:8000?x", (False, "[::1]:8000", 8000, "/?x")),
        ("http://mocsár.hu/", (False, "xn--mocsr-0qa.hu", 80, "/")),
    ],
)
def test_an_address_in_its_parts(url: str, parts: tuple[bool, str, int, str]) -> None:
    address = Address(url)
    assert (address.secure, address.authority, address.port, address.target) == parts


# ---- the command -----------------------------------------------------------------------------------------------------


ALL = ("hands", "pack", "standing", "legal", "reasons", "cards")


@pytest.mark.parametrize("ahead", [[], ["requests-ahead"]])
def test_the_reference_behind_a_server_conforms(serve_reference: Any, mocsar: Any, ahead: list[str]) -> None:
    server = serve_reference(*ALL, *ahead)
    done = mocsar("validate", "--variant", "kollar", "--url", server.url)
    assert (done.returncode, done.stderr) == (0, "")
    assert "conformant to kollar" in done.stdout


@pytest.mark.parametrize(("capabilities", "sessions"), [(["sessions"], 2), ([], 0)])
def test_jobs_share_a_server_that_keeps_matches_apart(
    serve_reference: Any, mocsar: Any, capabilities: list[str], sessions: int
) -> None:
    server = serve_reference(*ALL, "requests-ahead", *capabilities)
    done = mocsar("validate", "--variant", "kollar", "--jobs", "2", "--url", server.url)
    assert done.returncode == 0
    assert "conformant to kollar" in done.stdout
    assert len({each["session"] for each in server.seen if "session" in each}) == sessions
    assert ("`sessions`" in done.stderr) == (not sessions)


@pytest.mark.parametrize("ahead", [[], ["requests-ahead"]])
def test_a_server_that_fails_once_loses_a_scenario_and_no_more(
    serve_reference: Any, mocsar: Any, ahead: list[str]
) -> None:
    server = serve_reference(*ALL, *ahead, fails_at=50)
    done = mocsar("validate", "--variant", "kollar", "--url", server.url)
    assert done.returncode == 1
    assert done.stdout.count("P075") == 1
    assert ", 1 crash" in done.stdout
    assert hellos(server) == 2


def test_a_server_that_is_not_there_ends_the_command_in_words(mocsar: Any) -> None:
    done = mocsar("validate", "--url", f"http://127.0.0.1:{free_port()}/")
    assert done.returncode == 3
    assert "P070" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_address_ends_the_command_in_words(mocsar: Any) -> None:
    done = mocsar("validate", "--url", "localhost:8000")
    assert done.returncode == 2
    assert "U013" in done.stderr
    assert "write http://localhost:8000" in done.stderr

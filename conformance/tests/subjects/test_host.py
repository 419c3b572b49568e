"""A Python object as subject: its prints do no harm, its exceptions are answers, and what cannot be had is named."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mocsar_conformance.subjects import SubjectBroke, SubjectCrashed, SubjectUnusable
from mocsar_conformance.subjects.command import CommandSubject

VIEW = {"request": "view"}
RULES = """
import json
import os
import sys
from collections import UserDict

HELLO = {"answer": "hello", "protocol": 1, "name": "object", "plays": [{"variant": "kollar"}]}
VIEW = {"answer": "view", "view": {"phase": "playing"}}


class Table:
    def answer(self, request):
        if request["request"] == "hello":
            return HELLO
        if request["request"] == "bye":
            raise AssertionError("bye is answered for me")
        return getattr(self, request.get("player", "good"))()

    def good(self):
        return VIEW

    def other_id(self):
        return {**VIEW, "id": 99}

    def mapping(self):
        return UserDict(VIEW)

    def prints(self):
        import ctypes

        print("printed")
        sys.__stdout__.write("written\\n")
        os.write(1, b"written by number\\n")
        ctypes.CDLL(None).puts(b"written by C")
        ctypes.CDLL(None).fflush(None)
        os.system("echo said by a shell")
        print("\\ud800")
        os._exit(1)

    def reads(self):
        return {**VIEW, "read": sys.stdin.read() + os.read(0, 9).decode()}

    def raises(self):
        return {}["Q"]

    def raises_in_library(self):
        return json.loads("{")

    def raises_without_words(self):
        raise NotImplementedError

    def nothing(self):
        return None

    async def awaitable(self):
        return VIEW

    def empty(self):
        return {"id": 1}

    def a_set(self):
        return {**VIEW, "cards": {"5", "6"}}

    def not_a_number(self):
        return {**VIEW, "x": float("nan")}

    def recursion(self):
        return self.recursion()

    def leaves(self):
        sys.exit("no more")


def answer(request):
    return Table().answer(request)


class Rules:
    table = staticmethod(lambda: answer)


def fails():
    return int("five")


def with_parameter(cards):
    return Table()


def gives_number():
    return 5


number = 5
"""

Make = Callable[..., CommandSubject]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    (tmp_path / "my_rules.py").write_text(RULES)
    (tmp_path / "broken.py").write_text("import my_rules\nimport my_cards\n")
    (tmp_path / "unfinished.py").write_text("x = 1\nif x:\n")
    (tmp_path / "dividing.py").write_text("def zero():\n    return 1 / 0\n\n\nzero()\n")
    made: list[CommandSubject] = []

    def of(name: str = "my_rules:Table") -> CommandSubject:
        command = [sys.executable, "-m", "mocsar_conformance.subjects.host", name]
        made.append(CommandSubject(command, time_limit=20, hello_limit=20, folder=str(tmp_path)))
        return made[-1]

    yield of
    for subject in made:
        subject.close()


def ask(subject: CommandSubject, what: str) -> dict[str, Any]:
    return subject.request({**VIEW, "player": what})


@pytest.mark.parametrize("name", ["my_rules:Table", "my_rules:Rules.table"])
def test_an_object_or_what_can_be_called_answers(make: Make, name: str) -> None:
    with make(name) as subject:
        assert subject.hello().name == "object"
        answers = subject.exchange([VIEW, VIEW])
    assert answers == [{"id": number, "answer": "view", "view": {"phase": "playing"}} for number in (2, 3)]


@pytest.mark.parametrize("what", ["other_id", "mapping"])
def test_the_id_is_the_hosts_affair(make: Make, what: str) -> None:
    assert ask(make(), what)["id"] == 2


def test_bye_ends_it_with_status_0_and_does_not_reach_the_object(make: Make, tmp_path: Path) -> None:
    command = [*make().command]
    lines = '{"id":1,"request":"view"}\n{"id":2,"request":"bye"}\n{"id":3,"request":"view"}\n'
    done = subprocess.run(command, cwd=tmp_path, input=lines, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1:] == ['{"id":2,"answer":"bye"}']
    assert done.stderr == ""


def test_the_end_of_the_input_ends_it_with_status_0(make: Make, tmp_path: Path) -> None:
    subprocess.run([*make().command], cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, check=True)


def test_whatever_is_printed_goes_to_standard_error(make: Make) -> None:
    with pytest.raises(SubjectCrashed) as caught:
        ask(make(), "prints")
    shown = caught.value.diagnosis.stderr.splitlines()
    assert shown[:5] == ["printed", "written", "written by number", "written by C", "said by a shell"]
    assert caught.value.diagnosis.received == ""


def test_its_standard_input_is_empty(make: Make) -> None:
    assert ask(make(), "reads")["read"] == ""


RAISES = RULES.splitlines().index('        return {}["Q"]') + 1


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("raises", f"KeyError: 'Q' (my_rules.py, line {RAISES}, in raises)"),
        ("raises_in_library", f"(my_rules.py, line {RAISES + 3}, in raises_in_library)"),
        ("raises_without_words", "error: NotImplementedError (my_rules.py"),
        ("nothing", "error: answer() returned None, and must return a dict"),
        ("awaitable", "answer() returned a coroutine"),
        ("empty", "answer() returned a dict without an answer"),
        ("a_set", "answer() returned what JSON does not hold: Object of type set is not"),
        ("not_a_number", "answer() returned what JSON does not hold: Out of range float values are not JSON compliant"),
        ("recursion", "RecursionError"),
        ("unknown", "AttributeError: 'Table' object has no attribute 'unknown'"),
    ],
)
def test_an_exception_is_an_answer_and_the_object_goes_on(make: Make, what: str, words: str) -> None:
    subject = make()
    with pytest.raises(SubjectBroke) as caught:
        ask(subject, what)
    diagnosis = caught.value.diagnosis
    assert diagnosis.code == "P052"
    assert words in diagnosis.message
    assert ask(subject, "good")["answer"] == "view"


def test_the_traceback_is_on_standard_error_and_holds_no_line_of_the_host(make: Make) -> None:
    with pytest.raises(SubjectBroke) as caught:
        ask(make(), "raises")
    first, *others = caught.value.diagnosis.stderr.splitlines()
    assert first == "Traceback (most recent call last):"
    assert any(each.endswith("in raises") for each in others)
    assert not any("host.py" in each for each in others)


def test_the_object_keeps_its_state_after_an_exception(make: Make, tmp_path: Path) -> None:
    lines = '{"id":1,"request":"view","player":"raises"}\nrubbish\n[]\n{"id":2,"request":"view"}\n'
    done = subprocess.run([*make().command], cwd=tmp_path, input=lines, capture_output=True, text=True, check=True)
    kinds = [each.split('"answer":')[1].split('"')[1] for each in done.stdout.splitlines()]
    assert kinds == ["error", "error", "error", "view"]


def test_leaving_is_a_crash_with_its_words(make: Make) -> None:
    with pytest.raises(SubjectCrashed) as caught:
        ask(make(), "leaves")
    assert (caught.value.diagnosis.code, caught.value.diagnosis.stderr) == ("P010", "no more")


@pytest.mark.parametrize(
    ("name", "status", "words"),
    [
        ("my_rule:Table", 3, "there is no module 'my_rule' in {folder} or on the path; did you mean 'my_rules'?"),
        ("rules.house:Table", 3, "there is no module 'rules' in {folder} or on the path"),
        ("my_rules.house:Table", 3, "there is no module 'my_rules.house' in {folder} or on the path; did you mean"),
        ("broken:Table", 3, "cannot be imported: ModuleNotFoundError: No module named 'my_cards' (broken.py, line 2)"),
        ("unfinished:Table", 3, "IndentationError: expected an indented block"),
        ("unfinished:Table", 3, "(unfinished.py, line 2)"),
        ("dividing:Table", 3, "ZeroDivisionError: division by zero (dividing.py, line 2, in zero)"),
        ("my_rules:Tabel", 3, "my_rules has no 'Tabel'; did you mean 'Table'?"),
        ("my_rules:Rules.tabel", 3, "my_rules.Rules has no 'tabel'; did you mean 'table'?"),
        ("my_rules:number", 3, "my_rules.number is an int: it must be a class or a function without parameters"),
        ("my_rules:fails", 3, "fails() raised ValueError: invalid literal for int() with base 10: 'five' (my_rules.py"),
        ("my_rules:with_parameter", 3, "missing 1 required positional argument: 'cards'"),
        ("my_rules:gives_number", 3, "my_rules.gives_number() returned an int: it needs a method `answer`"),
        ("my_rules", 2, "Write MODULE:FACTORY, such as my_rules:Table"),
        ("my_rules:", 2, "Write MODULE:FACTORY, such as my_rules:Table"),
    ],
)  # fmt: skip
def test_what_cannot_be_had_is_named_in_the_last_line(
    make: Make, tmp_path: Path, name: str, status: int, words: str
) -> None:
    with pytest.raises(SubjectUnusable) as caught:
        make(name).hello()
    diagnosis = caught.value.diagnosis
    assert (diagnosis.code, f"status {status}" in diagnosis.message) == ("P010", True)
    assert words.format(folder=tmp_path) in diagnosis.stderr.splitlines()[-1]


def test_the_host_imports_nothing_of_the_kit_but_its_package_and_nothing_heavy() -> None:
    program = "import sys; import mocsar_conformance.subjects.host; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = {each.split(".")[0] for each in done.stdout.split()}
    assert not loaded & {"mocsar_reference", "yaml", "jsonschema", "fastjsonschema", "lark", "click", "rich", "http"}


def test_the_object_of_the_page_runs(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "pages" / "en" / "protocol.md").read_text()
    (example,) = re.findall(r"^```py\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "my_adapter.py").write_text(example)
    (tmp_path / "my_rules.py").write_text(
        "class Table:\n"
        "    def start(self, request): self.sizes = {name: len(cards) for name, cards in request['hands'].items()}\n"
        "    def deal(self, request): self.start(request)\n"
        "    def act(self, player, action): return action['do'] == 'pass'\n"
        "    def view(self): return {'phase': 'playing', 'sizes': self.sizes}\n"
    )
    start = {"request": "start", "variant": "kollar", "toggles": {}, "players": ["Anna"], "hands": {"Anna": ["5"]}}
    acts = [{"request": "act", "player": "Anna", "action": {"do": do}} for do in ("play", "pass")]
    deal = {"request": "deal", "hands": {"Anna": ["5", "6"]}}
    command = [sys.executable, "-m", "mocsar_conformance.subjects.host", "my_adapter:Adapter"]
    with CommandSubject(command, time_limit=20, folder=str(tmp_path)) as subject:
        answers = subject.exchange([start, *acts, {"request": "legal", "player": "Anna"}, deal, VIEW])
    assert [answer["answer"] for answer in answers] == ["view", "refused", "accepted", "unsupported", "view", "view"]
    assert answers[-1]["view"]["sizes"] == {"Anna": 2}


def test_the_reference_as_a_python_object_conforms(mocsar: Any, tmp_path: Path) -> None:
    (tmp_path / "as_object.py").write_text(
        "import json\n"
        "from mocsar_conformance.subjects.reference import ReferenceSubject\n"
        "from mocsar_reference import load_rulebook\n"
        "class Adapter:\n"
        "    def __init__(self):\n"
        "        self.subject = ReferenceSubject(load_rulebook())\n"
        "    def answer(self, request):\n"
        "        print('asked', request['request'])\n"
        "        if request['request'] != 'hello':\n"
        "            return self.subject.request(request)\n"
        "        said = self.subject.hello()\n"
        "        plays = [{'variant': each.variant, 'toggles': dict(each.toggles)} for each in said.plays]\n"
        "        return {'answer': 'hello', 'protocol': 1, 'name': 'reference', 'plays': plays,\n"
        "                'capabilities': sorted(said.capabilities)}\n"
    )
    done = mocsar("validate", "--variant", "kollar", "--python", "as_object:Adapter", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "conformant to kollar" in done.stdout


def test_a_python_object_that_is_not_there_ends_the_command_in_words(mocsar: Any, tmp_path: Path) -> None:
    done = mocsar("validate", "--python", "my_rules:Table", folder=tmp_path)
    assert done.returncode == 3
    assert f"there is no module 'my_rules' in {os.path.realpath(tmp_path)}" in done.stderr
    assert "Traceback" not in done.stderr

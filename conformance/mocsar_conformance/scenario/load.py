"""Loads scenarios: reads the files, holds them against the schema, and finds every name in the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from mocsar_conformance.paths import scenarios_dir
from mocsar_conformance.scenario.cards import TextFault, TextReader
from mocsar_conformance.scenario.expect import ExpectationReader
from mocsar_conformance.scenario.faults import Faults
from mocsar_conformance.scenario.model import (
    ActStep,
    Claim,
    Deal,
    DealStep,
    Given,
    LegalStep,
    Scenario,
    Step,
    ThenStep,
    Written,
)
from mocsar_reference import Action, Diagnostic, MocsarError, Place, Rulebook, Setting
from mocsar_reference.errors import did_you_mean
from mocsar_reference.load import Document, load_document
from mocsar_reference.load import Path as NodePath
from mocsar_reference.resolve.book import Contents, Expression
from mocsar_reference.resolve.conditions import toggles_read

DEALER = "dealer"
"""`dealer:` is short for this name among what chance decides."""
LONGEST_NAME = 64
_NO_ACTION = Action("")


def load_scenarios(root: Path | None, rulebook: Rulebook) -> list[Scenario]:
    """Return all scenarios below a folder, by id; by default those that come with the package.

    `root` is the folder of the scenarios, or one that has them in a folder `scenarios`. Raises MocsarError with every
    fault found in any of the files: Y and S codes, X codes for `when`, and C001 to C019.
    """
    folder = scenarios_dir() if root is None else root
    if root is not None and (root / "scenarios").is_dir():
        folder = root / "scenarios"
    if not folder.is_dir():
        hint = "name the folder that holds the scenarios"
        raise MocsarError([Diagnostic("C001", None, f"there is no folder '{folder}'", hint)])
    reader = _Reader(rulebook, below=_without_overlays(rulebook) if root is None else None)
    scenarios: list[Scenario] = []
    found: list[Diagnostic] = []
    for path in sorted(folder.rglob("*.y*ml")):
        if path.suffix not in (".yaml", ".yml") or any(part.startswith(".") for part in path.relative_to(folder).parts):
            continue
        try:
            scenarios.append(reader.file(path, path.relative_to(folder).with_suffix("").as_posix()))
        except MocsarError as error:
            found += error.diagnostics
    if found:
        raise MocsarError(found)
    return sorted(scenarios, key=lambda each: each.id)


def read_scenario(document: Document, rulebook: Rulebook) -> Scenario:
    """Return the scenario that a document is, which has been held against the schema already.

    Raises MocsarError with every fault found: X codes for `when`, and C005 to C019.
    """
    return _Reader(rulebook).scenario(document)


def _without_overlays(rulebook: Rulebook) -> Rulebook | None:
    """Return a rulebook without the constraints that overlays bring; None where they bring none."""
    contents = rulebook.contents
    folder = rulebook.root.resolve()
    own = tuple(each for each in contents.constraints if Path(each.place.file).resolve().is_relative_to(folder))
    return Rulebook(replace(contents, constraints=own), rulebook.root) if len(own) < len(contents.constraints) else None


_MOST_KEPT = 1000
_read: dict[tuple[int, str, str], tuple[Contents, Scenario]] = {}
"""The scenarios last read, by contents (kept too, so that no others get their id), file and text."""


class _Reader:
    """Reads scenarios. `below` is the rulebook that they know, where what is laid over it constrains it further."""

    def __init__(self, rulebook: Rulebook, below: Rulebook | None = None) -> None:
        self.rulebook = rulebook
        self.below = below
        self.texts = TextReader(rulebook.contents)

    def file(self, path: Path, name: str) -> Scenario:
        document = load_document(path, "scenario")
        if path.suffix != ".yaml":
            place, hint = Place(document.file, 1, 1), f"rename it to '{path.stem}.yaml'"
            raise MocsarError([Diagnostic("C003", place, "scenarios' files end in '.yaml'", hint)])
        if document.value["id"] != name:
            message = f"the id '{document.value['id']}' is not the file's own path"
            hint = f"write 'id: {name}', or move the file"
            raise MocsarError([Diagnostic("C002", document.place(("id",)), message, hint)])
        return self.scenario(document)

    def scenario(self, document: Document) -> Scenario:
        if self.below is not None or type(document) is not Document:  # a part of a file has the text of the whole
            return _One(self.rulebook, self.texts, document, self.below).scenario()
        contents = self.rulebook.contents
        key = (id(contents), document.file, document.text)
        if key not in _read:
            scenario = _One(self.rulebook, self.texts, document, None).scenario()
            while len(_read) >= _MOST_KEPT:
                _read.pop(next(iter(_read)), None)
            _read[key] = (contents, scenario)
            return scenario
        return _read[key][1]


class _One:
    """Reads one scenario."""

    def __init__(self, rulebook: Rulebook, texts: TextReader, document: Document, below: Rulebook | None) -> None:
        self.rulebook = rulebook
        self.below = below
        self.contents: Contents = rulebook.contents
        self.texts = texts
        self.document = document
        self.faults = Faults(document)

    def scenario(self) -> Scenario:
        value: dict[str, Any] = self.document.value
        self.rules(value["rules"])
        when = self.when() if "when" in value else None
        settings = tuple(self.settings(value.get("settings", ())))
        given = self.given(value["given"])
        self.players = given.players
        self.expect = ExpectationReader(self.contents, self.texts, given.players, self.faults)
        steps = tuple(self.step(each, ("steps", index)) for index, each in enumerate(value["steps"]))
        then = self.expect.read(value["then"], ("then",)) if "then" in value else ()
        if self.faults.found:
            raise MocsarError(self.faults.found)
        return Scenario(
            id=value["id"],
            title=value["title"],
            rules=tuple(value["rules"]),
            when=when,
            about=toggles_read(when) if when else frozenset(),
            settings=settings,
            ruled_out=len(value.get("settings", ())) - len(settings),
            because=value.get("because"),
            status=value.get("status"),
            link=value.get("link"),
            given=given,
            steps=steps,
            then=then,
            document=self.document,
        )

    def rules(self, ids: Sequence[str]) -> None:
        known = {**self.contents.rules, **self.contents.clauses}
        for index, name in enumerate(ids):
            if name not in known:
                self.faults.at("C005", ("rules", index), f"there is no rule '{name}'", did_you_mean(name, known))

    def when(self) -> Expression | None:
        try:
            return self.rulebook.condition(self.document, ("when",), numbers=("players",))
        except MocsarError as error:
            self.faults.found += error.diagnostics
            return None

    def settings(self, texts: Sequence[str]) -> Iterator[Setting]:
        """Go through the settings listed; those that are faulty, or that an overlay rules out, are left out."""
        known: set[str] = set()
        for index, text in enumerate(texts):
            path: NodePath = ("settings", index)
            try:
                setting = self.rulebook.setting(text)
            except MocsarError as error:
                if not self.is_ruled_out(text):
                    for each in error.diagnostics:
                        self.faults.at("C019", path, each.message, each.hint)
                continue
            if not setting.changes:
                hint = "leave it out: every variant that 'when' allows is one"
                self.faults.at("C018", path, f"'{setting.short}' is a setting that it is held to already", hint)
            elif setting.short in known:
                self.faults.at("C018", path, f"'{setting.short}' is listed already", "list it once")
            known.add(setting.short)
            yield setting

    def is_ruled_out(self, text: str) -> bool:
        """Tell whether it is only an overlay's constraint that a setting breaks."""
        try:
            return self.below is not None and bool(self.below.setting(text))
        except MocsarError:
            return False

    # ---- deals -------------------------------------------------------------------------------------------------------

    def given(self, value: Mapping[str, Any]) -> Given:
        path: NodePath = ("given",)
        listed = value.get("players")
        players = tuple(listed if listed is not None else value.get("hands", ()))
        if listed is None and "hands" not in value:
            hint = "add 'players: [Anna, Bea, Csaba]', in the order of the seats"
            self.faults.key("C009", (*path, "pack"), "with a pack, nothing says who plays", hint)
        elif len(players) < 2:
            where: NodePath = (*path, "hands" if listed is None else "players")
            self.faults.key("C009", where, "there are fewer than two players", "name everybody who plays")
        for index, name in enumerate(players):
            where = (*path, "hands", name) if listed is None else (*path, "players", index)
            self.name(name, where)
        self.players = players
        if listed is not None and "hands" in value:
            self.complete_hands(value["hands"], (*path, "hands"))
        standing = tuple(value.get("standing", ()))
        if standing and "standing" not in self.contents.model.variables:
            self.faults.key("C016", (*path, "standing"), "no rule knows of a standing", "leave it out")
        for index, name in enumerate(standing):
            self.player(name, (*path, "standing", index))
        missing = [name for name in players if name not in standing]
        if standing and missing:
            hint = "the standing has every player, best first"
            self.faults.at("C016", (*path, "standing"), f"the standing lacks {', '.join(missing)}", hint)
        deal = self.deal(value, path)
        return Given(deal.hands, deal.pack, deal.leader, deal.chance, path, players, standing)

    def name(self, name: str, path: NodePath) -> None:
        if not 0 < len(name) <= LONGEST_NAME or name != name.strip() or not name.isprintable():
            hint = f"a name is one to {LONGEST_NAME} printable characters, without spaces around them"
            self.faults.key("C008", path, "this cannot be a player's name", hint)

    def deal(self, value: Mapping[str, Any], path: NodePath) -> Deal:
        hands: dict[str, tuple[str, ...]] | None = None
        if "hands" in value:
            hands = {}
            for name, cards in value["hands"].items():
                self.player(name, (*path, "hands", name), is_key=True)
                hands[name] = self.cards(cards, (*path, "hands", name))
        pack = self.cards(value["pack"], (*path, "pack")) if "pack" in value else None
        leader = value.get("leader")
        if leader is not None:
            self.player(leader, (*path, "leader"))
        return Deal(hands, pack, leader, self.chance(value, path), path)

    def complete_hands(self, hands: Iterable[str], path: NodePath) -> None:
        missing = [name for name in self.players if name not in hands]
        if missing:
            hint = f"""write '{missing[0]}: ""' for an empty hand"""
            self.faults.key("C009", path, f"there is no hand for {', '.join(missing)}", hint)

    def chance(self, value: Mapping[str, Any], path: NodePath) -> dict[str, str]:
        result: dict[str, str] = {}
        known = self.contents.model.chance
        for name, player in value.get("chance", {}).items():
            here = (*path, "chance", name)
            if name not in known:
                self.faults.key("C017", here, f"chance does not decide '{name}'", did_you_mean(name, known))
            self.player(player, here)
            result[name] = player
        dealer = value.get(DEALER)
        if dealer is not None:
            here = (*path, DEALER)
            self.player(dealer, here)
            if DEALER in result:
                self.faults.key("C018", here, "the dealer is given under 'chance' already", "keep one of them")
            elif DEALER not in known:
                self.faults.key("C017", here, "chance does not decide the dealer", did_you_mean(DEALER, known))
            result[DEALER] = dealer
        return result

    # ---- steps -------------------------------------------------------------------------------------------------------

    def step(self, value: Mapping[str, Any], path: NodePath) -> Step:
        if "legal" in value:
            claims = [self.claim(name, each, (*path, "legal", name)) for name, each in value["legal"].items()]
            return LegalStep(tuple(claims), path)
        if "then" in value:
            return ThenStep(self.expect.read(value["then"], (*path, "then")), path)
        if "deal" in value:
            here = (*path, "deal")
            if "hands" in value["deal"]:
                self.complete_hands(value["deal"]["hands"], (*here, "hands"))
            return DealStep(self.deal(value["deal"], here), path)
        name = next(key for key in value if key != "refused")
        self.player(name, (*path, name), is_key=True)
        reason = value.get("refused")
        if reason is not None and reason not in self.contents.reasons:
            hint = did_you_mean(reason, self.contents.reasons)
            self.faults.at("C006", (*path, "refused"), f"there is no reason '{reason}'", hint)
        return ActStep(name, self.written(value[name], (*path, name)), reason, path)

    def claim(self, name: str, value: Any, path: NodePath) -> Claim:
        self.player(name, path, is_key=True)
        if isinstance(value, list):
            return Claim(name, self.list_of(value, path), (), (), None, path)
        includes = self.list_of(value.get("includes", ()), (*path, "includes"))
        excludes = self.list_of(value.get("excludes", ()), (*path, "excludes"))
        known = {_key(each): each for each in includes}
        for each in excludes:
            if _key(each) in known:
                self.faults.at("C018", each.path, f"'{each.text}' is included as well", "keep one of the two")
        return Claim(name, None, includes, excludes, value.get("count"), path)

    def list_of(self, values: Sequence[str], path: NodePath) -> tuple[Written, ...]:
        result: dict[Any, Written] = {}
        for index, text in enumerate(values):
            each = self.written(text, (*path, index))
            twice = result.setdefault(_key(each), each)
            if twice is not each and each.action.do:
                self.faults.at("C018", each.path, f"'{each.text}' is listed already", "list it once")
        return tuple(result.values())

    # ---- words -------------------------------------------------------------------------------------------------------

    def written(self, text: str, path: NodePath) -> Written:
        try:
            action, span = self.texts.action(text)
        except TextFault as fault:
            self.faults.text(path, fault)
            return Written(_NO_ACTION, text, path)
        return Written(action, " ".join(text.split()), path, span)

    def cards(self, value: str | int, path: NodePath) -> tuple[str, ...]:
        try:
            return self.texts.cards(str(value))
        except TextFault as fault:
            self.faults.text(path, fault)
            return ()

    def player(self, name: str, path: NodePath, is_key: bool = False) -> None:
        if name not in self.players:
            complain = self.faults.key if is_key else self.faults.at
            complain("C007", path, f"there is no player '{name}' in this scenario", did_you_mean(name, self.players))


def _key(each: Written) -> Any:
    action = each.action
    return action.do, tuple(sorted(action.cards)), action.as_form, action.as_rank, action.rank

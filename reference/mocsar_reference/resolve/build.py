"""From the loaded files to a checked rulebook: names found, expressions typed, every fault reported with its place."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..errors import ExpressionError, MocsarError, Place, did_you_mean
from ..language.ast import Call, Name
from ..language.builtins import builtins
from ..language.facts import NO_FACTS, Facts, facts
from ..language.parse import parse
from ..language.type_syntax import parse_type
from ..language.typecheck import KEPT
from ..language.types import (
    ABSENT,
    BOOL,
    CARDS,
    INT,
    PLAYER,
    STRING,
    Enum,
    List,
    Maybe,
    PerPlayer,
    Record,
    Signature,
    Type,
)
from ..language.walk import children
from ..load import Document, Tree
from . import book as b
from .spoken import check_action, check_entry, check_phase
from .typing import Complaints, Path, Scope, as_text, toggle_record

Item = tuple[Document, Path, Any]
"""A node of a file: the file, the way to it, and its value."""

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_PART = re.compile(r"(?P<name>[a-z0-9_.]+)(?:\[(?P<index>[0-9])\])?")

MEANINGFUL = ("phase", "players", "toggle", "chance", "actor", "action", "before", "none")
"""Names that every expression, or every one at some kind of place, knows."""

NUMBERS_UP_TO = 64  # of players, of cards a toggle can name: far above any game of the family


def build(trees: list[Tree], digest: str) -> b.Contents:
    """Return the rulebook that the trees make together, the first being the base and the others overlays.

    Raises MocsarError with every fault found (X and R codes).
    """
    return _Builder(trees, digest).contents()


class _Builder:
    def __init__(self, trees: list[Tree], digest: str) -> None:
        self.trees = trees
        self.digest = digest
        self.complaints = Complaints()
        self.places: dict[tuple[str, str], Place] = {}

    # ---- walking the files -------------------------------------------------------------------------------------------

    def documents(self, kind: str) -> Iterator[Document]:
        for tree in self.trees:
            yield from tree.documents.get(kind, ())

    def items(self, kind: str, key: str, thing: str) -> Iterator[Item]:
        """Yield the entries of a list over all files of a kind; an id that is given twice is a fault."""
        for document in self.documents(kind):
            for index, value in enumerate(document.value.get(key, ())):
                if self.fresh(thing, value["id"], document.place((key, index, "id"))):
                    yield document, (key, index), value

    def entries(self, kind: str, key: str, thing: str) -> Iterator[tuple[str, Item]]:
        """Yield the entries of a mapping over all files of a kind, likewise."""
        for document in self.documents(kind):
            for name, value in document.value.get(key, {}).items():
                if self.fresh(thing, name, document.key_place((key, name))):
                    yield name, (document, (key, name), value)

    def fresh(self, thing: str, name: str, place: Place, hint: str = "choose another id") -> bool:
        first = self.places.setdefault((thing, name), place)
        if first is not place:
            self.complaints.add(
                "R001",
                place,
                f"there is {'an' if thing[0] in 'aeiou' else 'a'} {thing} '{name}' already, at {first}",
                f"choose another id; an overlay replaces a rule by a new one that says 'overrides: {name}'"
                if thing == "rule"
                else hint,
            )
        return first is place

    def known(self, thing: str, name: str, among: Mapping[str, Any], place: Place) -> bool:
        if name in among:
            return True
        self.complaints.add("R002", place, f"there is no {thing} '{name}'", did_you_mean(name, among))
        return False

    # ---- the whole ---------------------------------------------------------------------------------------------------

    def contents(self) -> b.Contents:
        self.ranks = {
            value["id"]: b.Rank(value["id"], value["card"], value["symbol"], value["name"], value.get("picture"))
            for document, path, value in self.items("ranks", "ranks", "rank")
            if self.fresh("card", value["card"], document.place((*path, "card")), "write this rank otherwise")
        }
        self.suits = {
            value["id"]: b.Suit(value["id"], value["symbol"], value["name"])
            for _, _, value in self.items("ranks", "suits", "suit")
        }
        self.refuse_ranks_like_cards()
        self.titles = {value["id"]: value["name"] for _, _, value in self.items("titles", "titles", "title")}
        self.reasons = {value["id"]: value["text"] for _, _, value in self.items("reasons", "reasons", "reason")}
        self.sources = {
            value["id"]: b.Source(**{"places": {}, **value})
            for _, _, value in self.items("sources", "sources", "source")
        }
        self.rank_type = Enum("rank", tuple(self.ranks))
        self.title_type = Enum("title", tuple(self.titles))
        self.form_type = Enum("form", tuple(value["id"] for d in self.documents("forms") for value in d.value["forms"]))
        phases = [value["id"] for d in self.documents("model") for value in d.value.get("phases", ())]
        self.phase_type = Enum("phase", tuple(dict.fromkeys(phases)))
        self.enums = {each.name: each for each in (self.rank_type, self.title_type, self.form_type, self.phase_type)}
        self.toggles = {
            value["id"]: self.toggle(item) for item in self.items("toggles", "toggles", "toggle") for value in item[2:]
        }
        self.refuse_toggles_in_toggles()
        self.toggle_scope = Scope({"toggle": toggle_record(self.toggles), "none": ABSENT}, {}, self.enums)
        self.state()
        functions = self.functions()
        forms = self.forms()
        model = self.model()
        clauses, rules = self.rules(model)
        variants = self.variants()
        for clause in clauses.values():
            for name in clause.status_in:
                self.known("variant", name, variants, clause.places["status_in", name])
        result = b.Contents(
            **self.front(),
            model=model,
            forms=forms,
            functions=functions,
            toggles=self.toggles,
            constraints=tuple(self.constraints()),
            clauses=clauses,
            rules=rules,
            titles=self.titles,
            ranks=self.ranks,
            suits=self.suits,
            reasons=self.reasons,
            variants=variants,
            sources=self.sources,
            terms=self.terms(),
            places=self.places,
            digest=self.digest,
        )
        if self.complaints.found:
            raise MocsarError(self.complaints.found)
        return result

    def front(self) -> dict[str, Any]:
        first = next(self.documents("rulebook"), None)
        if first is None:
            self.complaints.add(
                "R003", None, "the rulebook has no rulebook.yaml", "it names the edition, languages and chapters"
            )
            raise MocsarError(self.complaints.found)
        chapters = tuple(
            b.Chapter(value["id"], value["title"], value.get("about"))
            for _, _, value in self.items("rulebook", "chapters", "chapter")
        )
        own = first.value
        return {
            "edition": own["edition"],
            "title": own["title"],
            "languages": tuple(own["languages"]),
            "chapters": chapters,
        }

    def refuse_ranks_like_cards(self) -> None:
        """Complain of a rank whose id, or whose card as it is written, is another rank's with a suit behind it."""
        by_card = {rank.card: rank.id for rank in self.ranks.values()}
        signs = {sign: suit.id for suit in self.suits.values() for sign in (suit.id, suit.symbol)}
        for rank in self.ranks.values():
            for text, thing, among, suits in (
                (rank.id, "rank", self.ranks, self.suits),
                (rank.card, "card", by_card, signs),
            ):
                if text[:-1] in among and text[-1] in suits:
                    message = f"'{text}' could be the {thing} '{text[:-1]}' in the suit '{text[-1]}'"
                    self.complaints.add("R015", self.places[thing, text], message, "write this rank otherwise")
                    break

    # ---- toggles -----------------------------------------------------------------------------------------------------

    def toggle(self, item: Item) -> b.Toggle:
        document, path, value = item
        group = document.value["group"]
        if "values" in value:
            kind: Type = Enum(f"value of {value['id']}", tuple(value["values"]))
        else:
            kind = self.type_at(document, (*path, "type"), value["type"])
        if value.get("min", 0) > value.get("max", NUMBERS_UP_TO):
            message = f"{value['id']}: the smallest number allowed is larger than the largest"
            self.complaints.add("R010", document.place((*path, "min")), message, "swap 'min' and 'max'")
            value = {key: each for key, each in value.items() if key not in ("min", "max")}
        default = self.value_of(document, (*path, "default"), value["default"], kind, value)
        others = tuple(
            self.value_of(document, (*path, "try", index), each, kind, value)
            for index, each in enumerate(value.get("try", ()))
        )
        return b.Toggle(
            id=value["id"],
            group=group,
            title=value["title"],
            type=kind,
            default=default,
            values=value.get("values", {}),
            sentence=value.get("text"),
            none=value.get("none"),
            minimum=value.get("min"),
            maximum=value.get("max"),
            others=others,
            place=document.place((*path, "id")),
            estate=value.get("estate"),
        )

    def taken(self, name: str, place: Place) -> None:
        message = f"'{name}' is taken: it already means something in expressions"
        self.complaints.add("R004", place, message, "choose another name")

    def refuse_toggles_in_toggles(self) -> None:
        """Complain of a toggle such as `play.beats.more` where `play.beats` is one: expressions could not tell."""
        for name, toggle in list(self.toggles.items()):
            parts = name.split(".")
            above = next((a for n in range(1, len(parts)) if (a := ".".join(parts[:n])) in self.toggles), None)
            if above:
                message = f"'{name}' cannot be told from a part of the toggle '{above}'"
                self.complaints.add("R004", toggle.place, message, "choose another name")
                del self.toggles[name]

    def type_at(self, document: Document, path: Path, text: str) -> Type:
        try:
            return parse_type(text, self.enums)
        except ExpressionError as error:
            self.complaints.add(error.code, document.text_place(path, error.offset), error.message, error.hint)
            return STRING

    def stop_without_types(self) -> None:
        """Raise where a type could not be read: every expression about it would be complained of, too."""
        if any(each.code == "X024" for each in self.complaints.found):
            raise MocsarError(self.complaints.found)

    def value_of(self, document: Document, path: Path, value: Any, kind: Type, toggle: Mapping[str, Any]) -> b.Value:
        """Return a toggle's value as written in a file, checked against its type."""
        if isinstance(kind, List) and isinstance(value, list):
            members = [self.value_of(document, (*path, i), each, kind.of, toggle) for i, each in enumerate(value)]
            twice = next((i for i, each in enumerate(members) if each in members[:i]), None)
            if twice is not None and kind.of == self.rank_type:
                message = f"{toggle['id']}: '{members[twice]}' is listed twice"
                self.complaints.add("R010", document.place((*path, twice)), message, "list it once")
            return tuple(members)
        fault, hint = value_fault(value, kind, toggle.get("min"), toggle.get("max"))
        if fault:
            self.complaints.add("R010", document.place(path), value_fault_of(toggle["id"], fault), hint)
        return canonical(value, kind)

    def constraints(self) -> Iterator[b.Constraint]:
        for document, path, value in self.items("constraints", "constraints", "constraint"):
            expr = self.toggle_scope.read(self.complaints, document, (*path, "expr"), value["expr"], BOOL)
            if expr:
                yield b.Constraint(value["id"], expr, value["message"], document.place((*path, "id")))

    # ---- model -------------------------------------------------------------------------------------------------------

    def state(self) -> None:
        """Find what state there is, of the model and of the rules, and what every expression about it may name."""
        self.scopes = tuple(dict.fromkeys(s for d in self.documents("model") for s in d.value.get("scopes", ())))
        self.zones = {
            name: b.Zone(name, value.get("per") == "player", value["visible"], value.get("note", ""))
            for name, (_, _, value) in self.entries("model", "zones", "zone")
        }
        found: list[tuple[str, Item]] = list(self.entries("model", "state", "state"))
        for document, path, value in self.rule_items():
            for name, own in value.get("state", {}).items():
                if self.fresh("state", name, document.key_place((*path, "state", name))):
                    found.append((name, (document, (*path, "state", name), own)))
        types: dict[str, Type] = {}
        for name, (document, path, value) in found:
            kind = self.type_at(document, (*path, "type"), value["type"])
            types[name] = PerPlayer(kind) if value.get("per") else kind
            self.known("scope", value["scope"], dict.fromkeys(self.scopes), document.place((*path, "scope")))
            if name in self.zones or name in MEANINGFUL or not is_name(name):
                self.taken(name, document.key_place(path))
            elif len(name) == 1:
                message = f"'{name}' is one letter; such names are for variables within expressions"
                self.complaints.add("R004", document.key_place(path), message, "choose a longer name")
        self.stop_without_types()
        self.chance = {name: value["note"] for name, (_, _, value) in self.entries("model", "chance", "chance")}
        initial_scope = self.toggle_scope.plus({"players": List(PLAYER)})
        self.variables: dict[str, b.Variable] = {}
        for name, (document, path, value) in found:
            kind = types[name].of if value.get("per") else types[name]  # type: ignore[attr-defined]
            initial = None
            if "initial" in value:
                text = "[]" if value["initial"] == [] else value["initial"]
                initial = initial_scope.read(self.complaints, document, (*path, "initial"), text, kind)
            elif not isinstance(kind, Maybe):
                self.complaints.add(
                    "R005",
                    document.key_place(path),
                    f"'{name}' has no initial value",
                    f"add 'initial:' with a value of type {kind}",
                )
            self.variables[name] = b.Variable(
                name,
                value["scope"],
                kind,
                bool(value.get("per")),
                initial,
                value.get("note", ""),
                document.key_place(path),
            )
        cards: dict[str, Type] = {
            name: PerPlayer(CARDS) if zone.per_player else CARDS for name, zone in self.zones.items()
        }
        known: dict[str, Type] = {
            **self.toggle_scope.names,
            **types,
            **cards,
            "phase": self.phase_type,
            "players": List(PLAYER),
        }
        self.world = Scope(known, {}, self.enums)
        self.before = Record("before", {**types, **cards, "phase": self.phase_type})

    def functions(self) -> dict[str, b.Function]:
        """Read the helper functions; a function may call those declared before it, so none can call itself."""
        result: dict[str, b.Function] = {}
        items = list(self.items("functions", "functions", "function"))
        for number, (document, path, value) in enumerate(items):
            if value["id"] in builtins() or not is_name(value["id"]):
                message = f"'{value['id']}' is taken: it already means something in expressions"
                self.complaints.add("R004", document.place((*path, "id")), message, "choose another name")
                continue
            later = {other["id"] for _, _, other in items[number:]}.difference(builtins())
            parameters = {
                name: self.type_at(document, (*path, "params", name), text)
                for name, text in value.get("params", {}).items()
            }
            for name in KEPT.intersection(parameters):
                self.taken(name, document.key_place((*path, "params", name)))
            returns = self.type_at(document, (*path, "type"), value["type"])
            self.stop_without_types()
            early = self.early_call(document, (*path, "expr"), value["expr"], later)
            scope = self.world.plus(parameters)
            expr = None if early else scope.read(self.complaints, document, (*path, "expr"), value["expr"], returns)
            signature = Signature(parameters, returns)
            self.world.functions[value["id"]] = signature
            if expr:
                result[value["id"]] = b.Function(
                    value["id"], signature, expr, value.get("note", ""), document.place((*path, "id"))
                )
        return result

    def early_call(self, document: Document, path: Path, value: Any, later: Collection[str]) -> bool:
        """Complain where a function calls itself, or one that is declared after it."""
        try:
            waiting = [parse(as_text(value))]
        except ExpressionError:
            return False  # reading it will say so
        while waiting:
            node = waiting.pop()
            if isinstance(node, Call) and node.function in later:
                message = f"the function '{node.function}' is not declared yet, so it cannot be called here"
                hint = "a function can call those declared before it, so none can call itself"
                self.complaints.add("X012", document.text_place(path, node.at), message, hint)
                return True
            waiting += children(node)
        return False

    def forms(self) -> dict[str, b.Form]:
        result = {}
        ranks, ends = List(self.rank_type), Enum("end", ("lowest", "highest"))

        def part(item: Item, key: str, kind: Type) -> b.Expression | None:
            document, path, value = item
            if key not in value:
                return None
            return self.toggle_scope.read(self.complaints, document, (*path, key), value[key], kind)

        for item in self.items("forms", "forms", "form"):
            document, path, value = item
            result[value["id"]] = b.Form(
                id=value["id"],
                title=value["title"],
                when=part(item, "when", BOOL),
                same="same" in value,
                consecutive=part(item, "consecutive", ranks),
                minimum=part(item, "min", INT),
                filler=part(item, "filler", ranks),
                of_fillers=self.word_of(item, "of_fillers", ends),
                one_suit=part(item, "one_suit", BOOL),
                place=document.place((*path, "id")),
            )
        return result

    def word_of(self, item: Item, key: str, kind: Enum) -> b.Expression | None:
        """Read an expression whose value is a word of `kind`, or of a toggle with the same words."""
        document, path, value = item
        if key not in value:
            return None
        expr = self.toggle_scope.read(self.complaints, document, (*path, key), value[key], None)
        if expr and not (isinstance(expr.node.type, Enum) and set(expr.node.type.values) <= set(kind.values)):
            self.complaints.add(
                "R006",
                document.place((*path, key)),
                f"'{key}' must be one of: {', '.join(kind.values)}",
                "name a toggle with these values",
            )
        return expr

    def model(self) -> b.Model:
        actions = self.action_kinds()
        events = {
            name: b.EventKind(name, bool(value["actor"]), value["note"])
            for name, (document, path, value) in self.entries("model", "events", "event")
            if self.fresh("action", name, document.key_place(path))
        }
        self.actions, self.events = actions, events
        if "deal" not in events or events["deal"].actor:
            self.complaints.add(
                "R007",
                None,
                "the model has no event 'deal' without an actor",
                "a deal begins with it: events: {deal: {actor: false, note: …}}",
            )
        packs = self.packs()
        refusals = {
            name: (value, document.place(path))
            for name, (document, path, value) in self.entries("model", "refusals", "refusal")
        }
        for name in ("not-in-phase", "ambiguous"):
            if name not in refusals:
                self.complaints.add(
                    "R003",
                    None,
                    f"the model does not say what the refusal '{name}' is called",
                    f"refusals: {{{name}: <a reason's id>}}",
                )
        for reason, place in refusals.values():
            self.known("reason", reason, self.reasons, place)
        entries = [each["id"] for document in self.documents("model") for each in document.value.get("view", ())]
        phases = self.phases(entries)
        view = tuple(self.view(entries))
        if self.complaints.found:
            raise MocsarError(self.complaints.found)
        return b.Model(
            scopes=self.scopes,
            variables=self.variables,
            zones=self.zones,
            phases=phases,
            stages=self.stages(),
            packs=packs,
            chance=self.chance,
            actions=actions,
            events=events,
            effects={name: value for name, (_, _, value) in self.entries("model", "effects", "effect")},
            view=view,
            refusals={name: reason for name, (reason, _) in refusals.items()},
        )

    def stages(self) -> tuple[str, ...]:
        """Read the stages, in their order; an overlay cannot add any, since nothing says where they would come."""
        result: tuple[str, ...] = ()
        for document in self.documents("model"):
            own = tuple(document.value.get("stages", ()))
            if result and own:
                hint = f"use those there are: {', '.join(result)}"
                self.complaints.add("R029", document.key_place(("stages",)), "an overlay cannot bring stages", hint)
            result = result or own
        return result

    def packs(self) -> tuple[b.Pack, ...]:
        """Read the packs: the base's, and before it those that overlays have for some settings."""
        result: list[b.Pack] = []
        for document in self.documents("model"):
            pack = document.value.get("pack")
            if pack is None:
                continue
            if result and "when" not in pack:
                hint = "add 'when:', a condition over toggles that says in which settings this one is used"
                self.complaints.add("R009", document.key_place(("pack",)), "there is a pack already", hint)
                continue
            read = self.pack(document, pack)
            if read:
                result.insert(0, read)
        if not result and not self.complaints.found:
            hint = "pack: {order: …, copies: {each: r, expr: …}}"
            self.complaints.add("R003", None, "the model declares no pack", hint)
        return tuple(result)

    def pack(self, document: Document, value: Any) -> b.Pack | None:
        def part(key: str, kind: Type) -> b.Expression | None:
            if key not in value:
                return None
            return self.toggle_scope.read(self.complaints, document, ("pack", key), value[key], kind)

        ranks = List(self.rank_type)
        each = value["copies"]["each"]
        names = {**self.toggle_scope.names, each: self.rank_type, "players": List(PLAYER)}
        copies = Scope(names, self.world.functions, self.enums).read(
            self.complaints, document, ("pack", "copies", "expr"), value["copies"]["expr"], INT
        )
        when, order, suited = part("when", BOOL), part("order", ranks), part("suited", ranks)
        return b.Pack(when, order, each, copies, suited) if order and copies else None

    def action_kinds(self) -> dict[str, b.ActionKind]:
        """Read the actions; an overlay adds forms to an action by naming it again."""
        result: dict[str, b.ActionKind] = {}
        for document in self.documents("model"):
            for name, value in document.value.get("actions", {}).items():
                path: Path = ("actions", name)
                forms = tuple(value.get("forms", ()))
                for index, form in enumerate(forms):
                    among = dict.fromkeys(self.form_type.values)
                    self.known("form", form, among, document.place((*path, "forms", index)))
                old = result.get(name)
                if old is None:
                    note = value.get("note")
                    if note is None:
                        hint = "add 'note:' in every language: what the player does"
                        self.complaints.add("R008", document.key_place(path), f"the action '{name}' has no note", hint)
                    self.fresh("action", name, document.key_place(path))
                    cards, rank = bool(value.get("cards")), bool(value.get("rank"))
                    if (rank and cards) or (forms and not cards):
                        message = (
                            f"the action '{name}' cannot name a rank besides cards"
                            if rank
                            else f"the action '{name}' has forms but no cards"
                        )
                        hint = "leave out 'rank:'; the cards have a rank by their form" if rank else "add 'cards: true'"
                        self.complaints.add("R008", document.key_place(path), message, hint)
                    check_action(self.complaints, document, path, value)
                    said = value.get("said", {})
                    result[name] = b.ActionKind(name, cards, forms, rank, note or {}, document.key_place(path), said)
                elif {"cards", "rank", "said"} & set(value):
                    hint = "an overlay can only add forms to it"
                    self.complaints.add("R008", document.key_place(path), f"the action '{name}' is there already", hint)
                else:
                    forms = tuple(dict.fromkeys((*old.forms, *forms)))
                    result[name] = replace(old, forms=forms)
        return result

    def phases(self, entries: Collection[str]) -> dict[str, b.Phase]:
        """Read the phases; an overlay adds actions to a phase by naming it again."""
        result: dict[str, b.Phase] = {}
        for document in self.documents("model"):
            for index, value in enumerate(document.value.get("phases", ())):
                for number, action in enumerate(value["actions"]):
                    self.known("action", action, self.actions, document.place(("phases", index, "actions", number)))
                place = document.place(("phases", index, "id"))
                old = result.get(value["id"], b.Phase(value["id"], (), None, place))
                actions = tuple(dict.fromkeys((*old.actions, *value["actions"])))
                said = {**value.get("said", {}), **old.said}
                check_phase(self.complaints, document, ("phases", index), value, entries)
                for part in old.said.keys() & value.get("said", {}).keys():
                    message = f"the phase '{value['id']}' has words for '{part}' already"
                    hint = "an overlay can only add what is not said yet"
                    self.complaints.add("R001", document.key_place(("phases", index, "said", part)), message, hint)
                result[value["id"]] = b.Phase(value["id"], actions, value.get("next", old.next), old.place, said)
        return result

    def view(self, entries: Collection[str]) -> Iterator[b.ViewEntry]:
        for document, path, value in self.items("model", "view", "view entry"):
            scope = self.world
            if "each" in value:
                if value["each"] in scope.names or value["each"] in KEPT:
                    self.taken(value["each"], document.place((*path, "each")))
                scope = scope.plus({value["each"]: PLAYER})
            when = (
                scope.read(self.complaints, document, (*path, "when"), value["when"], BOOL) if "when" in value else None
            )
            narrowed = facts(when.node, True) if when else NO_FACTS
            expr = (
                scope.read(self.complaints, document, (*path, "expr"), value["expr"], None, narrowed)
                if "expr" in value
                else None
            )
            fields = {}
            for name, text in value.get("fields", {}).items():
                part = scope.read(self.complaints, document, (*path, "fields", name), text, None, narrowed)
                if part:
                    fields[name] = part
            yield b.ViewEntry(
                id=value["id"],
                core=value.get("core", False),
                when=when,
                each=value.get("each"),
                expr=expr,
                fields=fields,
                to_owner=value.get("to") == "owner",
                omit=value.get("omit"),
                note=value["note"],
                said=value.get("said", {}),
                changed=value.get("changed", {}),
                beside=value.get("beside"),
            )
            check_entry(self.complaints, document, path, value, expr.node.type if expr else None, entries)

    # ---- rules and clauses -------------------------------------------------------------------------------------------

    def rule_items(self) -> Iterator[Item]:
        """Yield every rule of every file, with or without a clause."""
        for document in self.documents("rules"):
            for c, clause in enumerate(document.value.get("clauses", ())):
                for r, rule in enumerate(clause.get("rules", ())):
                    yield document, ("clauses", c, "rules", r), rule
            for r, rule in enumerate(document.value.get("bookkeeping", ())):
                yield document, ("bookkeeping", r), rule

    def rules(self, model: b.Model) -> tuple[dict[str, b.Clause], dict[str, b.Rule]]:
        rules: dict[str, b.Rule] = {}
        clauses: list[b.Clause] = []
        for document, path, value in self.rule_items():
            if self.fresh("rule", value["id"], document.place((*path, "id"))):
                owner = document.value["clauses"][path[1]]["id"] if path[0] == "clauses" else None
                rules[value["id"]] = self.rule(document, path, value, owner, model)
        for rule in rules.values():
            for other, place in rule.override_places.items():
                self.known("rule", other, rules, place)
        chapters = [value["id"] for d in self.documents("rulebook") for value in d.value.get("chapters", ())]
        for document in self.documents("rules"):
            self.known("chapter", document.value["chapter"], dict.fromkeys(chapters), document.place(("chapter",)))
        behind: dict[str, str] = {}
        for document, path, value in self.items("rules", "clauses", "clause"):
            clauses.append(self.clause(document, path, value))
            if "after" in value or "replaces" in value:
                behind[value["id"]] = value.get("after") or value["replaces"][0]
        clauses.sort(key=lambda each: chapters.index(each.chapter) if each.chapter in chapters else -1)
        known = {each.id: each for each in clauses}
        for clause in clauses:
            for part, other in clause.places:
                if part in ("after", "replaces"):
                    self.known("clause", other, known, clause.places[part, other])
        return self.ordered(known, behind), rules

    def ordered(self, clauses: dict[str, b.Clause], behind: Mapping[str, str]) -> dict[str, b.Clause]:
        """Return the clauses with those that name one before them moved behind it, where it is of the same chapter."""
        order = list(clauses)
        for name, before in behind.items():
            if before in clauses and before != name and clauses[before].chapter == clauses[name].chapter:
                order.remove(name)
                order.insert(order.index(before) + 1, name)
        return {name: clauses[name] for name in order}

    def clause(self, document: Document, path: Path, value: Any) -> b.Clause:
        sources = tuple(
            self.reference(document, (*path, "sources", i), each) for i, each in enumerate(value.get("sources", ()))
        )
        when = (
            self.toggle_scope.read(self.complaints, document, (*path, "when"), value["when"], BOOL)
            if "when" in value
            else None
        )
        return b.Clause(
            id=value["id"],
            chapter=document.value["chapter"],
            title=value["title"],
            text=value["text"],
            why=value.get("why"),
            kind=value.get("kind", "rule"),
            status=value.get("status"),
            status_in=value.get("status_in", {}),
            sources=sources,
            when=when,
            since=value.get("since"),
            rules=tuple(rule["id"] for rule in value.get("rules", ())),
            replaces=tuple(value.get("replaces", ())),
            owns=tuple(value.get("owns", ())),
            placeholders=tuple(self.placeholders(document, (*path, "text"), value["text"])),
            place=document.place((*path, "id")),
            places={
                (part, word): document.place((*path, part, index if part in ("owns", "replaces") else word))
                for part in ("title", "text", "why", "status_in", "owns", "replaces")
                for index, word in enumerate(value.get(part, ()))
            }
            | ({("after", value["after"]): document.place((*path, "after"))} if "after" in value else {}),
        )

    def placeholders(self, document: Document, path: Path, text: Mapping[str, str]) -> Iterator[b.Placeholder]:
        for language, words in text.items():
            for name, index, offset in placeholders(words):
                yield b.Placeholder(language, name, index, document.text_place((*path, language), offset))

    def reference(self, document: Document, path: Path, value: Any) -> b.Reference:
        self.known("source", value[0], self.sources, document.place((*path, 0)))
        return b.Reference(value[0], value[1])

    def rule(self, document: Document, path: Path, value: Any, clause: str | None, model: b.Model) -> b.Rule:
        events = (value["event"],) if isinstance(value["event"], str) else tuple(value["event"])
        speakable = {**model.actions, **model.events}
        for index, event in enumerate(events):
            place = document.place((*path, "event") if isinstance(value["event"], str) else (*path, "event", index))
            self.known("action or event", event, speakable, place)
        events = tuple(event for event in events if event in speakable)
        scope = self.world.plus(self.names_at(events, model))
        when = (
            self.toggle_scope.read(self.complaints, document, (*path, "when"), value["when"], BOOL)
            if "when" in value
            else None
        )
        applies = (
            scope.read(self.complaints, document, (*path, "applies"), value["applies"], BOOL)
            if "applies" in value
            else None
        )
        narrowed = facts(applies.node, True) if applies else NO_FACTS
        require = []
        for index, each in enumerate(value.get("require", ())):
            here: Path = (*path, "require", index)
            self.known("reason", each["reason"], self.reasons, document.place((*here, "reason")))
            expr = scope.read(self.complaints, document, (*here, "expr"), each["expr"], BOOL, narrowed)
            if expr:
                require.append(b.Requirement(each["id"], expr, each["reason"]))
        if require and any(event not in model.actions for event in events):
            self.complaints.add(
                "R020",
                document.place((*path, "require")),
                "only actions can be refused; this rule speaks of an event",
                "put the condition in 'applies'",
            )
        if require and value.get("effect") and applies:
            message = (
                f"rule '{value['id']}' both requires and does something, in a situation that may change in between"
            )
            hint = "write two rules, one with 'require:', one with 'effect:', or leave out 'applies:'"
            self.complaints.add("R028", document.key_place((*path, "applies")), message, hint)
        stage = value.get("stage")
        if stage is not None:
            self.known("stage", stage, dict.fromkeys(model.stages), document.place((*path, "stage")))
        elif value.get("effect"):
            self.complaints.add(
                "R021",
                document.place((*path, "effect")),
                f"rule '{value['id']}' has effects but no stage",
                f"add 'stage:', one of: {', '.join(model.stages)}",
            )
        effects = self.effects(document, (*path, "effect"), value.get("effect", ()), scope, narrowed, model)
        overrides = value.get("overrides", ())
        single = isinstance(overrides, str)
        places = {
            other: document.place((*path, "overrides") if single else (*path, "overrides", index))
            for index, other in enumerate((overrides,) if single else overrides)
        }
        return b.Rule(
            id=value["id"],
            clause=clause,
            when=when,
            events=events,
            stage=stage,
            applies=applies,
            overrides=tuple(places),
            require=tuple(require),
            effects=tuple(effects),
            state=tuple(value.get("state", ())),
            place=document.place((*path, "id")),
            override_places=places,
        )

    def names_at(self, events: tuple[str, ...], model: b.Model) -> dict[str, Type]:
        """Return what a rule about these events can name besides the state: actor, action, before, chance."""
        names: dict[str, Type] = {"before": self.before}
        if events and all(event in model.actions or model.events[event].actor for event in events):
            names["actor"] = PLAYER
        actions = [model.actions[event] for event in events if event in model.actions]
        if len(actions) == len(events) and actions:
            fields = [self.action_fields(action) for action in actions]
            shared = {
                name: kind for name, kind in fields[0].items() if all(other.get(name) == kind for other in fields)
            }
            names["action"] = Record("action", shared)
        if set(events) == {"deal"} and self.chance:
            names["chance"] = Record("chance", dict.fromkeys(self.chance, PLAYER))
        return names

    def action_fields(self, action: b.ActionKind) -> dict[str, Type]:
        fields: dict[str, Type] = {}
        if action.cards:
            fields["cards"] = CARDS
        if action.forms:
            fields.update(form=Maybe(self.form_type), rank=Maybe(self.rank_type))
        if action.rank:
            fields["rank"] = self.rank_type
        return fields

    def effects(
        self, document: Document, path: Path, values: Any, scope: Scope, narrowed: Facts, model: b.Model
    ) -> Iterator[b.Effect]:
        for index, value in enumerate(values):
            effect = self.effect(document, (*path, index), value, scope, narrowed, model)
            if effect:
                yield effect

    def effect(
        self, document: Document, path: Path, value: Any, scope: Scope, narrowed: Facts, model: b.Model
    ) -> b.Effect | None:
        def expression(key: Path, text: Any, kind: Type | None) -> b.Expression | None:
            return scope.read(self.complaints, document, (*path, *key), text, kind, narrowed)

        place = document.place(path)
        if "each" in value:
            of = expression(("in",), value["in"], List(PLAYER) if value["in"] == "[]" else None)
            if of is None:
                return None
            if not isinstance(of.node.type, List):
                self.complaints.add(
                    "R023",
                    of.place,
                    f"'in' must be a list, and is of type {of.node.type}",
                    "name a list, such as seating",
                )
                return None
            if value["each"] in scope.names or value["each"] in KEPT:
                self.taken(value["each"], document.place((*path, "each")))
            for index, inner_effect in enumerate(value["do"]):
                for kind in ("deal", "emit", "enter", "begin"):
                    if kind in inner_effect:
                        message = f"'{kind}' cannot be done once for each member of a list"
                        hint = "write it beside 'each', not under its 'do'"
                        self.complaints.add("R027", document.key_place((*path, "do", index, kind)), message, hint)
            inner = scope.plus({value["each"]: of.node.type.of})
            do = tuple(self.effects(document, (*path, "do"), value["do"], inner, narrowed, model))
            return b.Effect("each", place, name=value["each"], of=of, do=do)
        kind = next(key for key in ("set", "add", "remove", "move", "deal", "emit", "enter", "begin") if key in value)
        body = value[kind]
        if kind in ("set", "add", "remove"):
            writes = []
            for text, new in body.items():
                target, wanted = self.target(document, (*path, kind, text), text, scope, narrowed, cards=False)
                if target is None or wanted is None:
                    continue
                if kind != "set":
                    if not hasattr(wanted, "of") or isinstance(wanted, Maybe):
                        self.complaints.add(
                            "R024", document.key_place((*path, kind, text)), f"'{text}' is no list or set", "use 'set'"
                        )
                        continue
                    wanted = wanted.of
                expr = expression((kind, text), "[]" if new == [] else new, wanted)
                if expr:
                    writes.append((target, expr))
            return b.Effect(kind, place, writes=tuple(writes))
        if kind == "move":
            cards = expression(("move", "cards"), body["cards"], CARDS)
            source, _ = self.target(document, (*path, "move", "from"), body["from"], scope, narrowed, cards=True)
            goal, _ = self.target(document, (*path, "move", "to"), body["to"], scope, narrowed, cards=True)
            return (
                b.Effect("move", place, cards=cards, source=source, target=goal) if cards and source and goal else None
            )
        if kind == "deal":
            of = expression(("deal", "to"), body["to"], List(PLAYER))
            return b.Effect("deal", place, of=of) if of else None
        among: Mapping[str, Any] = {"emit": model.events, "enter": model.phases, "begin": dict.fromkeys(model.scopes)}[
            kind
        ]
        self.known(
            {"emit": "event", "enter": "phase", "begin": "scope"}[kind], body, among, document.place((*path, kind))
        )
        if kind == "emit" and body in model.events and model.events[body].actor and "actor" not in scope.names:
            self.complaints.add(
                "R025",
                document.place((*path, kind)),
                f"the event '{body}' needs an actor, and there is none here",
                "emit it from a rule about an action",
            )
        return b.Effect(kind, place, name=body)

    def target(
        self, document: Document, path: Path, text: str, scope: Scope, narrowed: Facts, *, cards: bool
    ) -> tuple[b.Target | None, Type | None]:
        """Read `name` or `name[player]`: a zone where `cards`, else state."""
        name, bracket, rest = text.partition("[")
        name = name.strip()
        thing, among = ("zone", self.zones) if cards else ("state", self.variables)
        place = document.place(path) if cards else document.key_place(path)
        if not self.known(thing, name, among, place):
            return None, None
        per_player = self.zones[name].per_player if cards else self.variables[name].per_player
        key = None
        if bracket:
            if not text.rstrip().endswith("]"):
                self.complaints.add("R026", place, f"'{text}' does not end with ']'", f"write {name}[player]")
                return None, None
            place_of = document.text_place if cards else document.key_text_place
            start = len(text) - len(rest)
            key = scope.read(
                self.complaints,
                document,
                path,
                rest.rstrip()[:-1],
                PLAYER,
                narrowed,
                lambda offset: place_of(path, start + offset),
            )
            if key is None:
                return None, None
        if per_player != (key is not None):
            hint = f"write {name}[player]" if per_player else f"write {name}"
            self.complaints.add("R026", place, f"'{name}' is {'' if per_player else 'not '}kept for each player", hint)
            return None, None
        return b.Target(name, key), CARDS if cards else self.variables[name].type

    # ---- variants, glossary ------------------------------------------------------------------------------------------

    def shown_order(self, variants: Mapping[str, Any]) -> list[str]:
        """Return the variants in the order that the rulebook shows them in."""
        listed: list[str] = []
        for document in self.documents("rulebook"):
            for index, name in enumerate(document.value.get("variants", ())):
                if self.known("variant", name, variants, document.place(("variants", index))):
                    listed.append(name)
        return list(dict.fromkeys((*listed, *variants)))

    def variants(self) -> dict[str, b.Variant]:
        raw: dict[str, tuple[Document, dict[str, b.Setter]]] = {}
        for document in self.documents("variant"):
            value = document.value
            if self.fresh("variant", value["id"], document.place(("id",))):
                raw[value["id"]] = (document, self.setters(document))
        parents = self.parents({name: document for name, (document, _) in raw.items()})
        result: dict[str, b.Variant] = {}
        for name in self.shown_order(raw):
            document, own = raw[name]
            line = [name]
            while parents[line[-1]] is not None:
                line.append(str(parents[line[-1]]))
            settings: dict[str, b.Setter] = {}
            for each in reversed(line):
                settings.update(raw[each][1])
            value = document.value
            told = (raw[each][0].value.get("players") for each in line)
            players = next(filter(None, told), {"min": 2, "max": 12, "usual": 4})  # lacking only where a parent does
            result[name] = b.Variant(
                id=name,
                title=value["title"],
                extends=value.get("extends"),
                abstract=value.get("abstract", False),
                about=value.get("about"),
                players=(players["min"], players["max"], players["usual"]),
                own=own,
                settings=settings,
                place=document.place(("id",)),
            )
        return result

    def parents(self, documents: Mapping[str, Document]) -> dict[str, str | None]:
        """Return what each variant extends; None too where that is not there, or where it would close a circle."""
        parents: dict[str, str | None] = {}
        for name, document in documents.items():
            players = document.value.get("players")
            if players and not players["min"] <= players["usual"] <= players["max"]:
                place = document.place(("players",))
                numbers = ", ".join(f"{key} {players[key]}" for key in ("min", "usual", "max"))
                message = f"the numbers of players do not go together: {numbers}"
                self.complaints.add("R012", place, message, "write them so that min ≤ usual ≤ max")
            parent = document.value.get("extends")
            place = document.place(("extends",))
            parents[name] = parent if parent is not None and self.known("variant", parent, documents, place) else None
            line = [name]
            while (above := parents.get(line[-1])) is not None and above != name:
                line.append(above)
            if above == name:
                circle = f"{' extends '.join(line[:3])}{' …' if len(line) > 3 else ''} extends {name}"
                hint = "let one of them extend something else, or nothing"
                self.complaints.add("R013", place, f"the variant '{name}' extends itself: {circle}", hint)
                parents[name] = None
        return parents

    def setters(self, document: Document) -> dict[str, b.Setter]:
        result = {}
        for name, value in document.value.get("set", {}).items():
            path: Path = ("set", name)
            if not self.known("toggle", name, self.toggles, document.key_place(path)):
                continue
            toggle = self.toggles[name]
            given = self.value_of(
                document,
                (*path, "value"),
                value["value"],
                toggle.type,
                {"id": name, "min": toggle.minimum, "max": toggle.maximum},
            )
            source = self.reference(document, (*path, "source"), value["source"]) if "source" in value else None
            if source is None and value["status"] in ("stated", "derived"):
                fault = f"'{name}' is called {value['status']}, but no source is named"
                hint = "add 'source: [source, place]', or call it 'reading' with 'why:', or 'house'"
                self.complaints.add("R014", document.place((*path, "status")), fault, hint)
            result[name] = b.Setter(given, value["status"], source, value.get("why"), document.key_place(path))
        return result

    def terms(self) -> dict[str, b.Term]:
        return {
            value["id"]: b.Term(
                value["id"], {"en": value["en"], "hu": value["hu"]}, value.get("note"), value.get("sources", {})
            )
            for _, _, value in self.items("glossary", "terms", "term")
        }


def is_name(word: str) -> bool:
    """Tell whether expressions can use a word as a name: it is not one of their own, such as `in` or `true`."""
    try:
        return isinstance(parse(word), Name)
    except ExpressionError:
        return False


def placeholders(text: str) -> Iterator[tuple[str, str | None, int]]:
    """Yield toggle, index and offset of each placeholder, such as {pack.packs}, {titles.top[0]}."""
    for match in _PLACEHOLDER.finditer(text):
        form = _PART.fullmatch(match[1])
        yield (form["name"], form["index"], match.start()) if form else (match[1], None, match.start())


def canonical(value: Any, kind: Type) -> b.Value:
    """Return a value in the form a toggle keeps it: ranks and names as text, numbers as numbers, lists as tuples."""
    if isinstance(kind, List):
        return tuple(canonical(each, kind.of) for each in value) if isinstance(value, list | tuple) else ()
    if kind == INT:
        return value if isinstance(value, int) and not isinstance(value, bool) else 0
    return str(value)


def value_fault_of(toggle: str, fault: str) -> str:
    """Return a fault of a toggle's value, with the toggle named once."""
    return fault if toggle in fault else f"{toggle}: {fault}"


def value_fault(value: Any, kind: Type, low: int | None, high: int | None) -> tuple[str, str]:
    """Return what is wrong with a toggle's value and what would be right; two empty texts if nothing is."""
    if isinstance(kind, List):
        return (
            (f"{value!r} is not a list", "write a list, such as [a, b]")
            if not isinstance(value, list | tuple)
            else ("", "")
        )
    if kind == INT:
        low, high = low if low is not None else 0, high if high is not None else NUMBERS_UP_TO
        if isinstance(value, bool) or not isinstance(value, int):
            return f"{value!r} is not a whole number", f"write a number from {low} to {high}"
        if not low <= value <= high:
            return f"{value} is out of range", f"write a number from {low} to {high}"
    if isinstance(kind, Enum) and isinstance(value, list | tuple):
        return f"a list is no {kind}", "write one of the words alone"
    if isinstance(kind, Enum) and str(value) not in kind.values:
        return f"'{value}' is no {kind}", did_you_mean(str(value), kind.values)
    return "", ""

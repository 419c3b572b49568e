"""Writes the Python module of one setting: toggles folded, guards inlined, the present rules in their stages."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ..language.ast import Binary, Call, Field, Index, ListOf, Literal, Macro, Name, Node, Unary
from ..language.emit_python import emit_python
from ..language.fold import Folder
from ..language.fold import Function as Body
from ..language.types import BOOL, INT, Enum, Maybe, Set, Type
from ..language.walk import Path, calls, children, free, is_path, rebuild
from ..resolve.book import ActionKind, Contents, Effect, Form, Function, Requirement, Rule, Target, Variable
from ..resolve.setting import Setting, constants, decide
from .forms import Consecutive, FormMaker, SameRank

Names = dict[tuple[str, ...], str]
"""What some names are written as in the generated text, by path."""
Trace = tuple[str | None, str | int]
"""What a traced module reports as it plays: a rule and the id of its requirement that an accepted action met, a rule
and the number of its effect that did something, or None and an event that happened."""
SIZE = Name("#size", type=INT)
"""Stands for the number of cards of an action while its moves are listed."""
TRUE, FALSE = Literal(True, type=BOOL), Literal(False, type=BOOL)


@dataclass(frozen=True, slots=True)
class Check:
    """One requirement as compiled: its number is its index among all."""

    rule: str
    requirement: str
    reason: str


@dataclass(frozen=True, slots=True)
class Listing:
    """How an action's moves are listed, as code: `once` is asked first, `by_size` of each move's number of cards
    (`of_one_size` where `n` is that number for all) and `by_move` of the rest of it, after the lines
    `before`; `only_size` is the one number of cards there can be, where a requirement fixes it."""

    once: str
    by_size: tuple[str, ...]
    of_one_size: str
    by_move: tuple[str, ...]
    only_size: str | None
    before: list[str]


def chosen(found: str, conditions: Sequence[str]) -> str:
    """Return code for the moves found that fulfil all conditions."""
    return f"[m for m in {found} if {' and '.join(conditions)}]" if conditions else found


@dataclass(frozen=True, slots=True)
class Plan:
    """What a setting compiles to: the module's text, and the data it needs beside it."""

    source: str
    ranks: tuple[str, ...]
    """Rank ids by number: those of the pack, low to high, then the rest."""
    in_pack: int
    """How many of them the pack has."""
    kinds: tuple[str | None, ...]
    """Card ids by kind, as `cards` counts kinds; None where there is no such kind."""
    suits: int
    """Kinds of a rank: 1 where suits are not told apart."""
    checks: tuple[Check, ...]
    forms: Mapping[str, tuple[FormMaker, ...]]
    """By action."""
    rules: tuple[str, ...]
    """Ids of the rules present."""
    traces: tuple[Trace, ...] = ()
    """What a traced module can report."""

    def plays_like(self, other: Plan) -> bool:
        """Tell whether two plans make the same game, as far as their texts and data tell."""
        mine, theirs = (each.source.partition("\n")[2] for each in (self, other))  # the first line names the setting
        return mine == theirs and replace(self, source="") == replace(other, source="")


class Folds:
    """Folded expressions of a rulebook, kept from setting to setting: one folds alike wherever the toggles it reads
    have the same values, so that hundreds of settings compile in seconds."""

    def __init__(self, contents: Contents) -> None:
        self.functions = contents.functions
        self.kept: dict[tuple[int, tuple[Node | None, ...]], Node] = {}
        self.reads: dict[int, tuple[Node, tuple[Path, ...]]] = {}
        self.held: dict[int, Node] = {id(each): each for each in (TRUE, FALSE)}
        """Nodes that last, by id: what is found out of one of them is kept."""
        self.texts: dict[tuple[int, Hashable, tuple[tuple[Path, str], ...]], str] = {}
        self.called_by: dict[int, frozenset[str]] = {}
        self.made: dict[tuple[Hashable, ...], Node] = {}
        self.of_action: dict[int, bool] = {}

    def changed(self, contents: Contents) -> Folds:
        """Return the folds of a rulebook of which this one's is a part: all are kept that call no changed function."""
        new = Folds(contents)
        gone = {name for name, old in self.functions.items() if contents.functions.get(name) is not old}
        if not gone:
            new.kept, new.reads = self.kept, self.reads  # what either finds is good for both
            new.held, new.texts, new.called_by, new.made = self.held, self.texts, self.called_by, self.made
            new.of_action = self.of_action
            return new
        stale = {key for key, (node, _) in self.reads.items() if not gone.isdisjoint(self.called(node, set()))}
        new.reads = {key: each for key, each in self.reads.items() if key not in stale}
        new.kept = {key: each for key, each in self.kept.items() if key[0] not in stale}
        new.held |= {id(each): each for each in new.kept.values()}
        return new

    def called(self, node: Node, seen: set[str]) -> set[str]:
        """Return the declared functions that a node calls, also by way of others; `seen` gets them too."""
        for name in calls(node) & self.functions.keys() - seen:
            seen.add(name)
            self.called(self.functions[name].expr.node, seen)
        return seen

    def fold(self, node: Node, folder: Folder, known: Mapping[Path, Node]) -> Node:
        """Return a node of the rulebook folded in the setting that `known` has the toggles of."""
        if id(node) not in self.reads:
            self.reads[id(node)] = (node, tuple(sorted(self.toggles(node, set()))))
        key = (id(node), tuple(known.get(path) for path in self.reads[id(node)][1]))
        found = self.kept.get(key)
        if found is None:
            found = self.kept[key] = folder.fold(node)
            self.held[id(found)] = found
        return found

    def calls(self, node: Node) -> frozenset[str]:
        """Return the declared functions that a folded node itself calls."""
        found = self.called_by.get(id(node))
        if found is None:
            found = calls(node) & self.functions.keys()
            if id(node) in self.held:
                self.called_by[id(node)] = found
        return found

    def reads_action(self, node: Node, within: Node) -> bool:
        """Tell whether a part of a node, or all of it, depends on an action; see `reads_action`."""
        found = self.of_action.get(id(node))
        if found is None:
            found = reads_action(node)
            if id(within) in self.held:
                self.of_action[id(node)] = found
        return found

    def once(self, make: Callable[[], Node], what: Hashable, *of: Node) -> Node:
        """Return a node that is made of others: the same each time where these last and call no declared function."""
        key = (what, *map(id, of))
        found = self.made.get(key)
        if found is None:
            found = make()
            if all(id(each) in self.held and not self.calls(each) for each in of):
                self.made[key] = self.held[id(found)] = found
        return found

    def toggles(self, node: Node, seen: set[str]) -> set[Path]:
        """Return the toggles that a node reads, through the functions it calls too."""
        found = {path for path in free(node) if path[0] == "toggle"}
        for name in calls(node) & self.functions.keys() - seen:
            seen.add(name)
            found |= self.toggles(self.functions[name].expr.node, seen)
        return found


def plan(contents: Contents, setting: Setting, folds: Folds | None = None, *, traced: bool = False) -> Plan:
    """Return the plan of a setting; the rulebook has been checked, so nothing can fail.

    A `traced` module calls `trace(rule, part)` with each `Trace`; any other has nothing of that in it.
    """
    return _Writer(contents, setting, folds or Folds(contents), traced).plan()


class _Writer:
    def __init__(self, contents: Contents, setting: Setting, folds: Folds, traced: bool = False) -> None:
        self.folds = folds
        self.traced = traced
        self.traces: list[Trace] = []
        self.contents = contents
        self.model = contents.model
        self.setting = setting
        self.constants = constants(contents, setting.values)
        self.pack = next(
            each for each in self.model.packs if each.when is None or decide(each.when.node, self.constants)
        )
        order = decide(self.pack.order.node, self.constants)
        suited = decide(self.pack.suited.node, self.constants) if self.pack.suited else ()
        self.suits = tuple(contents.suits) if suited and contents.suits else ()
        self.width = 8 * (len(self.suits) or 1)
        self.in_pack = len(order)
        self.ranks = (*order, *(rank for rank in contents.ranks if rank not in order))
        self.number = {rank: index for index, rank in enumerate(self.ranks)}
        self.written_as = (self.ranks, tuple(self.model.zones))  # what the text of an expression depends on besides
        self.kinds = tuple(self.kinds_of(order, suited))
        self.functions = contents.functions
        bodies = {name: Body(tuple(f.signature.parameters), f.expr.node) for name, f in self.functions.items()}
        self.folder = Folder(self.constants, bodies)
        self.rules = {name: rule for name, rule in contents.rules.items() if self.present(rule)}
        self.overridden: dict[str, list[Rule]] = {}
        for rule in self.rules.values():
            for other in rule.overrides:
                self.overridden.setdefault(other, []).append(rule)
        self.checks: list[Check] = []
        self.lines: list[str] = []
        self.hand = next(name for name, zone in self.model.zones.items() if zone.per_player)

    # ---- the whole ---------------------------------------------------------------------------------------------------

    def plan(self) -> Plan:
        forms = {name: tuple(self.makers(action)) for name, action in self.model.actions.items()}
        self.write(0, f'"""The game of {self.setting.short}, as its rules say. Generated; not to be edited."""', "")
        self.state_class()
        used = self.functions_used()
        for function in self.functions.values():
            if function.id in used:
                self.function(function)
        self.copies()
        for action in self.model.actions.values():
            self.judge(action)
            self.legal(action, forms[action.id])
            self.apply(action.id, "apply", "s, actor, cards, form, rank", action=True)
        for event in self.model.events.values():
            self.apply(
                event.id, "event", f"s, o, {'actor, ' if event.actor else ''}chance, happened, dealt", action=False
            )
        self.view()
        return Plan(
            "\n".join(self.lines) + "\n",
            self.ranks,
            self.in_pack,
            self.kinds,
            len(self.suits) or 1,
            tuple(self.checks),
            forms,
            tuple(self.rules),
            tuple(dict.fromkeys(self.traces)),
        )

    def write(self, depth: int, *lines: str) -> None:
        self.lines.extend("    " * depth + line if line else "" for line in lines)

    def present(self, rule: Rule) -> bool:
        return rule.when is None or bool(decide(rule.when.node, self.constants))

    # ---- expressions -------------------------------------------------------------------------------------------------

    def body(self, name: str) -> Node:
        """Return the folded body of a declared function."""
        function = self.folder.function(name)
        assert function is not None
        return function.body

    def fold(self, node: Node) -> Node:
        """Return a node of the rulebook folded."""
        return self.folds.fold(node, self.folder, self.constants)

    def code(self, node: Node, names: Names | None = None) -> str:
        """Return the Python text of a folded expression."""

        def resolve(path: tuple[str, ...]) -> str:
            if names and path in names:
                return names[path]
            return self.resolve(path)

        if id(node) not in self.folds.held:
            return emit_python(node, resolve, self.word)
        key = (id(node), self.written_as, tuple(names.items()) if names else ())
        text = self.folds.texts.get(key)
        if text is None:
            text = self.folds.texts[key] = emit_python(node, resolve, self.word)
        return text

    def word(self, kind: Type, value: str) -> str:
        """Return how a word of a closed set is written at run time: a rank as its number, others as text."""
        return str(self.number[value]) if isinstance(kind, Enum) and kind.name == "rank" else repr(value)

    def resolve(self, path: tuple[str, ...]) -> str:
        match path:
            case ("before", name):
                return f"o.{self.attribute(name)}"
            case ("action", name):
                return name
            case ("chance", name):
                return f"chance[{name!r}]"
            case ("#size",):
                return "cards_size(m[1])"
            case ("actor",) | ("players",):
                return path[0]
            case (name,) if name.startswith("#"):
                return name[1:]
            case ("none",):
                return "None"
            case (name,):
                return f"s.{self.attribute(name)}"
        raise AssertionError(path)

    def attribute(self, name: str) -> str:
        if name == "phase":
            return "phase"
        return f"z_{name}" if name in self.model.zones else f"v_{name}"

    def functions_used(self) -> set[str]:
        """Return the functions that are called from somewhere, the ones inlined everywhere left out."""
        nodes: list[Node] = []
        for rule in self.rules.values():
            nodes += [self.fold(each) for each in rule_nodes(rule)]
        for entry in self.model.view:
            nodes += [self.fold(each.node) for each in (entry.when, entry.expr, *entry.fields.values()) if each]
        nodes.append(self.fold(self.pack.copies.node))
        used: set[str] = set()
        waiting = [name for node in nodes for name in self.folds.calls(node)]
        while waiting:
            name = waiting.pop()
            if name not in used:
                used.add(name)
                waiting += [other for other in calls(self.body(name)) if other in self.functions]
        return used

    # ---- state, functions, pack --------------------------------------------------------------------------------------

    def state_class(self) -> None:
        fields = [
            "names",
            "phase",
            *(f"v_{name}" for name in self.model.variables),
            *(f"z_{name}" for name in self.model.zones),
        ]
        self.write(0, "", "class State:", f"    __slots__ = ({', '.join(map(repr, fields))},)", "")
        self.write(1, "def copy(self):", "    new = State.__new__(State)")
        self.write(2, *(f"new.{field} = self.{field}" for field in fields), "return new", "")
        self.write(1, "def key(self):", f"    return ({', '.join('self.' + field for field in fields)},)", "")
        self.write(
            1, "def __eq__(self, other):", "    return isinstance(other, State) and self.key() == other.key()", ""
        )
        self.write(1, "def __hash__(self):", "    return hash(self.key())", "")
        self.write(0, "", "def begin(s, scope):", "    players = tuple(range(len(s.names)))")
        for index, scope in enumerate(self.model.scopes):
            self.write(1, f"if scope <= {index}:  # {scope}")
            own = [v for v in self.model.variables.values() if v.scope == scope]
            self.write(2, *(f"s.v_{v.id} = {self.initial(v)}" for v in own), *([] if own else ["pass"]))
        self.write(0, "")

    def initial(self, variable: Variable) -> str:
        code = (
            "None"
            if variable.initial is None
            else self.code(self.fold(variable.initial.node), {("players",): "players"})
        )
        if isinstance(variable.type, Set) and variable.initial is not None:
            code = f"frozenset({code})"
        return f"({code},) * len(players)" if variable.per_player else code

    def function(self, function: Function) -> None:
        names: Names = {(p,): f"p_{p}" for p in function.signature.parameters}
        head = ", ".join(("s", *names.values()))
        kept = ["@kept"] if self.is_constant(function.id) else []
        lines = [*kept, f"def f_{function.id}({head}):", f"    return {self.code(self.body(function.id), names)}"]
        self.write(0, "", *lines, "")

    def is_constant(self, name: str) -> bool:
        """Tell whether a function reads nothing but its arguments, so that its results can be kept."""
        body = self.body(name)
        given = self.functions[name].signature.parameters
        inner = [other for other in calls(body) if other in self.functions]
        return all(path[0] in given for path in free(body)) and all(map(self.is_constant, inner))

    def kinds_of(self, order: Sequence[str], suited: Sequence[str]) -> Iterator[str | None]:
        """Yield the card id of each kind; a rank without suits has one kind, the rest of its places stay empty."""
        for rank in order:
            if rank in suited and self.suits:
                yield from (rank + suit for suit in self.suits)
            else:
                yield from (rank, *[None] * (len(self.suits) - 1))

    def copies(self) -> None:
        names: Names = {(self.pack.copies_of,): "rank", ("players",): "players"}
        code = self.code(self.fold(self.pack.copies.node), names)
        self.write(0, "", "def copies(rank, players, s=None):", f"    return {code}", "")

    def makers(self, action: ActionKind) -> Iterator[FormMaker]:
        for name in action.forms:
            form = self.contents.forms[name]
            if form.when is None or decide(form.when.node, self.constants):
                yield self.maker(form)

    def maker(self, form: Form) -> FormMaker:
        fillers = decide(form.filler.node, self.constants) if form.filler else ()
        whole = (1 << self.width) - 1
        mask = sum(whole << self.width * self.number[rank] for rank in fillers if self.number[rank] < self.in_pack)
        if form.same:
            lowest = form.of_fillers is None or decide(form.of_fillers.node, self.constants) == "lowest"
            return SameRank(form.id, self.width, mask, lowest)
        assert form.consecutive is not None
        order = decide(form.consecutive.node, self.constants)
        minimum = decide(form.minimum.node, self.constants) if form.minimum else 3
        places = tuple(self.number[rank] for rank in order if self.number[rank] < self.in_pack)
        one_suit = form.one_suit is not None and bool(decide(form.one_suit.node, self.constants))
        suits = len(self.suits) if one_suit and self.suits else 1
        return Consecutive(form.id, self.width, places, max(2, minimum), mask, suits)

    # ---- judging and listing -----------------------------------------------------------------------------------------

    def requirements(self, action: str) -> Iterator[tuple[Rule, Node, Requirement, Node]]:
        """Yield rule, situation, requirement and condition, folded; what always holds or never applies is left out."""
        for rule in self.rules.values():
            if action in rule.events and rule.require:
                applies = self.guard(rule, action)
                for each in rule.require:
                    expr = self.fold(each.expr.node)
                    if applies != FALSE and expr != TRUE:
                        yield rule, applies, each, expr

    def guard(self, rule: Rule, event: str) -> Node:
        """Return when a rule holds: its own condition, unless a present rule that overrides it holds."""
        node = self.fold(rule.applies.node) if rule.applies else TRUE
        for other in self.overridden.get(rule.id, ()):
            if event in other.events:
                exception = self.guard(other, event)
                node = self.folds.once(partial(unless, node, exception), "unless", node, exception)
        return node

    def judge(self, action: ActionKind) -> None:
        self.write(
            0, "", f"def judge_{identifier(action.id)}(s, actor, cards, form, rank):", "    o = s", "    failed = []"
        )
        for rule, applies, requirement, expr in self.requirements(action.id):
            number = len(self.checks)
            self.checks.append(Check(rule.id, requirement.id, requirement.reason))
            condition = f"not ({self.code(expr)})"
            if applies != TRUE:
                condition = f"({self.code(applies)}) and {condition}"
            self.write(1, f"if {condition}:  # {rule.id}/{requirement.id}", f"    failed.append({number})")
        self.write(1, "return failed", "")

    def legal(self, action: ActionKind, forms: Sequence[FormMaker]) -> None:
        """Write the lister: what does not depend on the move is asked once, the rest of each move."""
        self.write(0, "", f"def legal_{identifier(action.id)}(s, actor):", "    o = s", "    moves = []")
        if action.forms:
            for form in forms:
                self.listing(action, form.id)
        elif action.cards:
            self.listing(action, None)
        elif action.rank:
            self.rank_listing(action)
        else:
            listing = self.conditions(action, None)
            self.write(1, f"if {listing.once}:", f"    moves.append(({action.id!r}, 0, None, None))")
        self.write(1, "return moves", "")

    def conditions(self, action: ActionKind, form: str | None) -> Listing:
        """Return how to list an action's moves in one form."""
        once: list[str] = []
        by_size: list[str] = []
        of_one_size: list[str] = []
        by_move: list[str] = []
        before: dict[str, str] = {}
        only_size: str | None = None
        names: Names = {("action", "cards"): "m[1]", ("action", "form"): "m[2]", ("action", "rank"): "m[3]"}
        for _, applies, _, expr in self.requirements(action.id):
            situation, condition = self.listed(applies, form), self.listed(expr, form)
            if situation == FALSE or condition == TRUE:
                continue
            fixed = None if self.folds.reads_action(situation, situation) else self.fixed_size(condition)
            if fixed is not None and only_size is None:
                only_size = fixed if situation == TRUE else f"{fixed} if {self.code(situation)} else None"
                continue
            whole = condition
            if situation != TRUE:
                whole = self.folds.once(partial(implied, situation, condition), "implied", situation, condition)
            if self.folds.reads_action(whole, whole):
                asked = self.hoist(whole, before, whole)
                if any(path[0] == "action" for path in free(whole)):
                    by_move.append(f"({self.code(asked, names)})")
                else:
                    by_size.append(f"({self.code(asked)})")
                    of_one_size.append(f"({self.code(asked, {('#size',): 'n'})})")
            else:
                once.append(f"({self.code(whole)})")
        lines = [f"{name} = {code}" for code, name in before.items()]
        return Listing(
            " and ".join(once) or "True", tuple(by_size), " and ".join(of_one_size), tuple(by_move), only_size, lines
        )

    def listed(self, node: Node, form: str | None) -> Node:
        """Return a condition as it is asked of moves that are listed."""
        make = partial(self.for_listing, node, form)
        return self.folds.once(lambda: self.folder.fold(make()), ("listed", form, self.hand), node)

    def fixed_size(self, condition: Node) -> str | None:
        match condition:
            case Binary("==", left, right) if left == SIZE and not reads_action(right):
                return self.code(right)
            case Binary("==", left, right) if right == SIZE and not reads_action(left):
                return self.code(left)
        return None

    def hoist(self, node: Node, before: dict[str, str], within: Node) -> Node:
        """Take what does not depend on the move out of a condition, of which `node` is a part: `before` gets its code
        and the name it goes by."""
        if isinstance(node, Macro | Literal | ListOf) or node in (Name("actor"), Name("none")):
            return node
        if not self.folds.reads_action(node, within) and (is_path(node) or not self.may_be_absent(node)):
            name = before.setdefault(self.code(node), f"h{len(before)}")
            return Name(f"#{name}", type=node.type)
        return rebuild(node, [self.hoist(each, before, within) for each in children(node)])

    def may_be_absent(self, node: Node) -> bool:
        """Tell whether a part of an expression reads what may be none: then it is sound only where it stands."""
        variables = self.model.variables
        names = [path[-1] if path[0] == "before" else path[0] for path in free(node)]
        return any(name in variables and isinstance(variables[name].type, Maybe) for name in names)

    def listing(self, action: ActionKind, form: str | None) -> None:
        listing = self.conditions(action, form)
        self.write(1, f"if {listing.once}:")
        self.write(2, f"hand = s.z_{self.hand}[actor]", *listing.before, f"n = {listing.only_size}")
        found = f"{finder_name(action.id, form)}(hand, n)" if form else f"choices({action.id!r}, hand, n)"
        if listing.by_size and listing.only_size:
            self.write(2, f"if n is None: moves += {chosen(found, listing.by_size + listing.by_move)}")
            self.write(2, f"elif {listing.of_one_size}: moves += {chosen(found, listing.by_move)}")
        else:
            self.write(2, f"moves += {chosen(found, listing.by_size + listing.by_move)}")

    def rank_listing(self, action: ActionKind) -> None:
        listing = self.conditions(action, None)
        found = f"[({action.id!r}, 0, None, r) for r in range({self.in_pack})]"
        self.write(1, f"if {listing.once}:")
        self.write(2, *listing.before, f"moves += {chosen(found, listing.by_move)}")

    def for_listing(self, node: Node, form: str | None) -> Node:
        """Return a condition with what is certain of listed moves put in: they are held, and make their form."""
        match node:
            case Binary("!=" | "==" as operator, Field(Name("action"), "form" | "rank"), Name("none")) if form:
                return TRUE if operator == "!=" else FALSE
            case Call("holds", (Index(Name(self.hand), Name("actor")), Field(Name("action"), "cards"))):
                return TRUE
            case Call("size", (Field(Name("action"), "cards"),)):
                return SIZE
            case Field(Name("action"), "form") if form and isinstance(node.type, Maybe):
                return Literal(form, type=node.type.of)
        return rebuild(node, [self.for_listing(each, form) for each in children(node)])

    # ---- effects -----------------------------------------------------------------------------------------------------

    def apply(self, event: str, prefix: str, parameters: str, *, action: bool) -> None:
        self.write(0, "", f"def {prefix}_{identifier(event)}({parameters}):")
        if action:
            self.write(1, "o, s, happened, chance, dealt = s, s.copy(), [], None, None")
        if self.traced:
            self.write(1, *(self.requirements_met(event) if action else [self.trace(None, event)]))
        present = [rule for rule in self.rules.values() if event in rule.events and rule.effects]
        for stage in self.model.stages:
            here = [
                (rule, guard)
                for rule in present
                if rule.stage == stage
                for guard in [self.guard(rule, event)]
                if guard != FALSE
            ]
            if here:
                self.write(1, f"# {stage}")
                self.stage(event, here)
        self.write(1, "return s, happened" if action else "return", "")

    def stage(self, event: str, here: list[tuple[Rule, Node]]) -> None:
        """Write one stage: every guard and value first, on the state as it began, then the writes, then events."""
        writes: list[tuple[int, str]] = []
        emits: list[tuple[int, str]] = []
        several = len(here) > 1
        for index, (_, guard) in enumerate(here):
            if several and guard != TRUE:
                self.write(1, f"g{index} = {self.code(guard)}")
        for index, (rule, guard) in enumerate(here):
            always = guard == TRUE
            test = "" if always else f"g{index}" if several else self.code(guard)
            depth = 1 if always else 2
            self.write(1, f"{'if ' + test + ':  ' if test else ''}# {rule.id}")
            values, own, after = self.effects(event, rule, f"t{index}_")
            if several:
                self.write(depth, *values, *([] if values or always else ["pass"]))
                if test and own:
                    writes.append((1, f"if {test}:"))
                writes += [(depth, line) for line in own]
            else:
                self.write(depth, *values, *own)
            if after:
                if test and several:
                    emits.append((1, f"if {test}:"))
                emits += [(depth, line) for line in after]
        for depth, line in (*writes, *emits):
            self.write(depth, line)

    def requirements_met(self, action: str) -> Iterator[str]:
        """Yield the lines that report what an action, accepted as it is, has met."""
        for rule, applies, requirement, _ in self.requirements(action):
            test = "" if applies == TRUE else f"if {self.code(applies)}: "
            yield test + self.trace(rule.id, requirement.id)

    def trace(self, rule: str | None, part: str | int) -> str:
        """Return the code that reports something."""
        self.traces.append((rule, part))
        return f"trace({rule!r}, {part!r})"

    def effects(self, event: str, rule: Rule, prefix: str) -> tuple[list[str], list[str], list[str]]:
        """Return the lines that take values, those that write, and those that make events happen."""
        values: list[str] = []
        writes: list[str] = []
        emits: list[str] = []
        for number, effect in enumerate(rule.effects):
            name = f"{prefix}{number}"
            self.effect(event, effect, name, [], values, writes, emits)
            if self.traced:
                test = f"if {name}[0]: " if effect.kind == "move" else ""
                if effect.kind == "each" and effect.of:
                    test = f"if {self.code(self.fold(effect.of.node))}: "
                values.append(test + self.trace(rule.id, number))
        return values, writes, emits

    def effect(
        self,
        event: str,
        effect: Effect,
        name: str,
        loops: list[tuple[str, str]],
        values: list[str],
        writes: list[str],
        emits: list[str],
    ) -> None:
        """Add the lines of one effect; within `loops` (variable, list) its values are lists, an item for each turn."""
        bound: Names = {(variable,): f"e_{variable}" for variable, _ in loops}

        def take(suffix: str, *parts: str) -> str:
            text = parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
            if loops:
                text = f"[{text} {' '.join(f'for e_{variable} in {members}' for variable, members in loops)}]"
            values.append(f"{name}{suffix} = {text}")
            return f"{name}{suffix}"

        def key(target: Target | None) -> str:
            return self.code(self.fold(target.key.node), bound) if target and target.key else "None"

        if effect.kind == "each":
            assert effect.of is not None
            members = self.code(self.fold(effect.of.node), bound)
            for number, inner in enumerate(effect.do):
                self.effect(event, inner, f"{name}_{number}", [*loops, (effect.name, members)], values, writes, emits)
        elif effect.kind in ("set", "add", "remove"):
            for number, (target, expr) in enumerate(effect.writes):
                value = self.code(self.fold(expr.node), bound)
                kind = self.model.variables[target.name].type
                if isinstance(kind, Set) and effect.kind == "set" and not value.startswith("frozenset("):
                    value = f"frozenset({value})"
                if loops:
                    taken = take(f"_{number}", key(target), value)
                    writes.append(f"for k, x in {taken}: {self.write_of(effect.kind, target, 'k', 'x')}")
                else:
                    where = take(f"_{number}k", key(target)) if target.key else ""
                    writes.append(self.write_of(effect.kind, target, where, take(f"_{number}", value)))
        elif effect.kind == "move":
            assert effect.cards and effect.source and effect.target
            cards = self.code(self.fold(effect.cards.node), bound)
            taken = take("", cards, key(effect.source), key(effect.target))
            head = f"for c, k, to in {taken}:" if loops else f"c, k, to = {taken}"
            source, goal = f"s.z_{effect.source.name}", f"s.z_{effect.target.name}"
            lines = []
            if effect.source.key:
                lines += [f"c = cards_clip({source}[k], c)", f"{source} = put({source}, k, {source}[k] - c)"]
            else:
                lines += [f"c = cards_clip({source}, c)", f"{source} -= c"]
            lines.append(f"{goal} = put({goal}, to, {goal}[to] + c)" if effect.target.key else f"{goal} += c")
            writes += [head, *(("    " if loops else "") + line for line in lines)]
        elif effect.kind == "deal":
            assert effect.of is not None
            taken = take("", self.code(self.fold(effect.of.node), bound))
            writes.append(f"s.z_{self.hand} = dealt({taken})")
        elif effect.kind == "enter":
            writes.append(f"s.phase = {effect.name!r}")
        elif effect.kind == "begin":
            writes.append(f"begin(s, {self.model.scopes.index(effect.name)})  # {effect.name}")
        elif effect.kind == "emit":
            actor = "actor, " if self.model.events[effect.name].actor else ""
            emits.append(f"happened.append({effect.name!r})")
            emits.append(f"event_{identifier(effect.name)}(s, o, {actor}chance, happened, dealt)")

    def write_of(self, kind: str, target: Target, key: str, value: str) -> str:
        place = f"s.v_{target.name}"
        old = f"{place}[{key}]" if target.key else place
        if kind == "add":
            value = (
                f"{old} | {{{value}}}"
                if isinstance(self.model.variables[target.name].type, Set)
                else f"({'*' + old}, {value})"
            )
        elif kind == "remove":
            value = (
                f"{old} - {{{value}}}"
                if isinstance(self.model.variables[target.name].type, Set)
                else f"remove_from({old}, {value})"
            )
        return f"{place} = put({place}, {key}, {value})" if target.key else f"{place} = {value}"

    # ---- view --------------------------------------------------------------------------------------------------------

    def view(self) -> None:
        """Write the function that gives the values of all view entries, those per player as a list in player order."""
        self.write(0, "", "def view(s):", "    o = s", "    players = tuple(range(len(s.names)))", "    return {")
        for entry in self.model.view:
            names: Names = {(entry.each,): "each"} if entry.each else {}
            if entry.expr:
                value = self.code(self.fold(entry.expr.node), names)
            else:
                inside = ", ".join(f"{k!r}: {self.code(self.fold(v.node), names)}" for k, v in entry.fields.items())
                value = f"{{{inside}}}"
            if entry.each:
                value = f"[{value} for each in players]"
            if entry.when:
                value = f"{value} if {self.code(self.fold(entry.when.node))} else None"
            self.write(2, f"{entry.id!r}: {value},")
        self.write(1, "}")


def identifier(name: str) -> str:
    """Return an id as a part of a Python name; ids have no '_' and no two marks in a row, so no two become the same."""
    return name.replace("-", "_").replace(".", "__")


def finder_name(action: str, form: str) -> str:
    """Return what the function is called that finds the sets or runs for an action."""
    return f"find_{identifier(action)}_of_{identifier(form)}"


def both(one: Node, other: Node) -> Node:
    if one == TRUE:
        return other
    if FALSE in (one, other):
        return FALSE
    return one if other == TRUE else Binary("&&", one, other, type=BOOL)


def unless(node: Node, exception: Node) -> Node:
    return both(node, negated(exception))


def implied(situation: Node, condition: Node) -> Node:
    return Binary("||", negated(situation), condition, type=BOOL)


def negated(node: Node) -> Node:
    if isinstance(node, Literal):
        return FALSE if node.value else TRUE
    return Unary("!", node, type=BOOL)


def reads_action(node: Node) -> bool:
    """Tell whether a condition depends on the cards, their number, their form or the rank of an action."""
    return any(path[0] == "action" or path == ("#size",) for path in free(node))


def rule_nodes(rule: Rule) -> Iterator[Node]:
    """Yield every expression of a rule that reads the state."""
    if rule.applies:
        yield rule.applies.node
    for requirement in rule.require:
        yield requirement.expr.node
    yield from effect_nodes(rule.effects)


def effect_nodes(effects: Iterable[Effect]) -> Iterator[Node]:
    for effect in effects:
        for target, expr in effect.writes:
            yield expr.node
            if target.key:
                yield target.key.node
        for each in (effect.cards, effect.of):
            if each:
                yield each.node
        for goal in (effect.source, effect.target):
            if goal and goal.key:
                yield goal.key.node
        yield from effect_nodes(effect.do)

"""Types an expression: every node gets its type, words find their set of values, what may be none is told from what is
there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..errors import ExpressionError, did_you_mean
from .ast import Binary, Call, Choice, Field, Index, ListOf, Literal, Macro, Name, Node, Unary
from .bounds import EXACT, Bounds, bounds, elements
from .builtins import builtins
from .facts import NO_FACTS, Facts, facts
from .types import (
    ABSENT,
    BOOL,
    CARDS,
    INT,
    PLAYER,
    STRING,
    Absent,
    Enum,
    List,
    Maybe,
    PerPlayer,
    Record,
    Scalar,
    Set,
    Signature,
    Type,
    Variable,
)
from .walk import path_of

MAX_MACROS = 8  # one inside another: what Python's compiler bears, inlined functions included


KEPT = frozenset(("actor", "action", "before", "chance", "phase", "players", "toggle", "none"))
"""Names that mean the same wherever they mean anything; no variable or parameter may have one of them."""


@dataclass(frozen=True, slots=True)
class Env:
    """What an expression may name: states, zones and records by name; declared functions; the closed sets of words."""

    names: Mapping[str, Type]
    functions: Mapping[str, Signature] = field(default_factory=dict)
    enums: Mapping[str, Enum] = field(default_factory=dict)

    def with_names(self, more: Mapping[str, Type]) -> Env:
        """Return the environment with more names, which go before equal ones."""
        return Env({**self.names, **more}, self.functions, self.enums)


def check(node: Node, env: Env, expected: Type | None = None, narrowed: Facts = NO_FACTS) -> Node:
    """Return the tree with every node's type set.

    `expected` is the type its place demands (None: any single value). `narrowed` are paths known not to be none, as
    `facts` returns them for a condition that holds here. Raises ExpressionError X010 to X025.
    """
    return _Checker(env, {}, {}).value(node, expected, narrowed)


def bare(of: Type) -> Type:
    """Return T for maybe(T), any other type as it is."""
    return of.of if isinstance(of, Maybe) else of


def assignable(given: Type, wanted: Type) -> bool:
    """Tell whether a value of type `given` may stand where `wanted` is demanded."""
    if given == wanted:
        return True
    return isinstance(wanted, Maybe) and (isinstance(given, Absent) or given == wanted.of)


def _needs_context(node: Node) -> bool:
    """Tell whether a node's type is found only from its place: a word, an empty list, a list or choice of such."""
    match node:
        case Literal(value):
            return isinstance(value, str)
        case ListOf(items):
            return all(_needs_context(each) for each in items)
        case Choice(_, yes, no):
            return _needs_context(yes) and _needs_context(no)
        case Macro("filter", of, _, _):
            return _needs_context(of)
    return False


@dataclass(slots=True)
class _Checker:
    env: Env
    variables: dict[str, Type]
    bounds: dict[str, Bounds]

    # ---- what a place demands

    def value(self, node: Node, expected: Type | None, narrowed: Facts) -> Node:
        """Type a node that stands where a single value is wanted, of the expected type if one is given."""
        typed = self.infer(node, expected, narrowed)
        given = typed.type
        assert given is not None
        if isinstance(given, Record):
            raise ExpressionError(
                "X025", node.at, f"{given} has parts and is not a value", _one_of("write", given, given.fields)
            )
        if isinstance(given, PerPlayer):
            shown = node.name if isinstance(node, Name | Field) else "it"
            raise ExpressionError("X025", node.at, f"{shown} is kept for each player", f"write {shown}[player]")
        if expected is None or assignable(given, expected):
            return typed
        raise _mismatch(node, given, expected)

    def certain(self, node: Node, narrowed: Facts) -> tuple[Node, Type]:
        """Type a node whose value may not be none, and return its type with it."""
        typed = self.value(node, None, narrowed)
        given = typed.type
        assert given is not None
        if isinstance(given, Maybe | Absent):
            raise _mismatch(node, given, bare(given))
        return typed, given

    # ---- what a node is

    def infer(self, node: Node, expected: Type | None, narrowed: Facts) -> Node:
        match node:
            case Literal(value):
                return self.literal(node, value, expected)
            case ListOf():
                return self.list_of(node, expected, narrowed)
            case Name() | Field() | Index():
                return self.path(node, narrowed)
            case Call():
                return self.call(node, narrowed)
            case Macro():
                return self.macro(node, expected, narrowed)
            case Unary(operator, of):
                wanted = BOOL if operator == "!" else INT
                return self.bounded(Unary(operator, self.value(of, wanted, narrowed), at=node.at, type=wanted))
            case Binary():
                return self.binary(node, narrowed)
            case Choice(test, yes, no):
                return self.choice(node, test, yes, no, expected, narrowed)
        raise TypeError(f"not a node: {node!r}")

    def literal(self, node: Literal, value: int | str | bool, expected: Type | None) -> Node:
        if isinstance(value, bool):
            return replace(node, type=BOOL)
        if isinstance(value, int):
            return replace(node, type=INT)
        if expected is None:
            raise ExpressionError(
                "X022",
                node.at,
                f"nothing here says which set of words '{value}' belongs to",
                "compare it with something of a known type",
            )
        wanted = self.filled(bare(expected))
        if isinstance(wanted, Enum):
            if value not in wanted.values:
                raise ExpressionError(
                    "X015",
                    node.at,
                    f"'{value}' is no {wanted}",
                    did_you_mean(value, wanted.values),
                )
            return replace(node, type=wanted)
        if wanted == STRING:
            return replace(node, type=STRING)
        hint = (
            "players are never written by name in a rule"
            if wanted == PLAYER
            else "take the quotes away if a name is meant"
        )
        raise ExpressionError("X014", node.at, f"this should be of type {expected}, and is a string", hint)

    def filled(self, of: Type) -> Type:
        """Return the environment's own Enum, with its values, for one known by name only."""
        return self.env.enums.get(of.name, of) if isinstance(of, Enum) and not of.values else of

    def list_of(self, node: ListOf, expected: Type | None, narrowed: Facts) -> Node:
        wanted = bare(expected) if expected is not None else None
        if isinstance(wanted, List | Set):
            items = tuple(self.value(each, wanted.of, narrowed) for each in node.items)
            return ListOf(items, at=node.at, type=type(wanted)(self.filled(wanted.of)))
        if wanted is not None:
            raise ExpressionError("X014", node.at, f"this should be of type {expected}, and is a list")
        if not node.items:
            raise ExpressionError(
                "X023", node.at, "nothing here says what this empty list would hold", "use it where a list is expected"
            )
        items = self.alike(node.items, [narrowed] * len(node.items))
        of = self.joined(items)
        if isinstance(of, Absent):
            raise ExpressionError("X023", node.at, "nothing here says what else this list would hold", "")
        return ListOf(items, at=node.at, type=List(of))

    def alike(self, nodes: Sequence[Node], narrowed: Sequence[Facts]) -> tuple[Node, ...]:
        """Type nodes that must be of one type; words take theirs from the others."""
        typed: dict[int, Node] = {
            i: self.value(each, None, narrowed[i]) for i, each in enumerate(nodes) if not _needs_context(each)
        }
        known = self.joined(list(typed.values())) if typed else None
        for i, each in enumerate(nodes):
            if i not in typed:
                typed[i] = self.value(each, known, narrowed[i])
        return tuple(typed[i] for i in range(len(nodes)))

    def joined(self, nodes: Sequence[Node]) -> Type:
        """Return the one type all the typed nodes have, maybe(…) if one of them may be none."""
        present: Type | None = None
        missing = False
        for node in nodes:
            given = node.type
            assert given is not None
            missing = missing or isinstance(given, Maybe | Absent)
            if isinstance(given, Absent):
                continue
            if present is None:
                present = bare(given)
            elif bare(given) != present:
                message = f"this is of type {given}, and what stands beside it of type {present}"
                raise ExpressionError("X014", node.at, message, "they must be alike")
        if present is None:
            return ABSENT
        return Maybe(present) if missing else present

    def path(self, node: Name | Field | Index, narrowed: Facts) -> Node:
        match node:
            case Name(name):
                typed: Node = replace(node, type=self.name(node, name))
            case Field(of, name):
                typed = self.field(node, of, name, narrowed)
            case Index(of, index):
                typed = self.index(node, of, index, narrowed)
        if isinstance(typed.type, Maybe) and node in narrowed:
            return replace(typed, type=typed.type.of)
        return typed

    def name(self, node: Node, name: str) -> Type:
        if name == "none":
            return ABSENT
        found = self.variables.get(name) or self.env.names.get(name)
        if found is None:
            hint = did_you_mean(name, [*self.variables, *self.env.names])
            if name in self.env.functions or name in builtins():
                hint = f"{name} is a function: write {name}(…)"
            elif any(name in each.values for each in self.env.enums.values()):
                hint = f"if the word is meant, write '{name}' in quotes"
            raise ExpressionError("X010", node.at, f"there is nothing called {_short(name)} here", hint)
        return found

    def field(self, node: Field, of: Node, name: str, narrowed: Facts) -> Node:
        record = self.infer(of, None, narrowed)
        if not isinstance(record.type, Record):
            raise ExpressionError(
                "X011", node.at, f"a value of type {record.type} has no fields", "take the . and the name away"
            )
        found = record.type.fields.get(name)
        if found is None:
            raise ExpressionError(
                "X011", node.at, f"{record.type} has no field {_short(name)}", did_you_mean(name, record.type.fields)
            )
        return Field(record, name, at=node.at, type=found)

    def index(self, node: Index, of: Node, index: Node, narrowed: Facts) -> Node:
        kept = self.infer(of, None, narrowed)
        if not isinstance(kept.type, PerPlayer):
            is_list = isinstance(kept.type, List)
            hint = "for an element of a list write at(list, place, otherwise)" if is_list else "leave out the [ ]"
            raise ExpressionError(
                "X020", node.at, f"[ ] goes with what is kept for each player; this is of type {kept.type}", hint
            )
        return Index(kept, self.value(index, PLAYER, narrowed), at=node.at, type=kept.type.of)

    def choice(self, node: Node, test: Node, yes: Node, no: Node, expected: Type | None, narrowed: Facts) -> Node:
        condition = self.value(test, BOOL, narrowed)
        in_yes, in_no = narrowed | facts(condition, True), narrowed | facts(condition, False)
        if expected is not None:
            arms = (self.value(yes, expected, in_yes), self.value(no, expected, in_no))
        else:
            if _needs_context(yes) and _needs_context(no):
                self.value(yes, None, in_yes)  # which says what is missing
            first, second = self.alike((yes, no), (in_yes, in_no))
            arms = (first, second)
        return Choice(condition, *arms, at=node.at, type=self.joined(arms))

    # ---- operators

    def binary(self, node: Binary, narrowed: Facts) -> Node:
        operator = node.operator
        if operator in ("&&", "||"):
            left = self.value(node.left, BOOL, narrowed)
            right = self.value(node.right, BOOL, narrowed | facts(left, operator == "&&"))
            return Binary(operator, left, right, at=node.at, type=BOOL)
        if operator in ("==", "!="):
            return self.equality(node, narrowed)
        if operator == "in":
            return self.membership(node, narrowed)
        if operator in ("<", "<=", ">", ">="):
            for side in (node.left, node.right):
                if isinstance(side, Binary) and side.operator in ("<", "<=", ">", ">=", "==", "!="):
                    raise ExpressionError("X014", node.at, "comparisons cannot be chained", "write a < b && b < c")
            left, right = (self.number(side, node, narrowed) for side in (node.left, node.right))
            return Binary(operator, left, right, at=node.at, type=BOOL)
        if operator == "+" and not _needs_context(node.left):
            left = self.value(node.left, None, narrowed)
            if isinstance(left.type, List):
                return Binary("+", left, self.value(node.right, left.type, narrowed), at=node.at, type=left.type)
        left, right = (self.number(side, node, narrowed) for side in (node.left, node.right))
        return self.bounded(Binary(operator, left, right, at=node.at, type=INT))

    def number(self, node: Node, operation: Binary, narrowed: Facts) -> Node:
        if _needs_context(node):
            self.value(node, INT, narrowed)
        typed, given = self.certain(node, narrowed)
        if given != INT:
            hint = ""
            if isinstance(given, Enum):
                hint = "words have no order: compare index(order, word), or a function made for it"
            elif given == CARDS or isinstance(given, List | Set):
                hint = "size(…) is how many there are"
            elif given == BOOL:
                hint = "condition ? 1 : 0 makes a number of a condition"
            message = f"{operation.operator} goes with whole numbers; this is of type {given}"
            raise ExpressionError("X014", node.at, message, hint)
        return typed

    def bounded(self, node: Node) -> Node:
        """Refuse what is not total or not exact: % of something negative, numbers that may grow too large."""
        if node.type != INT:
            return node
        if isinstance(node, Binary) and node.operator == "%":
            if not isinstance(node.right, Literal) or node.right.value == 0:
                raise ExpressionError("X018", node.at, "% takes a positive number written out", "such as % 2")
            if bounds(node.left, self.bounds)[0] < 0:
                hint = "size(…), count(…) and what is built of them cannot; larger(0, …) makes sure"
                raise ExpressionError("X018", node.at, "what stands before % may be negative", hint)
        low, high = bounds(node, self.bounds)
        if low < -EXACT or high > EXACT:
            raise ExpressionError(
                "X019",
                node.at,
                "this may grow too large to be exact",
                "use fewer factors, or smaller(…) on one of them",
            )
        return node

    def equality(self, node: Binary, narrowed: Facts) -> Node:
        left, right = node.left, node.right
        sides = (left, right)
        none = Name("none")
        # what is compared with none is wanted as it was declared, also where it is known to be there
        known = [narrowed - {each} if other == none else narrowed for each, other in (sides, sides[::-1])]
        if _needs_context(left) and _needs_context(right):
            self.value(left, None, narrowed)
        if _needs_context(left):
            second = self.value(right, None, known[1])
            first = self.value(left, self.comparable(second, node), known[0])
        else:
            first = self.value(left, None, known[0])
            second = self.value(right, self.comparable(first, node) if _needs_context(right) else None, known[1])
        one, other = first.type, second.type
        assert one is not None
        assert other is not None
        self.comparable(first, node)
        self.comparable(second, node)
        if isinstance(one, Absent) or isinstance(other, Absent):
            present = other if isinstance(one, Absent) else one
            if not isinstance(present, Maybe | Absent):
                raise ExpressionError(
                    "X016", node.at, f"a value of type {present} is never none", "leave the comparison out"
                )
        elif bare(one) != bare(other):
            raise ExpressionError(
                "X016", node.at, f"a value of type {one} never equals one of type {other}", "compare like with like"
            )
        return Binary(node.operator, first, second, at=node.at, type=BOOL)

    def comparable(self, typed: Node, operation: Node) -> Type:
        given = typed.type
        assert given is not None
        if isinstance(bare(given), Set):
            raise ExpressionError("X016", operation.at, "sets are not compared", "compare size(…), or use all and in")
        return given

    def membership(self, node: Binary, narrowed: Facts) -> Node:
        if _needs_context(node.right):
            if _needs_context(node.left):
                self.value(node.left, None, narrowed)
            left = self.value(node.left, None, narrowed)
            assert left.type is not None
            right = self.value(node.right, List(bare(left.type)), narrowed)
        else:
            right, of = self.certain(node.right, narrowed)
            if not isinstance(of, List | Set) and of != CARDS:
                raise ExpressionError(
                    "X014", node.right.at, f"in goes with a list, a set or cards; this is of type {of}"
                )
            element = of.of if isinstance(of, List | Set) else self.filled(Enum("rank", ()))
            left = self.value(node.left, element if _needs_context(node.left) else None, narrowed)
            assert left.type is not None
            if bare(left.type) != bare(element):
                raise ExpressionError(
                    "X016",
                    node.at,
                    f"a value of type {left.type} is never in a {of}",
                    f"{element} is wanted on the left",
                )
        if isinstance(left.type, Set):
            raise ExpressionError("X016", node.at, "sets are not compared", "")
        return Binary("in", left, right, at=node.at, type=BOOL)

    # ---- calls and macros

    def call(self, node: Call, narrowed: Facts) -> Node:
        name, arguments = node.function, node.arguments
        declared = self.env.functions.get(name)
        if declared is not None:
            self.counted(node, len(declared.parameters), declared)
            wanted = declared.parameters.values()
            typed = tuple(self.value(each, of, narrowed) for each, of in zip(arguments, wanted, strict=True))
            return Call(name, typed, at=node.at, type=declared.returns)
        builtin = builtins().get(name)
        if builtin is None:
            hint = did_you_mean(name, [*self.env.functions, *builtins()])
            if name in self.env.names:
                kept = isinstance(self.env.names[name], PerPlayer)
                hint = (
                    f"{name} is kept for each player: write {name}[…]"
                    if kept
                    else f"{name} is a value: write it without ( )"
                )
            elif name in ("all", "exists", "exists_one", "filter", "map"):
                hint = f"write list.{name}(x, …)"
            raise ExpressionError("X012", node.at, f"there is no function {_short(name)}", hint)
        self.counted(node, len(builtin.signatures[0].parameters), builtin.signatures[0])
        return self.builtin_call(node, builtin.signatures, narrowed)

    def counted(self, node: Call, wanted: int, signature: Signature) -> None:
        if len(node.arguments) != wanted:
            shown = ", ".join(signature.parameters)
            number = f"{wanted or 'no'} argument{'' if wanted == 1 else 's'}"
            message = f"{node.function} takes {number}, not {len(node.arguments)}"
            raise ExpressionError("X013", node.at, message, f"write {node.function}({shown})")

    def builtin_call(self, node: Call, signatures: Sequence[Signature], narrowed: Facts) -> Node:
        """Type each argument once, choose the first signature they fit, then type the words among them by it."""
        typed = [None if _needs_context(each) else self.value(each, None, narrowed) for each in node.arguments]
        furthest: tuple[int, ExpressionError] | None = None
        for signature in signatures:
            bound: dict[str, Type] = {}
            problem: tuple[int, ExpressionError] | None = None
            for i, (wanted, argument) in enumerate(zip(signature.parameters.values(), typed, strict=True)):
                if argument is not None and not _unify(wanted, argument.type, bound):
                    assert argument.type is not None
                    problem = (i, _mismatch(node.arguments[i], argument.type, _filled_in(wanted, bound)))
                    break
            if problem is None:
                return self.builtin_typed(node, signature, typed, bound, narrowed)
            furthest = problem if furthest is None or problem[0] > furthest[0] else furthest
        assert furthest is not None
        if furthest[0] == 0 and len(signatures) > 1 and furthest[1].code == "X014":
            wanted_types = " or ".join(dict.fromkeys(str(next(iter(each.parameters.values()))) for each in signatures))
            argument = typed[0]
            assert argument is not None
            at = node.arguments[0].at
            raise ExpressionError(
                "X014", at, f"{node.function} goes with {wanted_types}; this is of type {argument.type}"
            )
        raise furthest[1]

    def builtin_typed(
        self, node: Call, signature: Signature, typed: Sequence[Node | None], bound: dict[str, Type], narrowed: Facts
    ) -> Node:
        arguments: list[Node] = []
        for wanted, argument, written in zip(signature.parameters.values(), typed, node.arguments, strict=True):
            if argument is None:
                filled = _filled_in(wanted, bound)
                argument = self.value(written, None if _has_variable(filled) else filled, narrowed)
                assert argument.type is not None
                _unify(wanted, argument.type, bound)
            arguments.append(argument)
        returns = _filled_in(signature.returns, bound)
        returns = List(self.filled(returns.of)) if isinstance(returns, List) else returns
        return Call(node.function, tuple(arguments), at=node.at, type=returns)

    def macro(self, node: Macro, expected: Type | None, narrowed: Facts) -> Node:
        wanted = bare(expected) if expected is not None else None
        context: Type | None = None
        if node.kind == "filter" and isinstance(wanted, List | Set) and _needs_context(node.of):
            context = wanted
        of = self.value(node.of, context, narrowed)
        if not isinstance(of.type, List | Set) or (node.kind == "map" and isinstance(of.type, Set)):
            if isinstance(of.type, Maybe):
                raise _mismatch(node.of, of.type, of.type.of)
            problem = (
                f"{node.kind} goes over a list{'' if node.kind == 'map' else ' or a set'}; this is of type {of.type}"
            )
            raise ExpressionError("X021", node.at, problem, "write ranks(cards)" if of.type == CARDS else "")
        variable = node.variable
        if variable in self.variables or variable in self.env.names or variable in KEPT:
            raise ExpressionError(
                "X021", node.at, f"{_short(variable)} already means something here", "choose another variable"
            )
        if len(self.variables) >= MAX_MACROS:
            message = f"macros are nested more than {MAX_MACROS} levels deep"
            raise ExpressionError("X002", node.at, message, "give a part of it a name in functions.yaml")
        self.variables[variable] = of.type.of
        self.bounds[variable] = elements(of, self.bounds)
        try:
            result = None if node.kind == "map" else BOOL
            inner = wanted.of if node.kind == "map" and isinstance(wanted, List | Set) else result
            body = self.value(node.body, inner, narrowed)
        finally:
            del self.variables[variable], self.bounds[variable]
        assert body.type is not None
        made: Type = BOOL
        if node.kind == "filter":
            made = Set(of.type.of) if isinstance(wanted, Set) else of.type
        elif node.kind == "map":
            item = inner if inner is not None else body.type
            if isinstance(item, Absent):
                raise ExpressionError("X023", node.at, "nothing here says what else this list would hold", "")
            made = Set(item) if isinstance(wanted, Set) else List(item)
        return Macro(node.kind, of, variable, body, at=node.at, type=made)


# ---- built-ins' signatures


def _unify(wanted: Type, given: Type | None, bound: dict[str, Type]) -> bool:
    """Fit a type to a signature's, noting what its letters stand for."""
    match wanted, given:
        case Variable(name), _:
            if given is None or isinstance(given, Absent):
                return False
            return bound.setdefault(name, given) == given
        case Maybe(of), Absent():
            return not isinstance(of, Variable) or of.name in bound
        case Maybe(of), _:
            assert given is not None
            return _unify(of, bare(given), bound)
        case (List(of), List(inner)) | (Set(of), Set(inner)):
            return _unify(of, inner, bound)
    return wanted == given


def _filled_in(of: Type, bound: Mapping[str, Type]) -> Type:
    match of:
        case Variable(name):
            return bound.get(name, of)
        case Maybe(inner):
            filled = _filled_in(inner, bound)
            return filled if isinstance(filled, Maybe) else Maybe(filled)
        case List(inner):
            return List(_filled_in(inner, bound))
        case Set(inner):
            return Set(_filled_in(inner, bound))
    return of


def _has_variable(of: Type) -> bool:
    match of:
        case Variable():
            return True
        case Maybe(inner) | List(inner) | Set(inner):
            return _has_variable(inner)
    return False


# ---- complaints


def _mismatch(node: Node, given: Type, wanted: Type) -> ExpressionError:
    path = path_of(node)
    shown = ".".join(path) if path else node.name if isinstance(node, Name | Field) else "it"
    if isinstance(given, Absent):
        return ExpressionError("X017", node.at, f"this must be there: none cannot stand where {wanted} is wanted", "")
    if isinstance(given, Maybe) and (given.of == wanted or isinstance(wanted, Variable)):
        hint = (
            f"test {shown} != none && … first"
            if isinstance(node, Name | Field | Index)
            else "give it a default, or test it first"
        )
        return ExpressionError("X017", node.at, f"{shown} may be none, and {wanted} must be there", hint)
    hint = ""
    if isinstance(wanted, Set) and isinstance(given, List):
        hint = "a set is written as a list [a, b], or filtered from one"
    elif wanted == INT and (given == CARDS or isinstance(given, List | Set)):
        hint = "size(…) is how many there are"
    elif wanted == BOOL and isinstance(given, Scalar | List | Set | Maybe | Enum):
        hint = "a condition is wanted: compare it with something"
    return ExpressionError("X014", node.at, f"this should be of type {wanted}, and is of type {given}", hint)


def _one_of(verb: str, record: Record, fields: Mapping[str, Type]) -> str:
    return f"{verb} {record}.{next(iter(sorted(fields)))}, for example" if fields else ""


def _short(name: str) -> str:
    return name if len(name) <= 40 else name[:39] + "…"

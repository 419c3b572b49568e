"""Puts known values in, inlines functions, works out what is then constant. Typed trees in, typed trees out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from .ast import Binary, Call, Choice, Field, ListOf, Literal, Macro, Name, Node, Unary
from .parse import MAX_NUMBER
from .types import BOOL, INT, Absent, List, Maybe, Set
from .walk import Path, children, count, depth, free, path_of, rebuild, substitute, variables

_MAX_INLINED = 120  # nodes; a larger function stays a call
_MAX_DEPTH = 40  # levels; what Python's own parser bears, with room


@dataclass(frozen=True, slots=True)
class Function:
    """A declared function: its parameters' names in order, and its typed body."""

    parameters: tuple[str, ...]
    body: Node


class Folder:
    """Folds many trees with the same constants and functions; functions' bodies are folded once."""

    def __init__(self, constants: Mapping[Path, Node], functions: Mapping[str, Function]) -> None:
        self._constants = constants
        self._functions = functions
        self._bodies: dict[str, Function | None] = {}

    def fold(self, node: Node) -> Node:
        """Return the tree: constants put in, functions inlined where that costs nothing, constant parts worked out."""
        return self._fold(node, frozenset())

    def function(self, name: str) -> Function | None:
        """Return a declared function with its body folded, None where it is unknown or calls itself."""
        if name not in self._bodies:
            declared = self._functions.get(name)
            self._bodies[name] = None  # while it is being folded: a function that calls itself is not inlined
            if declared is not None:
                parameters = frozenset(declared.parameters)
                self._bodies[name] = Function(declared.parameters, self._fold(declared.body, parameters))
        return self._bodies[name]

    def _fold(self, node: Node, bound: frozenset[str]) -> Node:
        if isinstance(node, Name | Field):
            path = path_of(node)
            if path is not None:
                constant = self._constants.get(path) if path[0] not in bound else None
                return replace(constant, at=node.at) if constant is not None else node
        if isinstance(node, Macro):
            of, body = self._fold(node.of, bound), self._fold(node.body, bound | {node.variable})
            return simplify(Macro(node.kind, of, node.variable, body, at=node.at, type=node.type))
        below = children(node)
        if not below:
            return node
        folded = [self._fold(each, bound) for each in below]
        if any(new is not old for new, old in zip(folded, below, strict=True)):
            node = rebuild(node, folded)
        if isinstance(node, Call):
            inlined = self._inline(node, bound)
            if inlined is not None:
                return inlined
        return simplify(node)

    def _inline(self, call: Call, bound: frozenset[str]) -> Node | None:
        function = self.function(call.function) if call.function in self._functions else None
        if function is None or count(function.body) > _MAX_INLINED:
            return None
        given = dict(zip(function.parameters, call.arguments, strict=True))
        body = function.body
        if bound & {path[0] for path in free(body) if path[0] not in given}:
            return None  # a variable here would capture a name of the body
        for parameter, argument in given.items():
            if not _atom(argument) and not _used_once(body, parameter):
                return None
        taken = frozenset(path[0] for each in call.arguments for path in free(each)) | bound
        body = substitute(_fresh(body, taken), lambda name: _given(given, name))
        body = self._again(body)
        return body if depth(body) <= _MAX_DEPTH else None

    def _again(self, node: Node) -> Node:
        """Work out what has become constant; there is nothing left to put in or to inline."""
        below = children(node)
        if not below:
            return node
        folded = [self._again(each) for each in below]
        if any(new is not old for new, old in zip(folded, below, strict=True)):
            node = rebuild(node, folded)
        return simplify(node)


def fold(node: Node, constants: Mapping[Path, Node], functions: Mapping[str, Function]) -> Node:
    """Fold a single tree; see `Folder`."""
    return Folder(constants, functions).fold(node)


# ---- inlining


def _atom(node: Node) -> bool:
    if isinstance(node, ListOf):
        return all(isinstance(each, Literal) for each in node.items)
    return isinstance(node, Literal) or path_of(node) is not None


def _used_once(body: Node, parameter: str) -> bool:
    """Tell whether a parameter is read at most once, and not over and over in a macro."""

    def uses(node: Node) -> int:
        if isinstance(node, Name):
            return int(node.name == parameter)
        if isinstance(node, Macro):
            inside = 0 if node.variable == parameter else uses(node.body)
            return uses(node.of) + 2 * inside
        return sum(uses(each) for each in children(node))

    return uses(body) <= 1


def _given(given: Mapping[str, Node], name: Name) -> Node | None:
    argument = given.get(name.name)
    if argument is None:
        return None
    narrower = isinstance(argument.type, Maybe) and not isinstance(name.type, Maybe | Absent)
    return replace(argument, type=name.type) if narrower else argument


def _fresh(node: Node, taken: frozenset[str]) -> Node:
    """Rename the macro variables of a body that would capture a name of the arguments."""
    for variable in sorted(variables(node) & taken):
        number = 2
        used = taken | variables(node) | {path[0] for path in free(node)}
        while f"{variable}_{number}" in used:
            number += 1
        node = _renamed(node, variable, f"{variable}_{number}")
    return node


def _renamed(node: Node, old: str, new: str) -> Node:
    below = [_renamed(each, old, new) for each in children(node)]
    node = rebuild(node, below) if below else node
    if isinstance(node, Macro) and node.variable == old:
        body = substitute(node.body, lambda name: replace(name, name=new) if name.name == old else None)
        return replace(node, variable=new, body=body)
    return node


# ---- working out


def simplify(node: Node) -> Node:
    """Return the node, or what it always equals, its children being simple already."""
    match node:
        case Unary():
            return _unary(node)
        case Binary("&&" | "||"):
            return _logic(node)
        case Binary("==" | "!=" | "in"):
            return _comparison(node)
        case Binary():
            return _arithmetic(node)
        case Choice():
            return _choice(node)
        case Call():
            return _call(node)
        case Macro():
            return _macro(node)
    return node


def constant(node: Node) -> bool:
    """Tell whether the node is a literal, none, or a list of such."""
    if isinstance(node, ListOf):
        return all(constant(each) for each in node.items)
    return isinstance(node, Literal) or node == Name("none")


def _truth(node: Node, value: bool) -> Literal:
    return Literal(value, at=node.at, type=BOOL)


def _number(node: Node, value: int) -> Node:
    """Return the number, unless it would be one that no expression could write."""
    return Literal(value, at=node.at, type=INT) if -MAX_NUMBER <= value <= MAX_NUMBER else node


def _is(node: Node, value: bool) -> bool:
    return isinstance(node, Literal) and node.value is value


def _int(node: Node) -> int | None:
    if isinstance(node, Literal) and not isinstance(node.value, bool | str):
        return node.value
    return None


def _unary(node: Unary) -> Node:
    of = node.of
    if node.operator == "-":
        value = _int(of)
        return node if value is None else _number(node, -value)
    match of:
        case Literal(known):
            return _truth(node, not known)
        case Unary("!", inner):
            return inner
        case Binary("==", left, right):
            return Binary("!=", left, right, at=of.at, type=BOOL)
        case Binary("!=", left, right):
            return Binary("==", left, right, at=of.at, type=BOOL)
    return node


def _logic(node: Binary) -> Node:
    decides = node.operator == "||"
    for one, other in ((node.left, node.right), (node.right, node.left)):
        if _is(one, decides):
            return _truth(node, decides)
        if _is(one, not decides):
            return other
    return node.left if node.left == node.right else node


def _comparison(node: Binary) -> Node:
    left, right = node.left, node.right
    if node.operator == "in":
        if isinstance(right, ListOf):
            if not right.items:
                return _truth(node, False)
            if constant(left) and constant(right):
                return _truth(node, left in right.items)
            if len(right.items) == 1:
                return Binary("==", left, right.items[0], at=node.at, type=BOOL)
        return node
    equal = node.operator == "=="
    if constant(left) and constant(right):
        return _truth(node, (left == right) == equal)
    for one, other in ((left, right), (right, left)):
        if other == Name("none") and one.type is not None and not isinstance(one.type, Maybe | Absent):
            return _truth(node, not equal)
        if isinstance(other, Literal) and isinstance(other.value, bool):
            return one if other.value == equal and one.type == BOOL else node
    return node


def _arithmetic(node: Binary) -> Node:
    left, right = node.left, node.right
    if isinstance(node.type, List):
        if isinstance(left, ListOf) and isinstance(right, ListOf):
            return ListOf(left.items + right.items, at=node.at, type=node.type)
        return node
    a: int | None = _int(left)
    b: int | None = _int(right)
    if a is not None and b is not None:
        match node.operator:
            case "+":
                return _number(node, a + b)
            case "-":
                return _number(node, a - b)
            case "*":
                return _number(node, a * b)
            case "%":
                return _number(node, a % b) if a >= 0 < b else node
        ordered = {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}
        return _truth(node, ordered[node.operator])
    match node.operator, a, b:
        case ("+", 0, _) | ("*", 1, _):
            return right
        case ("+" | "-", _, 0) | ("*", _, 1):
            return left
        case ("*", 0, _) | ("*", _, 0):
            return _number(node, 0)
    return node


def _choice(node: Choice) -> Node:
    test, yes, no = node.test, node.yes, node.no
    if isinstance(test, Literal):
        return yes if test.value else no
    if yes == no:
        return yes
    if _is(yes, True):
        return no if _is(no, True) else simplify(Binary("||", test, no, at=node.at, type=BOOL))
    if _is(no, False):
        return simplify(Binary("&&", test, yes, at=node.at, type=BOOL))
    if _is(yes, False) and _is(no, True):
        return simplify(Unary("!", test, at=node.at, type=BOOL))
    return node


def _call(node: Call) -> Node:
    evaluate = _EVALUATE.get(node.function)
    result = evaluate(node) if evaluate is not None else None
    return node if result is None else replace(result, at=node.at)


def _items(node: Node) -> tuple[Node, ...] | None:
    return node.items if isinstance(node, ListOf) and not isinstance(node.type, Set) else None


def _size(node: Call) -> Node | None:
    items = _items(node.arguments[0])
    return None if items is None else _number(node, len(items))


def _index(node: Call) -> Node | None:
    of, what = node.arguments
    items = _items(of)
    if items == ():
        return _number(node, -1)
    if items is None or not constant(of) or not constant(what):
        return None
    return _number(node, items.index(what) if what in items else -1)


def _at_place(node: Call) -> Node | None:
    of, place, otherwise = node.arguments
    items, wanted = _items(of), _int(place)
    if items == ():
        return otherwise
    if items is None or wanted is None:
        return None
    return items[wanted] if 0 <= wanted < len(items) else otherwise


def _first(node: Call) -> Node | None:
    of, otherwise = node.arguments
    items = _items(of)
    if items is None:
        return None
    return items[0] if items else otherwise


def _reverse(node: Call) -> Node | None:
    (of,) = node.arguments
    if isinstance(of, Call) and of.function == "reverse":
        return of.arguments[0]
    items = _items(of)
    return None if items is None else ListOf(items[::-1], type=node.type)


def _following(node: Call) -> Node | None:
    of, what = node.arguments
    items = _items(of)
    if items is None or not constant(of) or not constant(what):
        return None
    place = items.index(what) if what in items else -1
    return ListOf(items[place + 1 :] + items[: place + 1], type=node.type)


def _extreme(node: Call) -> Node | None:
    a, b = _int(node.arguments[0]), _int(node.arguments[1])
    if a is None or b is None:
        return node.arguments[0] if node.arguments[0] == node.arguments[1] else None
    return _number(node, min(a, b) if node.function == "smaller" else max(a, b))


def _range(node: Call) -> Node | None:
    to = _int(node.arguments[0])
    if to is None or to > 16:
        return None
    return ListOf(tuple(Literal(each, at=node.at, type=INT) for each in range(to)), type=node.type)


_EVALUATE: dict[str, Callable[[Call], Node | None]] = {
    "size": _size,
    "index": _index,
    "at": _at_place,
    "first": _first,
    "reverse": _reverse,
    "following": _following,
    "smaller": _extreme,
    "larger": _extreme,
    "range": _range,
}


def _macro(node: Macro) -> Node:
    empty = isinstance(node.of, ListOf) and not node.of.items
    match node.kind:
        case "all":
            return _truth(node, True) if empty or _is(node.body, True) else node
        case "exists":
            return _truth(node, False) if empty or _is(node.body, False) else node
        case "exists_one":
            return _truth(node, False) if empty or _is(node.body, False) else node
        case "filter":
            if empty or _is(node.body, False):
                return ListOf((), at=node.at, type=node.type)
            return node.of if _is(node.body, True) and node.of.type == node.type else node
        case _:
            return ListOf((), at=node.at, type=node.type) if empty else node

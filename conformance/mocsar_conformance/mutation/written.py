"""Writes a syntax tree as text again, with as few brackets as the grammar needs: parsing it gives the same tree."""

from __future__ import annotations

from mocsar_reference.language import Binary, Call, Choice, Field, Index, ListOf, Literal, Macro, Name, Node, Unary

_LEVELS = {
    "||": 1,
    "&&": 2,
    "==": 3,
    "!=": 3,
    "<": 3,
    "<=": 3,
    ">": 3,
    ">=": 3,
    "in": 3,
    "+": 4,
    "-": 4,
    "*": 5,
    "%": 5,
}
_UNARY, _MEMBER = 6, 7


def write(node: Node) -> str:
    """Return the text of an expression."""
    return _write(node, 0)


def _write(node: Node, least: int) -> str:
    """Return the text, in brackets where it binds less tightly than `least`."""
    match node:
        case Literal(bool() as value):
            return "true" if value else "false"
        case Literal(int() as value):
            return str(value)
        case Literal(value):
            return f"'{value}'"
        case Name(name):
            return name
        case Field(of, name):
            return f"{_write(of, _MEMBER)}.{name}"
        case Index(of, index):
            return f"{_write(of, _MEMBER)}[{write(index)}]"
        case Call(function, arguments):
            return f"{function}({', '.join(map(write, arguments))})"
        case ListOf(items):
            return f"[{', '.join(map(write, items))}]"
        case Macro(kind, of, variable, body):
            return f"{_write(of, _MEMBER)}.{kind}({variable}, {write(body)})"
        case Unary(operator, of):
            again = isinstance(of, Unary) and of.operator == operator
            text, level = operator + _write(of, _UNARY if again else _MEMBER), _UNARY
        case Binary(operator, left, right):
            level = _LEVELS[operator]
            text = f"{_write(left, level)} {operator} {_write(right, level + 1)}"
        case Choice(test, yes, no):
            text, level = f"{_write(test, 1)} ? {_write(yes, 1)} : {write(no)}", 0
        case _:
            raise TypeError(f"not a node: {node!r}")
    return f"({text})" if level < least else text

"""What a scenario's `when` says, in words: for each toggle what is chosen."""

from __future__ import annotations

from collections.abc import Iterator

from mocsar_docs.markup import attribute
from mocsar_docs.page import Writing
from mocsar_docs.words import add
from mocsar_reference.language.ast import Binary, Call, Field, ListOf, Literal, Name, Node, Unary
from mocsar_reference.resolve.book import Expression, Toggle, Value

add(
    when_not=("not so: {value}", "nem így: {value}"),
    when_in=("{value} among them", "köztük: {value}"),
    when_not_in=("without {value}", "nincs köztük: {value}"),
    when_least=("at least {number}", "legalább {number}"),
    when_least_of=("at least {number} of them", "legalább {number} darab"),
    when_above=("{high} higher than {low}", "{high} nagyobb, mint {low}"),
    when_players=("Players: {sign} {number}", "A játékosok száma: {sign} {number}"),
)
PREFIX = "toggle."


def condition(w: Writing, when: Expression) -> list[str]:
    """Return the parts of a condition as HTML; where one of them has no words, the condition as it is written."""
    told = [_part(w, each) for each in _conjuncts(when.node)]
    known = [each for each in told if each is not None]
    return known if len(known) == len(told) else [f"<code>{attribute(when.text)}</code>"]


def _conjuncts(node: Node) -> Iterator[Node]:
    if isinstance(node, Binary) and node.operator == "&&":
        yield from _conjuncts(node.left)
        yield from _conjuncts(node.right)
    else:
        yield node


def _part(w: Writing, node: Node) -> str | None:
    match node:
        case Binary("==" | "!=", Call("size", (of,)), Literal(0)) if (toggle := _toggle(w, of)) is not None:
            return _said(w, toggle, (), node.operator == "==")
        case Binary("==" | "!=", of, right) if (toggle := _toggle(w, of)) is not None:
            value = _value(right)
            return None if value is None else _said(w, toggle, value, node.operator == "==")
        case Binary(">" | ">=", of, Literal(int(number))) if (toggle := _toggle(w, of)) is not None:
            return f"{_link(w, toggle)}: {w.word('when-least', number=_least(node, number))}"
        case Binary(">" | ">=", Call("size", (of,)), Literal(int(number))) if (toggle := _toggle(w, of)) is not None:
            return f"{_link(w, toggle)}: {w.word('when-least-of', number=_least(node, number))}"
        case Binary("in", Literal(value), of) if (toggle := _toggle(w, of)) is not None:
            return f"{_link(w, toggle)}: {w.word('when-in', value=_one(w, value))}"
        case Unary("!", Binary("in", Literal(value), of)) if (toggle := _toggle(w, of)) is not None:
            return f"{_link(w, toggle)}: {w.word('when-not-in', value=_one(w, value))}"
        case Binary(">" | "<", Call("index", (of, Literal(left))), Call("index", (_, Literal(right)))) if (
            toggle := _toggle(w, of)
        ) is not None:
            high, low = (left, right) if node.operator == ">" else (right, left)
            return f"{_link(w, toggle)}: {w.word('when-above', high=_one(w, high), low=_one(w, low))}"
        case Binary("==" | "<" | "<=" | ">" | ">=", Name("players"), Literal(number)):
            sign = {"==": "", "<=": "≤", ">=": "≥"}.get(node.operator, attribute(node.operator))
            return w.word("when-players", sign=sign, number=number).replace("  ", " ")
    return None


def _least(node: Binary, number: int) -> int:
    return number if node.operator == ">=" else number + 1


def _toggle(w: Writing, node: Node) -> Toggle | None:
    name = _dotted(node)
    return w.material.contents.toggles.get(name.removeprefix(PREFIX)) if name.startswith(PREFIX) else None


def _dotted(node: Node) -> str:
    match node:
        case Name(name):
            return name
        case Field(of, name):
            return f"{_dotted(of)}.{name}"
    return ""


def _value(node: Node) -> Value | None:
    match node:
        case Literal(value):
            return value
        case ListOf(items):
            return tuple(each.value for each in items if isinstance(each, Literal) and not isinstance(each.value, bool))
    return None


def _said(w: Writing, toggle: Toggle, value: Value, so: bool) -> str:
    if so:
        return choice(w, toggle, value)
    return f"{_link(w, toggle)}: {w.word('when-not', value=attribute(w.sentence_text(toggle, value)))}"


def choice(w: Writing, toggle: Toggle, value: Value) -> str:
    """Return what is chosen of a toggle, as HTML; the sentences of values without names say themselves of what."""
    sentence = attribute(w.sentence_text(toggle, value))
    if toggle.sentence is not None:
        return f'<a href="{w.href("toggle", toggle.id)}">{sentence}</a>'
    return f"{_link(w, toggle)}: {sentence}"


def _link(w: Writing, toggle: Toggle) -> str:
    return f'<a href="{w.href("toggle", toggle.id)}">{attribute(w.say(toggle.title))}</a>'


def _one(w: Writing, value: object) -> str:
    return w.cards([str(value)]) if value in w.material.contents.ranks else attribute(str(value))

"""Text to syntax tree, with complaints for people: where, what is wrong, what would be right."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..errors import ExpressionError
from ..paths import spec_dir
from .ast import Binary, Call, Choice, Field, Index, ListOf, Literal, Macro, Name, Node, Unary
from .walk import too_deep

if TYPE_CHECKING:
    from lark import Lark, Token

Parts = Sequence[Any]

MAX_LENGTH = 2000
MAX_DEPTH = 32
MAX_NUMBER = 1_000_000  # of literals and of whatever a rulebook stores; sums and products stay exact in every language

MACROS = ("all", "exists", "exists_one", "filter", "map")
RESERVED = frozenset(
    # CEL's, with true, false and in, which are never names either
    """as break const continue else false for function if import in let loop namespace null package return true var void
    while""".split()  # noqa: SIM905
)
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_OTHER_WORDS = {"and": "&&", "or": "||", "not": "!", "is": "==", "mod": "%", "if": "? :", "else": "? :"}


@lru_cache(maxsize=16384)
def parse(text: str) -> Node:
    """Return the syntax tree of an expression; trees are shared between equal texts.

    Raises ExpressionError X001 to X009 and X021.
    """
    if len(text) > MAX_LENGTH:
        raise ExpressionError(
            "X001",
            MAX_LENGTH,
            f"the expression has {len(text)} characters; at most {MAX_LENGTH} are allowed",
            "give a part of it a name in functions.yaml",
        )
    if not text.strip(" \t\r\n\f"):
        raise ExpressionError("X009", 0, "the expression is empty", "write true or false if nothing else is meant")
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    try:
        tree: Node = _parser().parse(text)  # type: ignore[assignment]  # the transformer is built in
    except UnexpectedCharacters as error:
        raise _strange_character(text, error.pos_in_stream or 0) from None
    except UnexpectedToken as error:
        raise _misplaced(text, error.token) from None
    deep = too_deep(tree, MAX_DEPTH)
    if deep is not None:
        raise _deep(deep.at)
    return tree


def is_name(text: str) -> bool:
    """Tell whether the text may name a state, a function or a variable."""
    return bool(_NAME.fullmatch(text)) and text not in RESERVED


def _deep(at: int) -> ExpressionError:
    return ExpressionError(
        "X002",
        at,
        f"the expression is nested more than {MAX_DEPTH} levels deep",
        "give a part of it a name in functions.yaml",
    )


def _describe(character: str) -> str:
    shown = f"'{character}' " if character.isprintable() and character != " " else ""
    return f"{shown}(U+{ord(character):04X} {unicodedata.name(character, 'without a name')})"


def _strange_character(text: str, at: int) -> ExpressionError:
    character = text[at]
    if character in "'\"":
        return _bad_string(text, at)
    hints = {
        "=": "compare with ==",
        "&": "write && for 'and'",
        "|": "write || for 'or'",
        "/": "there is no division and there are no comments in expressions",
        "\\": "there are no escapes",
        "{": "there are no maps",
        "}": "there are no maps",
        ";": "an expression is a single value",
        "#": "YAML comments do not belong inside an expression",
        "`": "strings stand in '…' or \"…\"",
    }
    hint = hints.get(character, "")
    if character in "\u2018\u2019\u201c\u201d":
        hint = "strings stand in straight quotes, '…' or \"…\""
    elif not character.isascii():
        hint = "outside strings only ASCII characters are allowed; this one may look like another"
        plain = unicodedata.normalize("NFKC", character)
        if plain.isascii() and plain.isprintable() and plain.strip():
            hint = f"write '{plain}' in plain ASCII"
    return ExpressionError("X003", at, f"the character {_describe(character)} is not part of the language", hint)


def _bad_string(text: str, at: int) -> ExpressionError:
    for offset in range(at + 1, len(text)):
        if text[offset] == "\\":
            return ExpressionError("X004", offset, "a string may not hold a backslash", "there are no escapes")
        if text[offset] in "\r\n":
            return ExpressionError("X004", offset, "a string ends on its own line", "close it with its quote")
    return ExpressionError("X004", at, "this string is not closed", f"close it with {text[at]}")


def _misplaced(text: str, token: Token) -> ExpressionError:
    at = token.start_pos if token.type != "$END" and token.start_pos is not None else len(text)
    if token.type == "$END":
        return ExpressionError(
            "X009", at, "the expression ends too early", "something is missing after its last character"
        )
    negated = re.search(r"\bnot\s+$", text[:at])
    if negated is not None:
        return ExpressionError("X008", negated.start(), "not is no operator", "write !")
    word = str(token)
    hint = ""
    if word in _OTHER_WORDS:
        hint = f"write {_OTHER_WORDS[word]}"
    elif word == ")" or word == "]":
        hint = f"is there one {word} too many, or something missing before it?"
    elif token.type in ("NAME", "NUMBER", "STRING", "TRUE", "FALSE"):
        hint = "is an operator missing before it?"
    shown = word if len(word) <= 40 else word[:39] + "…"
    return ExpressionError("X008", at, f"{shown} cannot stand here", hint)


class _Screen:
    """Looks at each token before the parser does: brackets, reserved words, spelling of names, numbers and strings."""

    always_accept = ()

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        depth = 0
        last: Token | None = None
        for token in stream:
            at = token.start_pos or 0
            match token.type:
                case "LPAR" | "OPEN":
                    depth += 1
                    if depth > MAX_DEPTH:
                        raise _deep(at)
                case "RPAR" | "RSQB":
                    depth -= 1
                case "NAME":
                    if last is not None and last.type == "NUMBER" and last.end_pos == at:
                        raise ExpressionError(
                            "X005",
                            at,
                            "a number is written in digits only",
                            "there are no suffixes, exponents or hexadecimals",
                        )
                    if not _misspelt_operator(last, token):
                        _screen_name(str(token), at)
                case "NUMBER":
                    if last is not None and last.type == "DOT":
                        message = "only whole numbers are part of the language"
                        raise ExpressionError("X005", _at(last), message, "write it without a decimal point")
                    _screen_number(str(token), at)
                case "STRING":
                    for offset, character in enumerate(token):
                        if not character.isprintable():
                            raise ExpressionError(
                                "X004",
                                at + offset,
                                f"a string may not hold {_describe(character)}",
                                "write printable characters",
                            )
            yield token
            last = token


def _misspelt_operator(last: Token | None, token: Token) -> bool:
    """Tell whether a reserved word stands where an operator should: then the parser's complaint is the better one."""
    ends = ("NAME", "NUMBER", "STRING", "TRUE", "FALSE", "RPAR", "RSQB")
    return last is not None and last.type in ends and str(token) in _OTHER_WORDS


def _screen_name(name: str, at: int) -> None:
    if name in RESERVED:
        hint = "absence is written none" if name == "null" else "CEL keeps this word for itself; choose another name"
        raise ExpressionError("X006", at, f"{name} is a reserved word", hint)
    if not _NAME.fullmatch(name):
        lowered = name.lower().strip("_")
        shown = name if len(name) <= 40 else name[:39] + "…"
        hint = f"write {lowered}" if len(name) <= 40 and _NAME.fullmatch(lowered) else "begin with a letter"
        raise ExpressionError("X007", at, f"the name {shown} is not in lower case, or begins with an underscore", hint)


def _screen_number(digits: str, at: int) -> None:
    if len(digits) > 1 and digits[0] == "0":
        raise ExpressionError("X005", at, "a number does not begin with 0", f"write {digits.lstrip('0')[:10] or '0'}")
    if len(digits) > 7 or int(digits) > MAX_NUMBER:
        raise ExpressionError(
            "X005", at, f"the number is larger than {MAX_NUMBER}", f"numbers go from -{MAX_NUMBER} to {MAX_NUMBER}"
        )


def _at(token: Token) -> int:
    return token.start_pos or 0


class _Build:
    """What the parser calls for each rule, from the leaves up."""

    def name(self, below: Parts) -> Node:
        return Name(str(below[0]), at=_at(below[0]))

    def number(self, below: Parts) -> Node:
        return Literal(int(below[0]), at=_at(below[0]))

    def string(self, below: Parts) -> Node:
        return Literal(str(below[0])[1:-1], at=_at(below[0]))

    def true(self, below: Parts) -> Node:
        return Literal(True, at=_at(below[0]))

    def false(self, below: Parts) -> Node:
        return Literal(False, at=_at(below[0]))

    def list(self, below: Parts) -> Node:
        return ListOf(below[1], at=_at(below[0]))

    def arguments(self, below: Parts) -> tuple[Node, ...]:
        return tuple(each for each in below if each is not None)

    def call(self, below: Parts) -> Node:
        return Call(str(below[0]), below[1], at=_at(below[0]))

    def field(self, below: Parts) -> Node:
        return Field(below[0], str(below[1]), at=_at(below[1]))

    def index(self, below: Parts) -> Node:
        return Index(below[0], below[2], at=_at(below[1]))

    def method(self, below: Parts) -> Node:
        of, name, arguments = below[0], str(below[1]), below[2]
        at = _at(below[1])
        if name not in MACROS:
            return Call(name, (of, *arguments), at=at)
        if len(arguments) != 2 or not isinstance(arguments[0], Name) or arguments[0].name == "none":
            raise ExpressionError(
                "X021", at, f"{name} takes a variable's name and an expression", f"write list.{name}(x, …)"
            )
        return Macro(name, of, arguments[0].name, arguments[1], at=at)

    def unary(self, below: Parts) -> Node:
        return Unary(str(below[0]), below[1], at=_at(below[0]))

    def binary(self, below: Parts) -> Node:
        return Binary(str(below[1]), below[0], below[2], at=_at(below[1]))

    def choice(self, below: Parts) -> Node:
        return Choice(below[0], below[2], below[3], at=_at(below[1]))


@lru_cache(maxsize=1)
def _parser() -> Lark:
    from lark import Lark, Transformer

    built: Any = type("Build", (_Build, Transformer), {})
    grammar = (spec_dir() / "language" / "grammar.lark").read_text(encoding="utf-8")
    screen: Any = _Screen()
    return Lark(grammar, parser="lalr", lexer="basic", postlex=screen, transformer=built(), maybe_placeholders=True)

"""The faults an expression can have, each code with its one-line meaning."""

from __future__ import annotations

X_CODES: dict[str, str] = {
    "X001": "the expression is longer than the language allows",
    "X002": "the expression is nested more deeply than the language allows",
    "X003": "a character that is not part of the language",
    "X004": "a string that is not closed, or holds a character a string may not hold",
    "X005": "a number that is not a plain whole number, or is out of range",
    "X006": "a reserved word of CEL where a name should be",
    "X007": "a name that is not written in lower case, or begins with an underscore",
    "X008": "something else should stand here",
    "X009": "the expression is empty, or ends too early",
    "X010": "an unknown name",
    "X011": "an unknown field",
    "X012": "an unknown function",
    "X013": "too many or too few arguments",
    "X014": "a value of the wrong type",
    "X015": "a word that is not one of the values its place admits",
    "X016": "two values that cannot be compared",
    "X017": "a value that may be none where one must be there",
    "X018": "% by something other than a positive number, or of something that may be negative",
    "X019": "a number that may grow out of range",
    "X020": "[ ] on something that is not kept per player",
    "X021": "a macro that is not written as list.macro(name, expression)",
    "X022": "a string whose set of values nothing here determines",
    "X023": "an empty list whose type nothing here determines",
    "X024": "a type that is not written as the model's types are",
    "X025": "something with parts used as a single value",
}

"""The built-in functions' types and meanings, as `spec/language/builtins.yaml` declares them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import yaml

from ..paths import spec_dir
from .type_syntax import parse_type
from .types import Enum, Signature


@dataclass(frozen=True, slots=True)
class Builtin:
    """A built-in function: its name, one or more signatures, and what it returns, in words."""

    id: str
    signatures: tuple[Signature, ...]
    meaning: str


@lru_cache(maxsize=1)
def builtins() -> Mapping[str, Builtin]:
    """Return the built-in functions by name. Their `rank` is an Enum without values; only its name counts."""
    text = (spec_dir() / "language" / "builtins.yaml").read_text(encoding="utf-8")
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    enums = {"rank": Enum("rank", ())}

    def signature(written: Mapping[str, Any]) -> Signature:
        parameters = {name: parse_type(each, enums, variables=True) for name, each in written["parameters"].items()}
        return Signature(parameters, parse_type(written["returns"], enums, variables=True))

    return {
        each["id"]: Builtin(each["id"], tuple(signature(one) for one in each["signatures"]), each["meaning"])
        for each in yaml.load(text, Loader=loader)["builtins"]
    }

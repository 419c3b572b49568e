"""What a request `start` says of the game: its variant, every toggle, and which of them are not at their default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mocsar_reference import Setting
    from mocsar_reference.resolve.book import Contents

Message = Mapping[str, Any]


def start_of(setting: Setting, contents: Contents) -> dict[str, Any]:
    """Return a request `start` without players and cards; toggles come in the rulebook's order."""
    values = {name: list(value) if isinstance(value, tuple) else value for name, value in setting.values.items()}
    chosen = [name for name, toggle in contents.toggles.items() if setting.values[name] != toggle.default]
    return {"request": "start", "variant": setting.variant.id, "toggles": values, "chosen": chosen}


def known_toggles(start: Message, contents: Contents) -> dict[str, Any]:
    """Return the toggles of a `start` without those that may be ignored: neither in the rulebook nor in `chosen`.

    A start that has no `chosen` says of none that it may be ignored.
    """
    chosen = frozenset(start.get("chosen", start["toggles"]))
    return {name: value for name, value in start["toggles"].items() if name in contents.toggles or name in chosen}

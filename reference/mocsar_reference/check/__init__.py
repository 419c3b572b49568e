"""What the files say of each other: conflicts, hidden information, dead parts, toggles, prose."""

from __future__ import annotations

from ..errors import Diagnostic
from ..rulebook import Rulebook
from .conflicts import conflicts, override_faults
from .events import event_faults
from .hidden import hidden_reads, unheld
from .presence import presence_faults
from .proofs import prover
from .prose import prose_faults
from .reach import unreachable
from .toggles import toggle_faults

__all__ = ["check_rulebook"]


def check_rulebook(rulebook: Rulebook) -> list[Diagnostic]:
    """Return everything that is wrong with a rulebook that loads: R101 to R135, by place."""
    contents = rulebook.contents
    asked = prover(contents)
    found = [
        *conflicts(contents),
        *override_faults(contents),
        *event_faults(contents),
        *hidden_reads(contents),
        *unheld(contents),
        *unreachable(contents),
        *toggle_faults(contents, asked),
        *(presence_faults(contents, asked) if asked else ()),
        *prose_faults(contents),
    ]
    return sorted(found, key=lambda each: (each.place is None, each.place, each.code))

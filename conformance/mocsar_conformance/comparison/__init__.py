"""Two streams of results compared: what broke, what was fixed, what is new, and what else has changed.

Not to be confused with `mocsar_conformance.compare`, which compares a subject's answer with the rulebook's.
"""

from mocsar_conformance.comparison.changes import KINDS, Change, Kind, changes_between
from mocsar_conformance.comparison.names import Names, read_names
from mocsar_conformance.comparison.runs import RunDifference, run_differences
from mocsar_conformance.comparison.whole import Comparison, compare_results

__all__ = [
    "KINDS",
    "Change",
    "Comparison",
    "Kind",
    "Names",
    "RunDifference",
    "changes_between",
    "compare_results",
    "read_names",
    "run_differences",
]

"""Judges units on an existing Dask cluster. Its workers read the logs by the same paths as this process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from mocsar_conformance.audit.judge import Judged, Order, judge_unit
from mocsar_conformance.audit.units import Unit
from mocsar_conformance.text import neutralise
from mocsar_reference.errors import fail

RETRIES = 5
"""How often a unit is begun again, on another worker, after the one that had it was lost."""
SECONDS = 10
"""In which the scheduler has to answer."""


def judged(order: Order, units: Sequence[Unit], address: str) -> Iterator[Judged]:
    """Yield what came of each unit, in order. Raises MocsarError U076 to U078."""
    try:
        import distributed
    except ImportError:
        message, hint = "the library for clusters is not installed", "pip install 'mocsar[dask]'"
        raise fail("U076", None, message, hint) from None
    try:
        client: Any = distributed.Client(address, timeout=SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        hint = "give the address that the scheduler prints when it starts, such as tcp://10.0.0.5:8786"
        why = neutralise(str(error), 200)
        raise fail("U077", None, f"no scheduler answers at '{neutralise(address, 80)}': {why}", hint) from None
    try:
        placed = [replace(unit, at=str(Path(unit.file).resolve())) for unit in units]
        futures = [client.submit(judge_unit, order, unit, pure=False, retries=RETRIES) for unit in placed]
        for unit, future in zip(units, futures, strict=True):
            yield _result(future, unit)
            future.release()
    finally:
        client.close()


def _result(future: Any, unit: Unit) -> Judged:
    """Return what came of a unit. Raises MocsarError U078 where no worker could judge it."""
    hint = "install the same version of the project on every worker, with the same overlays at the same paths"
    shown = neutralise(unit.file, 200)
    try:
        judged: Judged = future.result()
    except Exception as error:  # whatever was raised over there, or by the cluster itself
        why = neutralise(f"{type(error).__name__}: {error}", 300)
        raise fail("U078", None, f"the cluster could not judge '{shown}': {why}", hint) from None
    if judged.problem:
        raise fail("U078", None, f"a worker of the cluster has {judged.problem}", hint)
    return judged

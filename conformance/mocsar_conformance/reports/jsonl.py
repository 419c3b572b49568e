"""The records again, a line each: what `mocsar report` makes harmless of a stream from elsewhere."""

from __future__ import annotations

import json

from mocsar_conformance.results import Results


def render(results: Results, lang: str) -> str:
    """Return the stream; a run that was broken off stays without an end."""
    records = [results.run, *results.outcomes, *([results.end] if results.end is not None else [])]
    return "".join(json.dumps(each, separators=(",", ":")) + "\n" for each in records)

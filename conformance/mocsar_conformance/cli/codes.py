"""Every code of what is wrong in how the command is used, with its one-line meaning."""

from __future__ import annotations

USAGE_CODES: dict[str, str] = {
    "U001": "there is no such id to explain",
    "U002": "no scenario was chosen",
    "U003": "there is no such format of reports",
    "U004": "a file cannot be written",
    "U010": "the subject claims a setting that cannot be tested",
    "U011": "a setting was asked for that the subject does not claim",
    "U012": "the subject claims nothing that can be tested",
}

"""Every code of what is wrong in how the command is used, with its one-line meaning."""

from __future__ import annotations

USAGE_CODES: dict[str, str] = {
    "U001": "there is no such id to explain",
    "U002": "no scenario was chosen",
    "U003": "there is no such format of reports",
    "U004": "a file cannot be written",
    "U005": "a name that no player can have",
    "U006": "the variant does not seat so many players",
    "U007": "a path that no scenario can have",
    "U010": "the subject claims a setting that cannot be tested",
    "U011": "a setting was asked for that the subject does not claim",
    "U012": "the subject claims nothing that can be tested",
    "U013": "it is not clear what is to be tested",
    "U020": "a preset is not as it should be",
    "U021": "there is no such preset",
    "U022": "the subject cannot list what is legal",
    "U030": "a file that would have to be overwritten",
    "U031": "a name that no variant can have",
    "U032": "there is no such variant to extend",
    "U033": "a line that belongs to no record of a match, and to no log of the protocol",
    "U034": "a record of a match that breaks off, or does not begin, as one must",
    "U035": "a record names what there is not",
    "U036": "a log of several matches, or of none",
    "U037": "a record has no such steps",
    "U038": "a 'when' that cannot be completed by itself",
    "U040": "the subject deals for itself and does not show the cards",
    "U041": "no game got beyond its start",
    "U050": "a file is no stream of results",
}


def all_codes() -> dict[str, str]:
    """Return the meaning of every code that any command complains with, by code."""
    from mocsar_conformance.codes import CODES
    from mocsar_conformance.doctor.codes import DOCTOR_CODES
    from mocsar_conformance.scenario.codes import EDITION_CODES, SCENARIO_CODES
    from mocsar_reference.codes import codes

    return {**codes(), **CODES, **DOCTOR_CODES, **SCENARIO_CODES, **EDITION_CODES, **USAGE_CODES}

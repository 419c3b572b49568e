"""What the kit complains of, by code: in the protocol and in how a command is used; and all codes there are."""

from __future__ import annotations

PROTOCOL_CODES = {
    "P001": "the command was not found",
    "P002": "the command is not executable",
    "P003": "the command could not be started",
    "P010": "the subject ended before it had answered",
    "P011": "the subject was ended by a signal before it had answered",
    "P012": "the subject closed its output and went on running",
    "P013": "the subject no longer reads its input",
    "P020": "no answer within the time limit",
    "P030": "a line of the output is not JSON",
    "P031": "a line of the output is not UTF-8",
    "P032": "a line of the output is too long",
    "P033": "the output ended in the middle of a line",
    "P034": "a JSON value that the protocol cannot carry: NaN, too large a number, too deep a nesting",
    "P035": "a line of the output is JSON, but not an object",
    "P040": "an answer without the id of its request",
    "P041": "a request was answered twice",
    "P042": "output that answers no request",
    "P050": "an answer of a kind that its request does not have",
    "P051": "an answer that does not satisfy its schema",
    "P052": "the subject reports an error of its own",
    "P060": "no version of the protocol is shared",
    "P061": "the subject introduced itself differently after a restart",
    "P062": "the subject refuses to introduce itself",
    "P070": "the server cannot be reached",
    "P071": "the server redirects",
    "P072": "a response with another status than 200",
    "P073": "a response that is compressed, or encoded otherwise",
    "P074": "a response without a body",
    "P075": "the server closed the connection before it had answered",
    "P076": "a response that broke off",
    "P077": "no secure connection (TLS) with the server",
    "P078": "a response that is not HTTP",
    "P079": "fewer answers than requests in the body",
}

# In how a command is used.
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
    "U051": "two reports would go to the same place",
    "U052": "a stream of results has records of kinds that only a newer kit knows; they are left out",
    "U055": "no scenario matches a pattern in a list of expectations",
    "U056": "no variant matches a pattern in a list of expectations",
    "U057": "two entries of a list of expectations contradict each other",
    "U058": "whether an entry holds for a version of the subject cannot be said",
    "U059": "the results are not those of a whole run, or there is nothing to update from",
    "U060": "a pattern in a list of expectations matches nothing that is run",
    "U065": "two files would be read from standard input",
    "U066": "results that are hardly to be compared: of two implementations, the wrong way round …",
    "U067": "results that are not of a whole run are compared",
    "U068": "a variant was asked for that no stream of results has",
    "U069": "results that stand side by side are of different editions, or of different rulebooks",
    "U070": "an option of the pytest plugin that there is not",
    "U071": "the pytest plugin is not told what is to be tested, or more than one thing",
    "U072": "a test's id that names no setting and no scenario",
    "U073": "a test's id names a scenario that does not speak of the variant",
    "U074": "a value that an option of the pytest plugin cannot have",
    "U075": "what comes by a pipe was to be judged on a cluster",
    "U076": "the library for clusters is not installed",
    "U077": "no scheduler of a cluster answers",
    "U078": "a cluster cannot judge a log, or has another kit or rulebook",
    "U079": "two ways to share out an audit at once",
}


MORE_CODES = "mocsar.codes"
"""The group of entry points by which other packages bring tables of codes of their own."""


def all_codes() -> dict[str, str]:
    """Return the meaning of every code that any command complains with, by code; also of those other packages bring."""
    from importlib.metadata import entry_points

    from mocsar_conformance.audit.codes import AUDIT_CODES
    from mocsar_conformance.doctor.codes import DOCTOR_CODES
    from mocsar_conformance.scenario.codes import EDITION_CODES, SCENARIO_CODES
    from mocsar_reference.codes import codes

    brought = {code: text for each in entry_points(group=MORE_CODES) for code, text in each.load().items()}
    kit = {**PROTOCOL_CODES, **DOCTOR_CODES, **SCENARIO_CODES, **EDITION_CODES, **AUDIT_CODES, **USAGE_CODES}
    return {**codes(), **kit, **brought}

"""Every code of the kit's own complaints, with its one-line meaning. The reference adds those of the rulebook."""

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

CODES: dict[str, str] = {**PROTOCOL_CODES}

"""Every code of what `mocsar audit` finds in a log, with its one-line meaning."""

from __future__ import annotations

AUDIT_CODES: dict[str, str] = {
    "A001": "a log has an action as accepted that the rules refuse",
    "A002": "a log has an action as accepted of a player whose turn it was not",
    "A003": "a log has an action as refused that the rules accept",
    "A004": "a log has an action after the end of the deal",
    "A005": "a log has an action as accepted that names what the game has not: a player, an action, a card",
    "A010": "a log ends a deal that is not over",
    "A011": "a log does not end a deal that is over",
    "A012": "a log ends a deal with other places",
    "A013": "a log ends a deal with other titles",
    "A014": "a log begins a deal where none can begin",
    "A020": "a log deals cards that the pack does not hold, or not all that it holds",
    "A021": "a log does not say all that a deal depends on, so that it cannot be judged",
    "A030": "a log shows something else than there is to see",
    "A031": "a log lists other actions than the legal ones",
    "A040": "a log cannot be read",
    "A041": "a log is empty, or a folder has none",
    "A042": "a log's compression is broken, or breaks off",
    "A043": "a line of a log is not JSON, or is cut off",
    "A044": "a line of a log is not UTF-8",
    "A045": "a line of a log is too long",
    "A046": "a line of a log has JSON that no log has: NaN, too large a number, too deep a nesting",
    "A047": "a line of a log is JSON, but no line of a log",
    "A048": "a match that nobody can judge: its setting or its number of players does not exist",
    "A049": "lines of a log that belong to no match",
    "A050": "a log leaves out a deal, or has its deals in another order",
    "A051": "a record of a match in a format that only a newer kit reads",
}

DAMAGE = frozenset(code for code in AUDIT_CODES if code >= "A040")
"""Those that say that a log is damaged, not that a game went wrong."""

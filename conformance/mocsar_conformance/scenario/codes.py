"""Every code of the complaints about scenarios, with its one-line meaning."""

from __future__ import annotations

EDITION_CODES = {
    "E001": "an id of an earlier edition is gone, and nothing says what became of it",
    "E002": "an id that was given up is used again",
    "E003": "a frozen edition has changed",
    "E004": "what is said to be renamed or removed never was",
}
"""Of ids from one edition to the next."""

SCENARIO_CODES: dict[str, str] = {
    "C001": "there is no such folder of scenarios",
    "C002": "a scenario's id is not its file's own path",
    "C003": "a scenario's file does not end in .yaml",
    "C004": "two scenarios have the same id",
    "C005": "there is no such rule or clause",
    "C006": "there is no such reason",
    "C007": "there is no such player in the scenario",
    "C008": "a text that cannot be a player's name",
    "C009": "the players and the hands do not go together",
    "C010": "there is no such card",
    "C011": "there is no such action",
    "C012": "an action with something missing or something too many",
    "C013": "what follows 'as' is not something that cards can be meant as",
    "C014": "the view has no such entry",
    "C015": "a value that the view cannot show there",
    "C016": "the standing does not name every player once",
    "C017": "chance decides nothing of this name",
    "C018": "something is said twice",
    "C019": "there is no such setting",
    "C020": "a scenario that no variant can be held to",
    "C021": "a rule the scenario is about is not present in a setting it applies to",
    "C022": "the leader given cannot lead in this setting",
    "C023": "a deal begins before the deal before it is over",
    "C024": "the range after 'as' has another number of ranks than there are cards",
    "C025": "a scenario does not apply to a setting that it lists",
    "C030": "an action is stated to be accepted, and the reference refuses it",
    "C031": "an action is stated to be refused, and the reference accepts it",
    "C032": "an action is refused for another reason than stated",
    "C033": "the view shows something else than stated",
    "C034": "other actions are legal than stated",
    "C035": "what is laid over the rulebook changes a variant that was there already",
    "C040": "the outcome depends on a toggle that 'when' does not name",
    "C050": "something goes wrong in a random deal that can go wrong in no game",
    "C060": "an exception from coverage that names nothing to exercise",
    "C061": "an exception from coverage for what is exercised after all",
    "C062": "a mutant listed as equivalent is noticed after all",
    "C063": "a list of equivalent mutants names one that there is not",
}

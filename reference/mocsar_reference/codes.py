"""Every code the reference can complain with, and what it means in one line."""

from __future__ import annotations

from .language.codes import X_CODES
from .load.codes import CODES as LOAD_CODES

R_CODES: dict[str, str] = {
    "R001": "An id is given twice.",
    "R002": "A name is used that nothing declares.",
    "R003": "A part that every rulebook needs is missing.",
    "R004": "A state's name already means something in expressions.",
    "R005": "State without an initial value.",
    "R006": "A form's setting does not have the values that forms know.",
    "R007": "The model has no event with which a deal begins.",
    "R008": "An action is declared wrongly or twice.",
    "R009": "There are two packs without a condition that tells when each is used.",
    "R010": "A toggle's value is not of its type or out of its range.",
    "R012": "The numbers of players do not go together.",
    "R013": "A variant extends itself.",
    "R014": "A value is called stated or derived, but no source is named.",
    "R020": "A requirement stands in a rule about an event, which cannot be refused.",
    "R021": "A rule has effects but no stage.",
    "R023": "An effect goes over something that is no list.",
    "R024": "An effect adds to, or removes from, what is no list or set.",
    "R025": "An event that needs an actor is emitted where there is none.",
    "R026": "A target is written wrongly: per player or not.",
    "R027": "An effect that can happen only once stands under an 'each'.",
    "R028": "A rule requires and does something, in a situation that may change in between.",
    "R029": "An overlay brings stages of its own.",
    "R030": "A variant's short form cannot be read, or names no variant that can be played.",
    "R031": "Toggles contradict each other.",
    "R101": "Two rules could write the same thing in one stage.",
    "R102": "A rule overrides itself, or a rule it never meets.",
    "R103": "What is legal would depend on cards that the actor cannot see.",
    "R104": "An event makes itself happen.",
    "R105": "A deal would begin within another.",
    "R106": "An action with cards that does not require them to be held.",
    "R110": "A rule can never be present or never apply.",
    "R111": "An action without a phase or without an effect.",
    "R112": "A phase that is never entered or can never be left.",
    "R113": "An event that nothing makes happen.",
    "R114": "State that nothing reads, or a function that nothing calls.",
    "R115": "A reason that no refusal is called by.",
    "R120": "A toggle that nothing reads.",
    "R121": "Values of a toggle that nothing tells apart.",
    "R122": "A variant breaks a constraint.",
    "R123": "A toggle's value that no legal setting can have.",
    "R124": "The constraints leave no legal setting at all.",
    "R125": "A constraint that no setting can break.",
    "R126": "A toggle that has the same value in every legal setting.",
    "R127": "A clause that no legal setting has, or two that exclude each other and can meet.",
    "R130": "A text is missing in a language.",
    "R131": "A placeholder that nothing fills.",
    "R132": "The languages do not have the same placeholders.",
    "R134": "A rule that can refuse an action but belongs to no clause of prose.",
    "R135": "A clause owns something that does not exist.",
    "R140": "What a clause owns has changed, but its words have not.",
    "R141": "A clause that the lock does not have.",
    "R142": "The lock has a clause that the rulebook has not.",
    "R901": "Players without names, with equal names, or unknown.",
    "R902": "More cards are dealt than the pack holds.",
    "R903": "A deal needs hands or a pack, one of the two.",
    "R904": "A chance or a state of the match that the model does not know.",
    "R905": "A deal is begun while another goes on.",
    "R906": "The pack is larger than the engine can hold.",
    "R907": "An action or a card that the game does not know.",
    "R908": "Data that is not a state of this game.",
}


def codes() -> dict[str, str]:
    """Return the meaning of each code, by code."""
    return {**LOAD_CODES, **X_CODES, **R_CODES}

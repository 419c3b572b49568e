"""Writes a difference in what is legal as a scenario, ready to be put into a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from mocsar_conformance.counting.presets import Preset
from mocsar_conformance.counting.walk import Difference
from mocsar_conformance.scenario.cards import TextReader
from mocsar_reference import Action
from mocsar_reference.resolve.book import Value


def scenario_lines(preset: Preset, difference: Difference) -> Iterator[str]:
    """Yield the lines of a scenario that a subject with this difference fails."""
    given = preset.scenario.given
    texts = TextReader(preset.rulebook.contents)
    player = difference.player
    yield f"id: found/{preset.variant}-{preset.name}-after-{len(preset.steps) + len(difference.steps)}"
    yield f'title: {{en: "What {player} may do", hu: "Mit tehet {player}"}}'
    yield f"rules: [{', '.join(_rules(preset, difference))}]"
    yield "when: >-"
    yield from (f"  {line}" for line in _when(preset))
    yield "given:"
    if given.hands is not None:
        hands = ", ".join(f"{_name(name)}: {_text(texts.write(hand))}" for name, hand in given.hands.items())
        yield f"  hands: {{{hands}}}"
    if given.standing:
        yield f"  standing: [{', '.join(map(_name, given.standing))}]"
    if given.leader is not None:
        yield f"  leader: {_name(given.leader)}"
    yield "steps:"
    yield from (f"- {{{_name(step.player)}: {step.text}}}" for step in preset.steps)
    yield from (f"- {{{_name(name)}: {action_words(action, texts)}}}" for name, action in difference.steps)
    if difference.refused:
        yield from (f"- {{{_name(player)}: {words}}}" for words in listed(difference.missing, texts))
    else:
        yield f"- {{legal: {{{_name(player)}: [{', '.join(listed(difference.ours, texts))}]}}}}"


def listed(actions: Iterable[dict[str, Any]], texts: TextReader) -> list[str]:
    """Return actions of the protocol as scenarios write them; a card that no rulebook knows stays as it is."""
    words = []
    for each in actions:
        try:
            words.append(action_words(Action.from_json(each), texts))
        except KeyError:
            words.append(json.dumps(each, ensure_ascii=False))
    return words


def action_words(action: Action, texts: TextReader) -> str:
    """Return an action as scenarios write it. Raises KeyError for a rank that the rulebook does not have."""
    words = [action.do, texts.write(action.cards), texts.write([action.rank] if action.rank else [])]
    if action.as_form or action.as_rank:
        words += ["as", action.as_form or "", texts.write([action.as_rank] if action.as_rank else [])]
    return " ".join(filter(None, words))


def _rules(preset: Preset, difference: Difference) -> list[str]:
    """Return the rules by which the first action is refused that should be; else those that might refuse it."""
    game, contents = preset.game, preset.rulebook.contents
    for each in difference.surplus:
        action = Action.from_json(each)
        if action.do in contents.model.actions:
            failed = game.judge(difference.state, difference.player, action).failed
            rules = dict.fromkeys(failure.rule for failure in failed if failure.rule is not None)
            if rules:
                return list(rules)
    kinds = {each.get("do") for each in (*difference.missing, *difference.surplus)}
    present = [contents.rules[name] for name in game.plan.rules]
    about = [rule.id for rule in present if rule.require and kinds.intersection(rule.events)]
    return about or [rule.id for rule in present if kinds.intersection(rule.events)]


def _when(preset: Preset) -> Iterator[str]:
    """Yield what tells the setting from the variants that there are, and from one with every toggle at its default."""
    book = preset.rulebook
    others = [book.setting(name).values for name in book.playable]
    others.append({name: toggle.default for name, toggle in book.contents.toggles.items()})
    values = preset.setting.values.items()
    own = [
        f"toggle.{name} == {_literal(value)}" for name, value in values if any(other[name] != value for other in others)
    ]
    for index, condition in enumerate(own or ["true"]):
        yield f"{'&& ' if index else ''}{condition}"


def _literal(value: Value) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_literal, value))}]"
    return str(value) if isinstance(value, int) else f"'{value}'"


def _name(name: str) -> str:
    return name if name.isalpha() else json.dumps(name, ensure_ascii=False)


def _text(cards: str) -> str:
    return cards or '""'

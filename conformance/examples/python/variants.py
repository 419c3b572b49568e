"""The variants that mocsar_game.py plays: the rules in which they differ, by the rulebook's names of its toggles."""

from typing import Any

Rules = dict[str, Any]

KOLLAR: Rules = {
    "pack.number": "fixed",
    "pack.packs": 2,
    "pack.jokers": 3,
    "ranks.order": ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "joker"],
    "ranks.wild": ["2", "joker"],
    "ranks.wild_sets": "lowest",
    "seating.later": "by-place",
    "dealing.dealer": "last-placed",
    "dealing.first": "to-the-left",
    "dealing.later": "best-placed-first",
    "exchange.sizes": [3, 2, 1],
    "exchange.pays": "best",
    "exchange.returns": "as-many",
    "lead.first": "by-lot",
    "lead.later": "best-placed",
    "play.beats": "higher",
    "play.largest_set": "unlimited",
    "runs.allowed": "never",
    "passing.after": "may-play-again",
    "trick.ends": "pass-goes-round",
    "trick.closing": [],
    "trick.closing_reversed": [],
    "revolution.by_set": 0,
    "revolution.by_singles": 0,
    "revolution.put_out": "never",
    "titles.top": ["king", "prince", "count"],
    "titles.middle": "citizen",
    "titles.bottom": ["swamp", "serf", "smith"],
    "match.deals": 0,
}

JEKELY = KOLLAR | {
    "pack.number": "by-players",
    "pack.packs": 1,  # as in the rulebook; it is not asked where the players decide
    "pack.least_hand": 12,
    "ranks.order": ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "joker"],
    "ranks.wild": ["joker"],
    "dealing.first": "to-the-right",
    "dealing.later": "as-the-first",
    "exchange.pays": "on-request",
    "exchange.returns": "nothing",
    "lead.first": "left-of-dealer",
    "lead.later": "left-of-dealer",
    "play.largest_set": "four-a-pack",
    "titles.top": ["king", "prince", "chancellor"],
    "titles.bottom": ["cotter", "second-peasant", "third-peasant"],
}

ELNOK = KOLLAR | {
    "pack.packs": 1,
    "pack.jokers": 0,
    "ranks.wild": ["joker"],
    "seating.later": "unchanged",
    "dealing.later": "as-the-first",
    "exchange.sizes": [2, 1],
    "play.beats": "equal-or-higher",
    "trick.closing": ["2"],
    "trick.closing_reversed": ["2"],
    "titles.top": ["president", "vice-president"],
    "titles.middle": "bystander",
    "titles.bottom": ["tail-ender", "rear-guard"],
}

REVOLUTION: Rules = {
    "revolution.takes_effect": "at-once",
    "revolution.unmoved": ["joker"],
    "revolution.lasts": "this-deal",
    "revolution.turns_direction": "never",
}

FORRADALOM = ELNOK | REVOLUTION | {"revolution.by_set": 4, "trick.closing_reversed": ["3"]}

VARIANTS: dict[str, Rules] = {
    "kollar": KOLLAR,
    "kollar-one-lap": KOLLAR | {"trick.ends": "one-lap"},
    "jekely": JEKELY,
    "jekely-farago": JEKELY
    | REVOLUTION
    | {"revolution.put_out": "on-empty-table", "revolution.put_out_size": "two-a-pack-and-two"},
    "elnok": ELNOK,
    "elnok-forradalom": FORRADALOM,
    "elnok-dai-fugo": FORRADALOM | {"play.beats": "higher", "revolution.takes_effect": "next-trick"},
    "elnok-nyugati": FORRADALOM | {"revolution.by_singles": 4, "revolution.turns_direction": "with-the-order"},
}

"""Looks for a game in which a subject differs, and shortens it: round after round of random games, then no more."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from time import monotonic

from mocsar_conformance.claims import Claim
from mocsar_conformance.fuzz import dealt
from mocsar_conformance.fuzz.bench import Bench, Finding, Tally
from mocsar_conformance.fuzz.examples import Enough, search
from mocsar_conformance.fuzz.generate import Generator, Limits
from mocsar_conformance.fuzz.plan import Plan
from mocsar_conformance.fuzz.rarity import Rarity
from mocsar_conformance.fuzz.shorten import Shortener

ROUND = 40
"""Games of one setting before the next; what was rare is reckoned anew after each round."""
BYTES = 320
"""Choices of a game: enough for all its steps, most of the time."""
LONG = (6, 2000, 200)
"""One round of so many has long games: of so many bytes and so many steps."""
SIMPLER = 60
"""Games that hypothesis may try to make a finding simpler; a number, and not a time, so that a run can be repeated."""
SHORTER = 25.0
"""Seconds in which a finding is then made shorter."""
AMONG_OTHERS = 8.0
"""Seconds for which games that cannot be played again are looked through for a shorter one."""
SMALLER = 150
"""Small games tried at last, in which the same might happen in fewer steps."""
COSTLY = {"timeout": 8, "crash": 120, "error": 120}
"""How many games are played to shorten what costs a restart each time."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to go on: no game begins after `deadline` (of `monotonic`), `games`, or once `stopped` says so."""

    deadline: float
    stopped: Callable[[], bool] = lambda: False
    games: float = inf

    def is_over(self, tally: Tally) -> bool:
        """Tell whether no further game may begin."""
        return monotonic() >= self.deadline or tally.games >= self.games or self.stopped()


class Search:
    """Looks for differences between a subject and the reference in the settings that it claims.

    `players` are the fewest and the most, where a user limits them. `progress` is told the tally now and then.
    """

    def __init__(
        self,
        bench: Bench,
        claims: Sequence[Claim],
        seed: str,
        players: tuple[int, int] | None = None,
        progress: Callable[[Tally], None] = lambda tally: None,
    ) -> None:
        self.bench = bench
        self.claims = claims
        self.seed = seed
        self._progress = progress
        self._rarities = {claim.short: Rarity() for claim in claims}
        self._limits = {claim.short: Limits(_seats(claim, players)) for claim in claims}
        self._claims: Mapping[str, Claim] = {claim.short: claim for claim in claims}

    def again(self, plans: Sequence[Plan], budget: Budget) -> Finding | None:
        """Play games that showed a difference before, and return the first that still does, shortened."""
        if dealt.deals_for_itself(self.bench.capabilities):
            return None  # its games cannot be played again
        for plan in plans:
            claim = self._claims.get(plan.setting)
            if claim is None or budget.is_over(self.bench.tally):
                continue
            found = self.bench.tried(plan, claim)
            if found is not None:
                self.bench.tally.games += 1
                self.bench.tally.variants[claim.short] += 1
                return self.shortened(found, claim, budget)
        return None

    def run(self, budget: Budget) -> Finding | None:
        """Play games until one shows a difference, and return that shortened; None where time is up."""
        if dealt.deals_for_itself(self.bench.capabilities):
            return self._dealt_by_itself(budget)
        number = 0
        while not budget.is_over(self.bench.tally):
            claim = self.claims[number % len(self.claims)]
            found = self._round(claim, number // len(self.claims), budget)
            if found is not None:
                return self.shortened(found, claim, budget)
            number += 1
        return None

    def shortened(self, found: Finding, claim: Claim, budget: Budget) -> Finding:
        """Return the shortest game of the same sort that is found within the time for it."""
        until = monotonic() + SHORTER
        most = COSTLY.get(found.verdict)

        def enough(tries: int) -> bool:
            return monotonic() >= until or budget.stopped() or (most is not None and tries >= most)

        game, capabilities = self.bench.game(claim), self.bench.capabilities
        shortener = Shortener(game, capabilities, lambda plan: self.bench.tried(plan, claim))
        best = shortener.shortened(found, enough)
        if most is None and best.plan.moves > 1 and not enough(shortener.tries):
            smaller = self._among_small(best, claim, enough)
            if smaller is not None:
                best = shortener.shortened(smaller, enough)
        return best

    def _dealt_by_itself(self, budget: Budget) -> Finding | None:
        """Play games as the subject deals them, until time is up, and for a while after the first difference."""
        found: list[Finding] = []
        until = inf
        number = 0
        random = Random(self.seed)
        while not budget.stopped() if found else not budget.is_over(self.bench.tally):
            if monotonic() >= until:
                break
            claim = self.claims[number % len(self.claims)]
            rarity = self._rarities[claim.short]
            generator = Generator(self.bench.game(claim), self.bench.capabilities, self._limits[claim.short], rarity)
            if not found:
                self.bench.tally.games += 1
                self.bench.tally.variants[claim.short] += 1
            finding, making = dealt.play(self.bench, generator, claim, random.randbytes(BYTES))
            rarity.note(making.features)
            number += 1
            if number % ROUND == 0:
                rarity.settle()
            self._progress(self.bench.tally)
            if finding is not None and (not found or finding.kind == found[0].kind):
                until = until if found else monotonic() + AMONG_OTHERS
                found.append(finding)
                if finding.verdict in COSTLY or finding.plan.moves <= 1:
                    break
        return dealt.shortest(found) if found else None

    # ---- one round ---------------------------------------------------------------------------------------------------

    def _round(self, claim: Claim, number: int, budget: Budget) -> Finding | None:
        every, size, steps = LONG
        long = number % every == every - 1
        limits = self._limits[claim.short]
        rarity = self._rarities[claim.short]
        found = self._games(
            claim,
            replace(limits, steps=steps) if long else limits,
            rarity,
            (size if long else BYTES, ROUND // 4 if long else ROUND, f"{self.seed}/{claim.short}/{number}"),
            budget,
        )
        rarity.settle()
        return found

    def _games(
        self, claim: Claim, limits: Limits, rarity: Rarity, made: tuple[int, int, str], budget: Budget
    ) -> Finding | None:
        generator = Generator(self.bench.game(claim), self.bench.capabilities, limits, rarity)
        best: list[Finding] = []
        tries = [0]
        until = [inf]

        def test(data: bytes) -> bool:
            if not best and budget.is_over(self.bench.tally):
                raise Enough
            if best and (tries[0] >= SIMPLER or monotonic() >= until[0] or budget.stopped()):
                raise Enough
            generated = generator.game(data)
            if generated is None:
                return False
            if best:
                tries[0] += 1
                found = self.bench.tried(generated.plan, claim)
                if found is None or found.kind != best[-1].kind:
                    return False
                if found.plan.moves <= best[-1].plan.moves:
                    best.append(found)
                return True
            found = self.bench.play(generated.plan, claim, generated.turns)
            rarity.note(generated.features)
            self._progress(self.bench.tally)
            if found is None:
                return False
            best.append(found)
            if found.verdict in COSTLY:
                raise Enough
            until[0] = monotonic() + SHORTER / 2  # only where the subject is slow
            return True

        size, number, seed = made
        with contextlib.suppress(Enough):
            search(size, number, Random(seed), test)
        return best[-1] if best else None

    def _among_small(self, best: Finding, claim: Claim, enough: Callable[[int], bool]) -> Finding | None:
        """Return a difference of the same sort in a small random game of fewer steps, if one is met."""
        game = self.bench.game(claim)
        seats = (len(best.plan.players), len(best.plan.players))
        limits = Limits(seats, best.plan.moves - 1, len(best.plan.dealings), 3, False)
        generator = Generator(game, self.bench.capabilities, limits, Rarity())
        random = Random(f"{self.seed}/small")
        for tries in range(SMALLER):
            if enough(tries):
                return None
            generated = generator.game(random.randbytes(60))
            found = self.bench.tried(generated.plan, claim) if generated else None
            if found is not None and found.kind == best.kind and found.plan.moves < best.plan.moves:
                return found
        return None


def _seats(claim: Claim, wanted: tuple[int, int] | None) -> tuple[int, int]:
    """Return the fewest and most players of a setting, as far as a user wants them."""
    fewest, most, _ = claim.setting.variant.players
    if wanted is None:
        return fewest, most
    return max(fewest, min(wanted[0], most)), min(most, max(wanted[1], fewest))

"""`mocsar play`: a match in the terminal."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mocsar_conformance.cli import FINE, INTERRUPTED
from mocsar_conformance.cli.options import lang_option, load_book, rulebook_option

if TYPE_CHECKING:
    from mocsar_conformance.match.match import Match
    from mocsar_conformance.match.players import Choose
    from mocsar_reference import Action, MocsarError, Rulebook, Setting, Verdict

AUTO_DEALS = 3
END = ("q", "quit", "exit")
NO = ("n", "no", "nem")


@click.command("play")
@click.option("-V", "--variant", required=True, help="A variant, or a setting such as kollar(trick.ends=one-lap).")
@click.option("--players", type=int, metavar="N", help="How many play, you included.  [default: the variant's usual]")
@click.option("--seed", type=int, metavar="S", help="The same seed gives the same deals.  [default: another each time]")
@click.option("--you", metavar="NAME", help="Your name.  [default: Anna]")
@click.option(
    "--others",
    type=click.Choice(["random", "simple"]),
    default="simple",
    show_default=True,
    help="How the others choose: at random, or low cards first.",
)
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Write the match down as a scenario.")
@click.option("--auto", is_flag=True, help="Let all play by themselves, and print the record of the match.")
@click.option(
    "--deals",
    type=click.IntRange(min=1),
    metavar="K",
    help=f"Play so many deals at most.  [default: with --auto {AUTO_DEALS}, else as many as you like]",
)
@lang_option
@rulebook_option
@click.pass_context
def command(
    ctx: click.Context,
    variant: str,
    players: int | None,
    seed: int | None,
    you: str | None,
    others: str,
    record: Path | None,
    auto: bool,
    deals: int | None,
    lang: str,
    overlays: tuple[Path, ...],
) -> None:
    """Play a match against players who know no more than the rules.

    When it is your turn you see your cards, the table and what you can do. Answer with the number of a move, or write
    it as scenarios do: `play 5 5 Jk`, `pass`, `request Jk`. What the rules refuse is explained, with the clause. `?`
    shows the moves again; `q`, the end of the input or Ctrl-C ends the match with exit code 130.

    --record FILE writes the match, as far as it went, as a scenario that `mocsar check` accepts: put it in a folder
    `scenarios` of your own; its id is its path below that. It names in `when` the toggles on which the match depends.

    --auto prints the record of the match as JSON lines (spec/schema/game-record.schema.json):

    \b
      {"record":"match","format":1,"edition":"2026-12","setting":"kollar","players":["Anna",…],"seed":1}
          the first line
      {"deal":1,"pack":["5","K",…],"chance":{"dealer":"Bea",…}}
          a deal begins; in place of the pack there may be "hands":{"Anna":["3",…],…}
      {"p":"Anna","do":"play","cards":["5","5","joker"]}
          an action; with "as" where it could mean several things, "rank" where it names one
      {"over":["Bea",…],"titles":{"Bea":"king",…}}
          the deal is over: the places, best first, and the titles

    \b
    Examples:
      mocsar play --variant kollar --players 4 --you Dóra
      mocsar play --variant jekely --lang hu --record ours/scenarios/games/first.yaml
      mocsar play --variant kollar --auto --deals 10 --seed 7 > match.jsonl
    """
    from mocsar_conformance.match.match import NAMES, Match

    book = load_book(overlays)
    setting = book.setting(variant)
    you = NAMES[0] if you is None else you
    name = _record_id(record)
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    match = Match(book.game(setting), _names(you, players or setting.variant.players[2], setting), seed)
    try:
        if auto:
            _play_alone(match, others, deals or AUTO_DEALS)
            ended = True
        else:
            ended = _Table(match, you, others, lang).play(deals)
    finally:
        if record is not None and match.log:
            _write(match, book, record, name, lang)
    ctx.exit(FINE if ended else INTERRUPTED)


def _names(you: str, players: int, setting: Setting) -> list[str]:
    """Return the names in seat order. Raises MocsarError U005 or U006."""
    from mocsar_conformance.match.match import NAMES
    from mocsar_conformance.scenario.load import LONGEST_NAME
    from mocsar_reference.errors import fail

    kept = "a" <= you[:1] <= "z"  # scenarios keep such words for themselves
    if kept or not you.isprintable() or you != you.strip() or not 0 < len(you) <= LONGEST_NAME:
        hint = f"a name has at most {LONGEST_NAME} characters, and does not begin with a small letter a–z"
        raise fail("U005", None, f"'{you}' cannot be a player's name", hint)
    fewest, most, usual = setting.variant.players
    if not fewest <= players <= most:
        hint = f"choose {fewest} to {most}; usual are {usual}"
        raise fail("U006", None, f"{setting.variant.id} is not for {players} players", hint)
    others = [name for name in NAMES if name != you] + [f"P{number}" for number in range(1, players)]
    return [you, *others[: players - 1]]


def _play_alone(match: Match, others: str, deals: int) -> None:
    """Play so many deals, and print the record line by line."""
    from mocsar_conformance.match.players import PLAYERS, who_acts
    from mocsar_conformance.match.record import entry_record, head, line

    rnd = random.Random(f"{match.seed}/players")
    choose = PLAYERS[others](match.game, rnd)
    click.echo(line(head(match)))
    printed = 0
    while match.deals < deals and not match.is_over:
        match.deal()
        while not match.deal_is_over:
            player = who_acts(match.game, match.state, rnd)
            assert player is not None, "nobody can act"
            match.act(player, choose(match.state, player))
        for entry in match.log[printed:]:
            written = entry_record(entry)
            if written is not None:
                click.echo(line(written))
        printed = len(match.log)


class _Table:
    """A person and the others at a table."""

    def __init__(self, match: Match, you: str, others: str, lang: str) -> None:
        from mocsar_conformance.match.moves import MoveReader
        from mocsar_conformance.match.players import PLAYERS

        self.match = match
        self.game = match.game
        self.contents = match.game.contents
        self.you = you
        self.lang = lang
        self.rnd = random.Random(f"{match.seed}/players")
        self.choose: Choose = PLAYERS[others](match.game, self.rnd)
        self.reader = MoveReader(self.contents, lang)

    def play(self, deals: int | None) -> bool:
        """Play until the match or the person ends it; return False where it was broken off."""
        setting, players = self.game.setting, len(self.match.players)
        title = f"{setting.variant.title[self.lang]} [{setting.short}]"
        self.say("play-head", title=title, players=players, seed=self.match.seed, you=self.you)
        try:
            while True:
                self.deal()
                if self.match.is_over:
                    self.say("play-finished")
                    return True
                if self.match.deals == deals or not self.go_on():
                    return True
        except (_End, EOFError, KeyboardInterrupt):
            click.echo("")
            self.say("play-broken-off", err=True)
            return False

    def deal(self) -> None:
        """Play one deal to its end."""
        from mocsar_conformance.draw import action_words
        from mocsar_conformance.match.players import who_acts

        dealt = self.match.deal()
        click.echo("")
        self.say("play-deal", number=dealt.number, bold=True)
        while not self.match.deal_is_over:
            player = who_acts(self.game, self.match.state, self.rnd, first=[self.you])
            assert player is not None, "nobody can act"
            if player == self.you:
                self.turn()
                continue
            action = self.choose(self.match.state, player)
            self.match.act(player, action)
            click.echo(f"{player}: {action_words(action, self.contents, self.lang)}")
        click.echo("")
        self.draw()

    def turn(self) -> None:
        """Show what there is, and ask until an action is accepted."""
        from mocsar_conformance.match.moves import move_lines, ordered

        actions = ordered(self.game, self.match.state, self.you)
        click.echo("")
        self.draw()
        click.echo("")
        moves = list(move_lines(actions, self.contents, self.lang))
        click.echo("\n".join(moves))
        while True:
            text = self.ask(f"{self.you}> ")
            if text in ("", "?", "h", "help"):
                click.echo("\n".join(moves))
                self.help(actions)
                continue
            action = self.understood(text, actions)
            if action is not None and self.accepted(action):
                return

    def understood(self, text: str, actions: Sequence[Action]) -> Action | None:
        """Return the action that a number or a text means; say why not where it means none."""
        from mocsar_conformance.scenario.cards import TextFault

        if text.isdecimal():
            if 1 <= int(text[:9]) <= len(actions):
                return actions[int(text) - 1]
            self.say("play-no-number", number=text[:9], last=len(actions))
            return None
        try:
            return self.reader.read(text)
        except TextFault as fault:
            self.misunderstood(text, f"{fault}; {fault.hint}" if fault.hint else str(fault))
            return None

    def accepted(self, action: Action) -> bool:
        """Do an action, or say why it is refused."""
        from mocsar_conformance.draw import action_words
        from mocsar_reference import MocsarError

        try:
            verdict = self.match.act(self.you, action)
        except MocsarError as error:
            self.misunderstood(action_words(action, self.contents, self.lang), _message(error))
            return False
        if not verdict.accepted:
            self.refused(verdict)
        return verdict.accepted

    def refused(self, verdict: Verdict) -> None:
        """Print the reasons, and the clause of the first one in full."""
        from mocsar_conformance.explain import paragraph
        from mocsar_conformance.labels import label
        from mocsar_conformance.prose import fill

        for reason in dict.fromkeys(each.reason for each in verdict.failed):
            self.say("play-refused", reason=self.contents.reasons[reason][self.lang], fg="yellow")
        rule = verdict.failed[0].rule
        clause = self.contents.clauses.get(self.contents.rules[rule].clause or "") if rule else None
        if clause is not None:
            text = fill(clause.text[self.lang], self.game.setting, self.contents, self.lang)
            click.echo("\n".join(paragraph(f"{clause.title[self.lang]}: {text}", "  ")))
            click.echo(f"    {label('explain', self.lang, id=clause.id)}")

    def misunderstood(self, text: str, why: str) -> None:
        """Say that a text was not understood; why is said in the kit's own language only."""
        from mocsar_conformance.text import neutralise

        self.say("play-not-understood", text=neutralise(text, 60), why=f": {why}" if self.lang == "en" else "")

    def help(self, actions: Sequence[Action]) -> None:
        from mocsar_conformance.draw import action_words

        self.say("play-help", example=action_words(actions[0], self.contents, self.lang))

    def go_on(self) -> bool:
        """Ask whether there shall be another deal."""
        from mocsar_conformance.labels import label

        return self.ask(label("play-again", self.lang)).lower() not in NO

    def ask(self, prompt: str) -> str:
        """Return what was written. Raises _End where that is the word for it, EOFError, KeyboardInterrupt."""
        text = input(prompt).strip()
        if text.lower() in END:
            raise _End
        return text

    def draw(self) -> None:
        from mocsar_conformance.draw import situation

        view = self.game.view(self.match.state, self.you)
        click.echo("\n".join(situation(view, self.contents, self.lang)))

    def say(
        self, key: str, *, err: bool = False, bold: bool | None = None, fg: str | None = None, **values: object
    ) -> None:
        from mocsar_conformance.labels import label

        click.secho(label(key, self.lang, **values), err=err, bold=bold, fg=fg)


class _End(Exception):  # noqa: N818 (what it is, not that it is an error)
    """The person wants no more."""


def _message(error: MocsarError) -> str:
    first = error.diagnostics[0]
    return f"{first.message}; {first.hint}" if first.hint else first.message


# ---- the recorded scenario -------------------------------------------------------------------------------------------


def _record_id(path: Path | None) -> str:
    """Return the id of the scenario to be written. Raises MocsarError U004 or U007 where it cannot be."""
    from mocsar_conformance.match.scenario import scenario_id
    from mocsar_reference.errors import fail

    if path is None:
        return ""
    name = scenario_id(path)
    if name is None:
        hint = (
            "scenarios are named like 'ours/scenarios/games/first.yaml': small letters, digits and '-' below scenarios/"
        )
        raise fail("U007", None, f"a scenario cannot have the path '{path}'", hint)
    if path.exists() or not path.absolute().parent.is_dir():
        why = "there is such a file already" if path.exists() else "there is no such folder"
        raise fail("U004", None, f"'{path}' cannot be written: {why}", "name another file")
    return name


def _write(match: Match, book: Rulebook, path: Path, name: str, lang: str) -> None:
    """Write the match down. Raises MocsarError U004."""
    from mocsar_conformance.authoring.schemas import schema_line
    from mocsar_conformance.labels import label
    from mocsar_conformance.match.scenario import applies_somewhere, write_scenario
    from mocsar_reference.errors import fail

    overlay = path.absolute().parents[len(name.split("/"))]
    text = write_scenario(match, book, name, schema=schema_line(path.absolute(), overlay))
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise fail("U004", None, f"'{path}' cannot be written: {error.strerror}", "name another file") from None
    click.echo(label("play-recorded", lang, path=path), err=True)
    if not applies_somewhere(text, book):
        click.echo(label("play-nowhere", lang, setting=match.game.setting.short), err=True)

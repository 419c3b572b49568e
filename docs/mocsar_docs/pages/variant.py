"""The rules of a variant, to be read from top to bottom, with what it chooses on top."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mocsar_docs.drawing.course import course
from mocsar_docs.drawing.estates import by_players, chips, key
from mocsar_docs.drawing.exchange import exchange
from mocsar_docs.drawing.facts import find_facts
from mocsar_docs.drawing.seating import seating
from mocsar_docs.links import Anchor
from mocsar_docs.markup import block, heading, join
from mocsar_docs.page import Page, Writing
from mocsar_docs.pages import clause as clauses
from mocsar_docs.read import Material
from mocsar_docs.words import add
from mocsar_reference.resolve.book import Clause

add(
    in_short=("In short", "Röviden"),
    in_short_about=(
        "What this variant chooses where the games of the family differ. The rules below say the same in full.",
        "Ezt választja ez a változat ott, ahol a játékcsalád tagjai eltérnek egymástól. Az alábbi szabályok "
        "ugyanezt mondják el részletesen.",
    ),
    never_played=(
        "Never played a game of this family? Begin with [a first deal]({play}). At odds with another house? "
        "[Compare]({compare}).",
        "Még sosem játszottál ilyet? Kezdd [az első leosztással]({play}). Másutt máshogy játsszák? [Vesd "
        "össze]({compare}).",
    ),
    titles_with=("With {number} players", "{number} játékossal"),
    titles_by_number=("Titles by number of players", "Rangok a játékosok száma szerint"),
    titles_all=("Every title", "Minden rang"),
)


def pages(material: Material) -> Iterator[Page]:
    """Yield a page for each variant that can be played."""
    for name in material.settings:
        variant = material.contents.variants[name]
        anchors = [Anchor("variant", name, "")]
        anchors += [Anchor("clause", each.id, each.id, name) for each in material.present[name]]
        yield Page(f"rules/{name}.md", variant.title, _Body(name), "rules", tuple(anchors))


class _Body:
    """Writes the page of one variant."""

    def __init__(self, variant: str) -> None:
        self.variant = variant

    def __call__(self, w: Writing) -> str:
        setting = w.material.settings[self.variant]
        low, high, usual = setting.variant.players
        about = w.text(setting.variant.about, f"what '{self.variant}' is") if setting.variant.about else ""
        shown = self.pictures(w)
        return join(
            about,
            w.word("players", low=low, high=high, usual=usual) + ".",
            self.titles(w),
            w.word("never-played", play=w.to("page", "play"), compare=w.to("page", "compare")),
            self.short(w),
            *(self.chapter(w, chapter.id, shown) for chapter in w.material.contents.chapters),
        )

    def titles(self, w: Writing) -> str:
        """Return the titles of the usual number of players, from the first place to the last, in one line."""
        setting = w.material.settings[self.variant]
        usual = setting.variant.players[2]
        return f"{w.word('titles-with', number=usual)}: {chips(w, setting, self.given(w)[usual])}\n{{.ms-estates}}"

    def given(self, w: Writing) -> Mapping[int, tuple[str, ...]]:
        """Return the titles that the variant gives, by number of players."""
        return next(titles for names, titles in w.material.titles if self.variant in names)

    def pictures(self, w: Writing) -> dict[str, list[str]]:
        """Return the drawings, each by the clause that it stands below: the last of those that it is about."""
        setting = w.material.settings[self.variant]
        facts = find_facts(w.material.rulebook, setting, setting.variant.players[2])
        table = join(
            heading(3, w.word("titles-by-number"), "titles-by-number"),
            by_players(w, setting, self.given(w)),
            f"{key(w)} {w.link('page', 'titles', w.word('titles-all'))}.",
        )
        shown = {"function.title": table}
        if facts is not None:
            shown["model.phases"] = course(w, facts)
            shown["toggle.seating.later"] = seating(w, setting, facts)
            shown["function.opposite"] = exchange(w, setting, facts)
        found: dict[str, list[str]] = {}
        for part, picture in shown.items():
            about = [each.id for each in w.material.present[self.variant] if part in _parts(w, each)]
            if about:
                found.setdefault(about[-1], []).append(picture)
        return found

    def short(self, w: Writing) -> str:
        """Return the variant's choices as questions and answers, group by group."""
        setting = w.material.settings[self.variant]
        parts = []
        for group, names in w.material.groups.items():
            rows = []
            for name in names:
                if name in w.material.matters[self.variant]:
                    toggle = w.material.contents.toggles[name]
                    mark = w.status("reading") if setting.status(name) == "reading" else ""
                    rows.append(f"- {w.link('toggle', name)}: {w.answer(toggle, setting.values[name])} {mark}".rstrip())
            if rows:
                title = w.text(w.material.group_titles.get(group), f"the title of '{group}'")
                parts += [f"**{title}**", "\n".join(rows)]
        head = heading(2, w.word("in-short"), "in-short")
        return join(head, w.word("in-short-about"), block("short", join(*parts)))

    def chapter(self, w: Writing, chapter: str, pictures: Mapping[str, Sequence[str]]) -> str:
        """Return a chapter with its clauses, and the drawings below them; nothing where the variant has none of it."""
        own: list[Clause] = [each for each in w.material.present[self.variant] if each.chapter == chapter]
        if not own:
            return ""
        setting = w.material.settings[self.variant]
        told = []
        for each in own:
            told += [clauses.in_variant(w, each, setting, self.variant), *pictures.get(each.id, ())]
        return join(heading(2, w.name("chapter", chapter), f"chapter.{chapter}"), *told)


def _parts(w: Writing, clause: Clause) -> set[str]:
    """Return the parts of the rulebook that a clause is about: what it owns, and the toggles it depends on."""
    return {*clause.owns, *(f"toggle.{each}" for each in w.material.toggles_of[clause.id])}

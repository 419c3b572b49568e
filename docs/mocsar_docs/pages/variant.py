"""The rules of a variant, to be read from top to bottom, with what it chooses on top."""

from __future__ import annotations

from collections.abc import Iterator

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
        return join(
            about,
            w.word("players", low=low, high=high, usual=usual) + ".",
            w.word("never-played", play=w.to("page", "play"), compare=w.to("page", "compare")),
            self.short(w),
            *(self.chapter(w, chapter.id) for chapter in w.material.contents.chapters),
        )

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
                    rows.append(
                        f"- {w.link('toggle', name)}: {w.sentence(toggle, setting.values[name])} {mark}".rstrip()
                    )
            if rows:
                title = w.text(w.material.group_titles.get(group), f"the title of '{group}'")
                parts += [f"**{title}**", "\n".join(rows)]
        head = heading(2, w.word("in-short"), "in-short")
        return join(head, w.word("in-short-about"), block("short", join(*parts)))

    def chapter(self, w: Writing, chapter: str) -> str:
        """Return a chapter with its clauses; nothing where the variant has none of it."""
        own: list[Clause] = [each for each in w.material.present[self.variant] if each.chapter == chapter]
        if not own:
            return ""
        setting = w.material.settings[self.variant]
        told = [clauses.in_variant(w, each, setting, self.variant) for each in own]
        return join(heading(2, w.name("chapter", chapter), f"chapter.{chapter}"), *told)

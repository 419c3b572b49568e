"""What programs read of the site: rulebook.json, scenarios.json, llms.txt, and ids.json for the search.

The shape of each JSON file is said in `spec/schema/exports-*.schema.json`, which lie on the site too, in `schema/`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mocsar_docs import choosing, finding
from mocsar_docs.links import Links, address
from mocsar_docs.read import LANGUAGES, Material
from mocsar_reference.language.types import Enum, List
from mocsar_reference.paths import spec_dir
from mocsar_reference.resolve.book import Clause, Reference, Rule, Setter, Toggle, Value, Words

FORMAT = 1
"""The version of these files' shape; what would mislead a reader of the one before has another."""

SCHEMAS = (
    "exports-rulebook",
    "exports-scenarios",
    "exports-ids",
    "common",
    "forms",
    "functions",
    "model",
    "ranks",
    "scenario",
)
"""The schemas of what is exported, and those that they refer to."""


def exports(material: Material, links: Links) -> dict[str, str]:
    """Return the files, by path from the root of the site."""
    schemas = {f"{each}.schema.json": spec_dir() / "schema" / f"{each}.schema.json" for each in SCHEMAS}
    return {
        "rulebook.json": _json(rulebook(material)),
        "scenarios.json": _json(scenarios(material, links)),
        "llms.txt": llms(material, links),
        "ids.json": _json(ids(material, links)),
        **{f"schema/{name}": path.read_text(encoding="utf-8") for name, path in schemas.items()},
        **choosing.files(material),
    }


def _head(material: Material) -> dict[str, Any]:
    return {"format": FORMAT, "edition": material.contents.edition}


def ids(material: Material, links: Links) -> dict[str, Any]:
    """Return every id of the site, for the search: a row for each."""
    columns = ["kind", "id", "place", *LANGUAGES]
    return {**_head(material), "columns": columns, "ids": finding.ids(material, links)}


def rulebook(material: Material) -> dict[str, Any]:
    """Return the rulebook as data: texts in every language, expressions as their text; effects of rules, functions,
    forms and the model as the rulebook's files have them.
    """
    book = material.contents
    return {
        **_head(material),
        "title": dict(book.title),
        "languages": list(book.languages),
        "chapters": [{"id": each.id, "title": dict(each.title)} for each in book.chapters],
        "ranks": [
            {
                "id": each.id,
                "card": each.card,
                "symbol": dict(each.symbol),
                "picture": each.picture,
                "name": dict(each.name),
            }
            for each in book.ranks.values()
        ],
        "suits": [{"id": each.id, "symbol": each.symbol, "name": dict(each.name)} for each in book.suits.values()],
        "titles": {name: dict(words) for name, words in book.titles.items()},
        "reasons": {name: dict(words) for name, words in book.reasons.items()},
        "groups": [
            {"id": name, "title": dict(material.group_titles.get(name, {})), "toggles": list(toggles)}
            for name, toggles in material.groups.items()
        ],
        "toggles": [_toggle(each) for each in book.toggles.values()],
        "constraints": [
            {"id": each.id, "expr": each.expr.text, "message": dict(each.message)} for each in book.constraints
        ],
        "variants": [_variant(material, name) for name in material.settings],
        "clauses": [_clause(material, each) for each in book.clauses.values()],
        "rules": [_rule(each, material.written.rules[each.id]) for each in book.rules.values()],
        "functions": list(material.written.functions),
        "forms": list(material.written.forms),
        "model": material.written.model,
        "sources": [
            {"id": each.id, "title": each.title, "author": dict(each.author), "language": each.language}
            for each in book.sources.values()
        ],
        "terms": [
            {"id": each.id, "words": dict(each.words), "note": _words(each.note), "sources": dict(each.sources)}
            for each in book.terms.values()
        ],
    }


def scenarios(material: Material, links: Links) -> dict[str, Any]:
    """Return the scenarios as their files have them, each with its chapter, its page and the variants it applies to."""
    found = []
    for name, each in material.scenarios.items():
        at = links.find("scenario", name)
        found.append(
            {
                **each.document.value,
                "chapter": material.chapter_of[name],
                "page": f"{address(at[0])}#{at[1]}" if at else None,
                "variants": [variant for variant, names in material.applying.items() if name in names],
            }
        )
    return {**_head(material), "scenarios": found}


def llms(material: Material, links: Links) -> str:
    """Return what a language model should know before it reads on: what there is, and where."""
    book = material.contents
    lines = [
        f"# {book.title['en']}",
        "",
        "> Mocsár is a Hungarian card game of the President and Daifugō family. This is its rulebook as data, "
        f"edition {book.edition}: {len(book.clauses)} clauses, {len(book.toggles)} toggles, "
        f"{len(material.scenarios)} worked examples, in English (here) and Hungarian (the same paths under hu/).",
        "",
        "A variant is a named set of toggle values. A clause is a numberless passage of prose with a permanent id; "
        "the clauses of a variant, read in order, are its complete rules. `reading` marks what the sources leave "
        "open.",
        "",
        "## Data",
        "",
        "- [rulebook.json](rulebook.json): toggles, variants, clauses, formal rules, functions, forms and model",
        "- [scenarios.json](scenarios.json): worked examples with the expected outcome of each step",
        "- [schema](schema/exports-rulebook.schema.json): what each part of rulebook.json means; for the examples, "
        "[another](schema/exports-scenarios.schema.json)",
        "",
        "## Rules of a variant",
        "",
    ]
    for name, setting in material.settings.items():
        about = (setting.variant.about or {}).get("en", "")
        lines.append(f"- [{setting.variant.title['en']}](rules/{name}/): {about}".rstrip(": "))
    lines += ["", "## Reference", ""]
    pages = {path for path, _ in links.known("page").values()}
    for path, what in REFERENCE.items():
        if path in pages:
            lines.append(f"- [{path.removesuffix('.md').removesuffix('/index')}]({address(path)}): {what}")
    return "\n".join(lines) + "\n"


REFERENCE: Mapping[str, str] = {
    "play.md": "how to play a first deal",
    "rules/index.md": "every clause once, with sources, reasons for readings, examples and the formal rule",
    "toggles.md": "every choice, its values, and what each variant has chosen",
    "compare.md": "the variants side by side",
    "cases/index.md": "worked examples, step by step",
    "reasons.md": "what refusals are called",
    "glossary.md": "terms in both languages, and the sources' own words",
    "sources.md": "the source texts and what rests on each",
    "implement/protocol.md": "how an implementation is tested",
    "write/rule-language.md": "how rules are written as data",
}
"""Pages that llms.txt names, where they are there."""


def _toggle(toggle: Toggle) -> dict[str, Any]:
    kind = toggle.type
    of = kind.of if isinstance(kind, List) else kind
    name = "named" if toggle.values else of.name if isinstance(of, Enum) else "int"
    return {
        "id": toggle.id,
        "group": toggle.group,
        "title": dict(toggle.title),
        "type": f"list({name})" if isinstance(kind, List) else name,
        "default": _value(toggle.default),
        "values": {value: dict(words) for value, words in toggle.values.items()} or None,
        "sentence": _words(toggle.sentence),
        "none": _words(toggle.none),
        "min": toggle.minimum,
        "max": toggle.maximum,
        "try": [_value(each) for each in toggle.others],
    }


def _variant(material: Material, name: str) -> dict[str, Any]:
    setting = material.settings[name]
    variant = setting.variant
    low, high, usual = variant.players
    return {
        "id": name,
        "title": dict(variant.title),
        "about": _words(variant.about),
        "players": {"min": low, "max": high, "usual": usual},
        "values": {toggle: _value(value) for toggle, value in setting.values.items()},
        "grounds": {toggle: _setter(each) for toggle, each in variant.settings.items()},
        "clauses": [each.id for each in material.present[name]],
    }


def _setter(setter: Setter) -> dict[str, Any]:
    source = _reference(setter.source) if setter.source else None
    return {"status": setter.status, "source": source, "why": _words(setter.why)}


def _clause(material: Material, clause: Clause) -> dict[str, Any]:
    return {
        "id": clause.id,
        "chapter": clause.chapter,
        "title": dict(clause.title),
        "text": dict(clause.text),
        "why": _words(clause.why),
        "kind": clause.kind,
        "status": {
            name: material.settings[name].clause_status(clause, material.contents)
            for name in material.having[clause.id]
        },
        "when": clause.when.text if clause.when else None,
        "rules": list(clause.rules),
        "replaces": list(clause.replaces),
        "sources": [_reference(each) for each in clause.sources],
        "variants": list(material.having[clause.id]),
        "scenarios": list(material.about.get(clause.id, ())),
    }


def _rule(rule: Rule, written: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": rule.id,
        "clause": rule.clause,
        "when": rule.when.text if rule.when else None,
        "events": list(rule.events),
        "stage": rule.stage,
        "applies": rule.applies.text if rule.applies else None,
        "overrides": list(rule.overrides),
        "require": [{"id": each.id, "expr": each.expr.text, "reason": each.reason} for each in rule.require],
        "effects": written.get("effect", []),
        "state": written.get("state", {}),
    }


def _reference(reference: Reference) -> list[str]:
    return [reference.source, reference.at]


def _words(words: Words | None) -> dict[str, str] | None:
    return {lang: words[lang] for lang in LANGUAGES if lang in words} if words else None


def _value(value: Value) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"

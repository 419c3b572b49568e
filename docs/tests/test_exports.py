"""What programs read of the site: JSON that keeps to its schemas, and has all of the rulebook in it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from mocsar_docs.exports import FORMAT, SCHEMAS
from mocsar_docs.read import Material
from mocsar_reference.paths import spec_dir

from .conftest import Composed

EXPORTS = ("rulebook", "scenarios", "ids")


def schema(name: str) -> Any:
    return json.loads((spec_dir() / "schema" / f"{name}.schema.json").read_text(encoding="utf-8"))


def validator(name: str) -> Draft202012Validator:
    """Return a validator that knows the schemas on the site and no others."""
    known = [(f"{each}.schema.json", Resource.from_contents(schema(each))) for each in SCHEMAS]
    registry: Registry[Any] = Registry().with_resources(known)
    return Draft202012Validator(schema(name), registry=registry)


@pytest.fixture(scope="module")
def rulebook(composed: Composed) -> Any:
    return json.loads(composed.site.files["rulebook.json"])


@pytest.mark.parametrize("name", EXPORTS)
def test_it_keeps_to_its_schema(composed: Composed, name: str) -> None:
    found = json.loads(composed.site.files[f"{name}.json"])
    assert [f"{each.json_path}: {each.message[:200]}" for each in validator(f"exports-{name}").iter_errors(found)] == []


@pytest.mark.parametrize("name", EXPORTS)
def test_it_says_which_format_and_edition_it_is(composed: Composed, material: Material, name: str) -> None:
    found = json.loads(composed.site.files[f"{name}.json"])
    assert (found["format"], found["edition"]) == (FORMAT, material.contents.edition)


@pytest.mark.parametrize("name", EXPORTS)
def test_its_schema_is_one_and_lies_on_the_site(composed: Composed, name: str) -> None:
    published = json.loads(composed.site.files[f"schema/exports-{name}.schema.json"])
    Draft202012Validator.check_schema(published)
    assert published == schema(f"exports-{name}")


def test_the_schema_of_scenarios_has_all_that_a_scenario_may_have() -> None:
    own = schema("exports-scenarios")["properties"]["scenarios"]["items"]["properties"]
    assert set(own) == {*schema("scenario")["properties"], "chapter", "page", "variants"}


def test_the_rulebook_has_every_thing_in_it(rulebook: Any, material: Material) -> None:
    book = material.contents
    assert [each["id"] for each in rulebook["clauses"]] == list(book.clauses)
    assert [each["id"] for each in rulebook["variants"]] == list(material.rulebook.playable)
    for kind in ("toggles", "rules", "functions", "forms", "ranks", "suits", "terms", "sources"):
        assert {each["id"] for each in rulebook[kind]} == set(getattr(book, kind)), kind
    for kind in ("titles", "reasons"):
        assert set(rulebook[kind]) == set(getattr(book, kind)), kind
    for kind in ("actions", "events", "effects", "zones", "chance"):
        assert set(rulebook["model"][kind]) == set(getattr(book.model, kind)), kind


def test_rules_have_the_effects_of_the_rulebook(rulebook: Any, material: Material) -> None:
    rules = material.contents.rules
    assert {each["id"]: len(each["effects"]) for each in rulebook["rules"]} == {
        name: len(each.effects) for name, each in rules.items()
    }
    assert {word for rule in rulebook["rules"] for effect in rule["effects"] for word in effect} - {"in", "do"} <= set(
        material.contents.model.effects
    )


def test_the_scenarios_are_all_there(composed: Composed, material: Material) -> None:
    found = json.loads(composed.site.files["scenarios.json"])["scenarios"]
    assert {each["id"] for each in found} == set(material.scenarios)


def test_the_edition_is_told_to_language_models_too(composed: Composed, material: Material) -> None:
    assert material.contents.edition in composed.site.files["llms.txt"]

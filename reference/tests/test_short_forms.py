"""Short forms of settings: the canonical one reads back, and a setting that is not legal is told what would be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mocsar_reference import MocsarError, Rulebook, Setting, load_rulebook
from mocsar_reference.language.types import INT, Enum, List, Type
from mocsar_reference.resolve.book import Toggle, Value
from mocsar_reference.resolve.repair import bounds, domain
from mocsar_reference.resolve.setting import written


@cache
def book() -> Rulebook:
    return load_rulebook()


def values(toggle: Toggle) -> st.SearchStrategy[Value]:
    """Return any value of a toggle, lists that nobody thought of among them, those that are tried rather often."""

    def one(kind: Type) -> st.SearchStrategy[Value]:
        if isinstance(kind, Enum):
            return st.sampled_from(kind.values)
        assert kind == INT
        return st.integers(*bounds(toggle))

    if isinstance(toggle.type, List):
        anything = st.lists(one(toggle.type.of), max_size=5).map(tuple)
        return st.sampled_from(domain(book().contents, toggle)) | anything
    return one(toggle.type)


@st.composite
def choices(draw: st.DrawFn) -> tuple[str, dict[str, Value]]:
    """Return a playable variant and values for some toggles."""
    toggles = book().contents.toggles
    names = draw(st.lists(st.sampled_from(sorted(toggles)), unique=True, max_size=4))
    return draw(st.sampled_from(book().playable)), {name: draw(values(toggles[name])) for name in names}


def setting(variant: str, changes: Mapping[str, Value]) -> Setting | None:
    try:
        return book().changed(book().setting(variant), changes)
    except MocsarError as error:
        assert {each.code for each in error.diagnostics} == {"R031"}
        return None


@settings(max_examples=400, deadline=None)
@given(choices())
def test_the_canonical_form_reads_back(chosen: tuple[str, dict[str, Value]]) -> None:
    made = setting(*chosen)
    if made is not None:
        again = book().setting(made.short)
        assert (again, again.short, again.values) == (made, made.short, made.values)


@settings(max_examples=200, deadline=None)
@given(choices(), st.randoms(use_true_random=False), st.sampled_from(["", " ", "\n  "]))
def test_order_and_spaces_do_not_matter(chosen: tuple[str, dict[str, Value]], random: object, space: str) -> None:
    variant, changes = chosen
    made = setting(variant, changes)
    if made is not None:
        names = list(changes)
        random.shuffle(names)  # type: ignore[attr-defined]
        inside = f"{space},{space}".join(f"{name}{space}={space}{written(changes[name])}" for name in names)
        assert book().setting(f"{space}{variant}{space}({space}{inside}{space}){space}").short == made.short


@settings(max_examples=300, deadline=None)
@given(choices())
def test_a_setting_that_is_not_legal_is_told_one_that_is(chosen: tuple[str, dict[str, Value]]) -> None:
    variant, changes = chosen
    if setting(variant, changes) is not None:
        return
    with pytest.raises(MocsarError) as caught:
        book().setting(f"{variant}({', '.join(f'{name}={written(value)}' for name, value in changes.items())})")
    for each in caught.value.diagnostics:
        assert each.code == "R031"
        named = [name for name in book().contents.toggles if f"{name} is " in each.message]
        assert named, each.message
    advice = re.fullmatch(r"(.*) would be right", caught.value.diagnostics[-1].hint, re.DOTALL)
    if advice is not None:
        assert book().setting(advice[1]).variant.id == variant


def test_advice_keeps_what_was_asked_for_where_it_can() -> None:
    with pytest.raises(MocsarError) as caught:
        book().setting("elnok-nyugati(play.beats=higher)")
    [only] = caught.value.diagnostics
    assert "(play.beats is higher, revolution.by_singles is 4)" in only.message
    assert only.hint == "elnok-nyugati(play.beats=higher, revolution.by_singles=0) would be right"


def test_advice_may_change_two_toggles() -> None:
    with pytest.raises(MocsarError) as caught:
        book().setting("kollar(exchange.pays=none)")
    assert [each.hint for each in caught.value.diagnostics] == [
        "",
        "kollar(exchange.pays=none, exchange.returns=nothing, exchange.sizes=[]) would be right",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("kollar(pack.packs=1, pack.packs=2)", "R030 'pack.packs' is given twice"),
        ("kollar(pack.packs)", "R030 'pack.packs' is not toggle=value"),
        ("kollar(pack.packs=5)", "R010 pack.packs: 5 is out of range\n  hint: write a number from 1 to 4"),
        ("kollar(pack.packs=two)", "R010 pack.packs: 'two' is not a whole number"),
        ("kollar(play.beats=highest)", "R010 'highest' is no value of play.beats\n  hint: did you mean 'higher'?"),
        ("kollar(ranks.wild=2)", "R010 ranks.wild: '2' is not a list\n  hint: write [a, b]"),
        ("kollar(ranks.wild=[two])", "R010 ranks.wild: 'two' is no rank"),
        ("kollar(plays.beats=higher)", "R002 there is no toggle 'plays.beats'\n  hint: did you mean 'play.beats'?"),
        ("kolar", "R030 there is no variant 'kolar' to play\n  hint: did you mean 'kollar'?"),
        ("kollar(play.beats=higher", "R030 'kollar(play.beats=higher' is not a variant"),
    ],
)
def test_a_mistake_is_told(text: str, told: str) -> None:
    with pytest.raises(MocsarError) as caught:
        book().setting(text)
    [only] = caught.value.diagnostics
    assert str(only).startswith(told)

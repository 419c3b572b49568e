"""The case book's own words; those of the game are in the rulebook.

What has a gap for a name leaves the name as it is, so that it fits any name.
"""

from __future__ import annotations

from mocsar_docs.words import add

add(
    # where the rulebook has no words of its own for an action
    do_other=("{who}: {what}", "{who}: {what}"),
    may_other=("{what}", "ezt teheti: {what}"),
    must_not_other=("{what}", "ezt nem teheti: {what}"),
    # what is done, and with what
    no_cards_named=("no cards", "semmit"),
    meant_run=("({a} {form} from {low} to {high})", "({form}: {low}–{high})"),
    meant_span=("(from {low} to {high})", "({low}–{high})"),
    meant_run_low=("({a} {form} whose lowest card is {low})", "({form}, legkisebb lapja: {low})"),
    meant_set=("({a} {form} of rank {low})", "({form}, értéke: {low})"),
    meant_as=("(as {low})", "(értéke: {low})"),
    meant_form=("({a} {form})", "({form})"),
    list_or=("or", "vagy"),
    # what is open to somebody
    may=("{who} may {what}", "{who} {what}"),
    may_only=("{who} may {what}, and nothing else", "{who} {what}; mást nem tehet"),
    may_not=("{who} may not {what}", "{who} {what}"),
    may_nothing=("May do nothing now: {who}", "Most nem tehet semmit: {who}"),
    may_count=("{who} has {number} ways to act", "{who} {number} lehetőség közül választhat"),
    # rulings
    ruling_no=("Refused.", "Nem szabályos."),
    # what goes from hand to hand
    now_gets=("{who} gets {cards}.", "{who} kap: {cards}."),
    now_gives=("{who} gives {cards}.", "{who} ad: {cards}."),
    # what is to be seen
    on_table=("On the table: {cards}", "Az asztalon: {cards}"),
    see_form_run=("{a} {form} from {low}", "{form}, legkisebb lapja: {low}"),
    see_counts_as=("counting as {card}", "értéke: {card}"),
    see_cards=("cards: {number}", "lapok száma: {number}"),
    see_owner=("played by {who}", "kijátszotta: {who}"),
    see_phase=("phase: {name}", "szakasz: {name}"),
    see_other=("{what}: {value}", "{what}: {value}"),
    # a case
    case_dealt=("As dealt, before anything changes hands", "Osztás után, mielőtt bármi gazdát cserél"),
    case_standing=("Places in the deal before: {names}.", "Helyezések az előző leosztásban: {names}."),
    case_pack=("The cards in the order they are dealt: {cards}", "A lapok az osztás sorrendjében: {cards}"),
    case_moved=("Cards change hands at once.", "Lapok cserélnek gazdát."),
    case_next_deal=("The next deal", "A következő leosztás"),
    case_steps=("What happens", "Ami történik"),
    case_then=("Now", "Most"),
    case_end=("At the end", "A végén"),
    case_about=("About", "Miről szól"),
    case_holds=("Holds in", "Hol érvényes"),
    case_nowhere=("no variant as it is; only with other choices", "egyik változatban sem, csak más választásokkal"),
    case_drawn=("Drawn as in {setting}", "A rajz változata: {setting}"),
    case_with=("{variant}, but with", "{variant}, de így"),
    case_depends=("On what choices this rests", "Mely választásokon múlik"),
    case_disputed=("Disputed", "Vitatott"),
    case_formally=("In the rule language", "A szabálynyelven"),
    # pages
    cases_about=(
        "Situations at the table, each with its ruling. Every one of them has been played by the rules of every "
        "variant it holds in, and programs are tested with the same.",
        "Helyzetek az asztalnál, mindegyik az ítéletével együtt. Minden példát minden olyan változat szabályai szerint "
        "lejátszottunk, amelyben érvényes, és a programok is ezekkel vizsgálhatók.",
    ),
    cases_reading=(
        "The players are drawn in the order of their seats: each sits to the left of the one before, as the clock "
        "goes round. All hands lie open here, as they do not in a game. Cards that nobody holds are out of play.",
        "A játékosok ülésrendben láthatók: mindenki az előző bal oldalán ül, az óramutató járása szerint. Itt minden "
        "kéz nyitva van, a játékban persze nem. Ami senkinek sincs a kezében, az nincs játékban.",
    ),
    cases_picture=("{card} is the {name}.", "{card} a {name}."),
    cases_number=("cases", "példa"),
    cases_only=("Show the cases that hold in", "Csak az itt érvényes példák"),
    cases_all=("all of them", "mind"),
)

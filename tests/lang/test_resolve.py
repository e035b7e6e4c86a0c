"""Names and types of texts: every problem with its code, the words it points at, and what to do about it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleset_core import LoadError
from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.statement_checker import StatementChecker
from ruleset_core.compile.linker import Linker
from ruleset_core.lang.syntax.parser import SyntaxProblem, parse
from ruleset_core.lang.types import BOOL, INT, member_type
from ruleset_core.model.game_files import gather
from tests.lang import random_game
from tests.lang.effects import Writer
from tests.lang.slips import DECISIONS
from tests.lang.values import Context

DEFINE = {
    "leaf": {"params": {"c": "colour"}, "effect": "set chosen = c"},
    "price": {"params": {"c": "colour"}, "amount": "c.rank"},
    "calm": {"condition": "open"},
}


@pytest.fixture(scope="module")
def linker(tmp_path_factory: pytest.TempPathFactory) -> Linker:
    files = random_game.plain("do leaf(red)", define=DEFINE, cards={"oak": {"effect": "gain 1 coin"}})
    found, problems = gather(random_game.write(tmp_path_factory.mktemp("resolve"), files))
    linker = Linker(found)
    linker.link({name: (hook.params, hook.result) for name, hook in random_game.HOOKS.items()})
    assert [each for each in [*problems, *linker.diagnostics] if each.severity == "error"] == []
    return linker


def problems(linker: Linker, text: str, start: str = "effect", *, me: bool = True) -> list[SyntaxProblem]:
    """What is wrong with a text in which `t` is a tile and `n` a number."""
    tree, found = parse(text, start)
    if tree is None:
        return found
    resolver = StatementChecker(linker.v, linker.card_effects)
    scope = BindingScope({"t": member_type("tile"), "n": INT}, me=me)
    if start == "effect":
        resolver.effect(tree, scope)  # type: ignore[arg-type]
    else:
        resolver.expr(tree, scope)
    return resolver.problems


def check(linker: Linker, text: str, start: str, code: str, place: str, said: str, *, me: bool = True) -> None:
    found = problems(linker, text, start, me=me)
    assert [each.code for each in found] == [code]
    assert text[found[0].start : found[0].end] == place
    assert said in f"{found[0].message}; {found[0].help}"
    if "did you mean" in found[0].help:
        assert found[0].replacement


EFFECTS = [
    *DECISIONS,
    # names
    ("set total = totl", "E301", "totl", "did you mean `total`?"),
    ("gain 2 coins", "E301", "coins", "did you mean `coin`?"),
    ("shuffle hands", "E301", "hands", "unknown zone `hands`; did you mean `hand`?"),
    ("shuffle red", "E301", "red", "what fits here: `bag`, `deck`, `hand`"),
    ("do lef(red)", "E301", "lef", "unknown procedure `lef`; did you mean `leaf`?"),
    ("call nugde(1, true)", "E301", "nugde", "unknown hook `nugde`; did you mean `nudge`?"),
    ("for each x in colors { set chosen = x }", "E301", "colors", "did you mean `colour`?"),
    ("gian 2 coin", "E302", "gian", "unknown verb `gian`; did you mean `gain`?"),
    # types
    ("gain 2 red", "E303", "red", "this is a colour, but a resource is needed here"),
    ("gain red coin", "E303", "red", "this is a colour, but a number is needed here"),
    ("gain none coin", "E303", "none", "this is none, but a number"),
    ("gain open coin", "E303", "open", "this is a condition, but a number"),
    ("if total { gain 1 coin }", "E303", "total", "but a condition is needed"),
    ("set favourite = 3", "E303", "3", "this is a number, but a colour is needed"),
    ("set favourite = none", "E303", "none", "a colour is needed"),
    ("set mood[red] = open", "E303", "open", "but a number -2..9 is needed"),
    ("set mood[3] = 3", "E303", "3", "a colour is needed"),
    ("roll total", "E303", "total", "give the field a range"),
    ("sort deck by it.hue", "E303", "it.hue", "a number is needed"),
    ("move red to deck", "E303", "red", "a tile is needed"),
    ("move t to bag", "E303", "t", "a die is needed"),
    ("flip red", "E303", "red", "declare `sides:`"),
    ("rotate deck to left", "E303", "deck", "there is one `deck` for all"),
    ("rotate hand to red", "E303", "red", "write `to left` or `to right`"),
    ("rotate hnad to left", "E301", "hnad", "did you mean `hand`?"),
    ("rotate open to left", "E301", "open", "unknown zone `open`"),
    ("rotate hand", "E304", "rotate hand", "`rotate` is written `rotate ZONE to WAY`"),
    ("do leaf(3)", "E303", "3", "a colour is needed"),
    ("do price(red)", "E303", "price(red)", "is a value, not a procedure"),
    ("call nudge(red, true)", "E303", "red", "a number is needed"),
    ("as red { gain 1 coin }", "E303", "red", "a seat is needed"),
    ("repeat open { gain 1 coin }", "E303", "open", "a number is needed"),
    ("for each x in t.price { gain x coin }", "E303", "t.price", "one cannot go through a number"),
    ("for each x in total { }", "E303", "total", "one cannot go through a number"),
    ("for each x in price { }", "E303", "price", "one cannot go through a number"),
    ("for each x in price(red) { }", "E303", "price(red)", "one cannot go through a number"),
    ("for each x in open { }", "E303", "open", "one cannot go through a condition"),
    ("for each x in favourite { }", "E303", "favourite", "one cannot go through a colour"),
    ("for each x in leaf { }", "E303", "leaf", "one cannot go through an effect"),
    # arguments
    ("gain coin", "E304", "gain coin", "`gain` is written `gain AMOUNT RESOURCE`"),
    ("gain 1 coin gain 2 coin", "E304", "gain 1 coin gain 2 coin", "a `;` may be missing before `gain`"),
    ("move t deck", "E304", "move t deck", "`move PIECE to ZONE`; for example"),
    ("do leaf", "E304", "leaf", "`leaf` takes 1 value (colour), not 0"),
    ("do leaf(red, 3)", "E304", "leaf(red, 3)", "not 2"),
    ("emit painted(red)", "E304", "painted(red)", "(colour, number)"),
    ("call nudge(1)", "E304", "nudge(1)", "(number, condition)"),
    ("set mood = 3", "E304", "mood", "indexed by colour"),
    ("set grid[red] = 1", "E304", "grid[red]", "indexed by colour, die"),
    ("shuffle row", "E304", "row", "needs 1 index"),
    ("pay coin -> gain 1 coin", "E304", "pay coin", "`pay AMOUNT RESOURCE`"),
    # costs
    ("pay 1 coin", "E305", "pay 1 coin", "it goes left of `->`"),
    ("lose 1 coin -> gain 1 coin", "E305", "lose", "costs are written `pay"),
    ("pay 1 coin, gain 1 coin -> gain 1 coin", "E305", "gain", "not a cost"),
    # what can be set
    ("set n = 3", "E310", "n", "keeps its value"),
    ("set coin = 3", "E310", "coin", "use `gain`, `lose` or a cost"),
    ("set t.price = 3", "E310", "t.price", "only fields"),
    ("set red = 3", "E310", "red", "only fields"),
    ("roll n", "E310", "n", "only a field"),
    # events, facts, values
    ("emit paint(red, 1)", "E312", "paint", "unknown event `paint`; did you mean `painted`?"),
    ("emit gain(coin, 1)", "E312", "gain", "what fits here: `called`, `painted` or `traded`"),
    ("do red.effect", "E313", "red.effect", "a colour has no `effect`"),
    ("set luck = 9", "E314", "9", "9 lies outside 1..6"),
    ("for each x in 1 to 100000 { gain x coin }", "E314", "1 to 100000", "more than 10,000"),
    ("for each x in 1 to 1000 * 1000 { gain x coin }", "E314", "1 to 1000 * 1000", "more than 10,000"),
    ("choose how_many k in 5 to 9 { gain k coin }", "E314", "5 to 9", "asks for -1..3"),
    # names taken
    ("let total = 3; gain total coin", "E315", "let total = 3", "already taken"),
    ("let x = 3; let x = 4; gain x coin", "E315", "let x = 4", "already taken"),
    ("let coin = 3; set total = coin", "E315", "let coin = 3", "already taken"),
    ("for each me in seat { gain 1 coin }", "E315", "for each me in seat { gain 1 coin }", "already taken"),
    ("choose pick_colour n { gain 1 coin }", "E315", "n", "already taken"),
    ("let _x = 3; gain _x coin", "E315", "let _x = 3", "kept for the game"),
    ("let x = 3", "W504", "let x = 3", "remove the `let`"),
]
EXPRESSIONS = [
    ("xyz", "E301", "xyz", "unknown name `xyz`"),
    ("option.wld", "E301", "wld", "did you mean `wild`?"),
    ("prce(red)", "E301", "prce", "did you mean `price`?"),
    ("red < 1", "E303", "red", "a number is needed"),
    ("red == 3", "E303", "red == 3", "a number and a colour are never equal"),
    ("red == t", "E303", "red == t", "never equal"),
    ("not total", "E303", "total", "a condition"),
    ("open and total", "E303", "total", "a condition is needed"),
    ("if open then 1 else red", "E303", "if open then 1 else red", "one way gives a number, the other a colour"),
    ("sum c in colour of c", "E303", "c", "a number is needed"),
    ("every c in colour has c.rank", "E303", "c.rank", "a condition is needed"),
    ("red in tile", "E303", "red in tile", "never among tile values"),
    ("3 in [1, red]", "E303", "red", "a number"),
    ("[1, 2]", "E303", "[1, 2]", "only after `in`"),
    ("leaf(red)", "E303", "leaf(red)", "write `do leaf(...)`"),
    ("distance(3, 3)", "E303", "3", "a colour is needed"),
    ("deck", "E303", "deck", "count it (`count x in deck`)"),
    ("deck[red]", "E303", "red", "a number is needed"),
    ("c.warm == 1", "E301", "c", "unknown name `c`"),
    ("red.warm == 1", "E303", "red.warm == 1", "never equal"),
    ("min(1)", "E304", "min(1)", "`min` takes 2 values, not 1"),
    ("price()", "E304", "price()", "takes 1 value (colour)"),
    ("row[red]", "E304", "row[red]", "needs one place in it"),
    ("can { gain 1 coin }", "E305", "gain", "not a cost"),
    ("most c in colour by c.rank", "E306", "most c in colour by c.rank", "add `ties first` or `ties last`"),
    (
        "least c in colour by c.rank ties middle",
        "E306",
        "least c in colour by c.rank ties middle",
        "unknown tie rule `middle`",
    ),
    ("t.prise", "E313", "prise", "did you mean `price`?"),
    ("t.price.x", "E313", "t.price.x", "a number has no `x`"),
    ("coin.price", "E313", "coin.price", "a number has no `price`"),
    ("me.levl", "E313", "levl", "unknown field of a seat `levl`; did you mean `level`?"),
    ("total per 0", "E314", "0", "needs a number above 0"),
    ("total mod -1", "E314", "-1", "needs a number above 0"),
    ("count total in colour", "E315", "count total in colour", "already taken"),
]


@pytest.mark.parametrize(("text", "code", "place", "said"), EFFECTS)
def test_wrong_effects(linker: Linker, text: str, code: str, place: str, said: str) -> None:
    check(linker, text, "effect", code, place, said)


@pytest.mark.parametrize(("text", "code", "place", "said"), EXPRESSIONS)
def test_wrong_expressions(linker: Linker, text: str, code: str, place: str, said: str) -> None:
    check(linker, text, "expr", code, place, said)


@pytest.mark.parametrize(("text", "code", "place"), [
    ("gain 1 coin", "E309", "gain 1 coin"),
    ("again", "E309", "again"),
    ("pass_turn", "E309", "pass_turn"),
    ("pay 1 coin -> shuffle deck", "E309", "pay 1 coin"),
    ("set level = 2", "E309", "level"),
    ("set total = coin", "E309", "coin"),
    ("shuffle hand", "E309", "hand"),
    ("for each p in others { set p.level = 2 }", "E309", "others"),
    ("choose pick_colour c { set chosen = c }", "E307", "choose pick_colour c { set chosen = c }"),
    ("may sure { shuffle deck }", "E307", "may sure { shuffle deck }"),
])  # fmt: skip
def test_where_no_seat_acts(linker: Linker, text: str, code: str, place: str) -> None:
    check(linker, text, "effect", code, place, "as SEAT { ... }", me=False)
    assert problems(linker, f"as starter {{ {text} }}", me=False) == []


@pytest.mark.parametrize("text", [
    "gain 2 coin; lose coin wood; pay 1 coin -> gain 1 t.wants", "set chosen = none; set guard = t; set t.hue.mood = 3",
    "let c = favourite; set starter.tower[c] = starter.flag", "set shelf[-1] = 4; set grid[red, die_1] = 2",
    "for each x in [red, chosen] { set favourite = x }", "for each x in [4, -3, 0] { set total = x }",
    "move deck[0] to hand; move t to row[red]; move t to starter.nook[blue]; sort deck by it.price + it.power",
    "choose pick_seat p in others where p.coin > 2 { as p { gain 1 coin } } else { gain 1 salt }",
    "choose up to luck pick_die d in bag { roll d.pips }; if can { pay 1 coin, pay n gem } { again }",
    "set total = if chosen == none then 0 else chosen.rank; set open = option.mode == red and option.size > 2",
    "set total = count x in red.near where x != blue; set partner = most p in seat by p.level ties last",
])  # fmt: skip
def test_right_effects(linker: Linker, text: str) -> None:
    assert problems(linker, text) == []


@pytest.mark.parametrize("seed", range(30))
def test_random_effects_are_right(linker: Linker, seed: int) -> None:
    known = Context(emits=("painted", "traded"), procedures=(("leaf", ("colour",)),), cards=True, turns=True)
    text = Writer(Random(seed).randrange).effect(known, 3)
    assert {each.code for each in problems(linker, text)} <= {"W502", "W504", "W521", "E314"}


WORDS = [
    "gain", "lose", "pay", "set", "let", "if", "for", "each", "in", "choose", "may", "do", "emit", "call", "->",
    "{{", "}}", "(", ")", "[", "]", ",", ";", ".", "=", "==", "+", "-", "per", "not", "and", "any", "count", "sum",
    "of", "first", "most", "by", "ties", "x", "coin", "3", "total", "mood", "red", "colour", "deck", "hand", "t",
    "n", "pick_colour", "leaf", "painted", "price", "none", "true", "me", "others", "seat", "where",
]  # fmt: skip


@pytest.mark.slow
@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=14).map(" ".join),
    st.sampled_from(["effect", "expr"]),
    st.booleans(),
)
@settings(max_examples=120, deadline=None)
def test_nothing_raises(linker: Linker, text: str, start: str, me: bool) -> None:
    for found in problems(linker, text.replace("{{", "{").replace("}}", "}"), start, me=me):
        assert found.code[:2] in {"E2", "E3", "W5"}
        assert 0 <= found.start <= found.end


@pytest.mark.slow
@given(st.integers(0, 2**32), st.integers(0, 10**6), st.sampled_from(["drop", "double", "swap", "other"]))
@settings(max_examples=150, deadline=None)
def test_slips_in_effects_do_not_raise(linker: Linker, seed: int, place: int, kind: str) -> None:
    words = Writer(Random(seed).randrange).effect(Context(emits=("painted",), cards=True), 2).split()
    at = place % len(words)
    if kind == "drop":
        del words[at]
    elif kind == "double":
        words.insert(at, words[at])
    elif kind == "swap":
        words[at], words[-1] = words[-1], words[at]
    else:
        words[at] = WORDS[place % len(WORDS)]
    text = " ".join(words)
    for found in problems(linker, text):
        assert 0 <= found.start <= found.end <= len(text)


# -- what needs the whole game ------------------------------------------------------------------------------------

HOUSE = {"provenance": "house"}


def refused(directory: Path, do: str, **more: object) -> list[tuple[str, str]]:
    """The codes of the errors of a game, with what each points at."""
    with pytest.raises(LoadError) as caught:
        random_game.build(random_game.write(directory, random_game.plain(do, **more)))  # type: ignore[arg-type]
    found = []
    for each in caught.value.diagnostics:
        if each.severity == "error":
            line = Path(each.span.file).read_text(encoding="utf-8").splitlines()[each.span.line - 1]
            found.append((each.code, line[each.span.column - 1 : each.span.end_column - 1]))
    return found


def test_problem_points_into_the_file(tmp_path: Path) -> None:
    assert refused(tmp_path, "gain 1 coin; gian 2 coin") == [("E302", "gian")]


@pytest.mark.parametrize(("define", "place"), [
    ({"one": {"effect": "do two"}, "two": {"effect": "gain 1 coin; do one"}}, "one"),
    ({"one": {"amount": "1 + two"}, "two": {"amount": "one * 3"}} , "one"),
    ({"one": {"params": {"n": "int"}, "amount": "one(n - 1)"}}, "one"),
])  # fmt: skip
def test_recursion(tmp_path: Path, define: dict[str, object], place: str) -> None:
    found = refused(tmp_path, "gain 1 coin", define=define)
    assert [code for code, _ in found if code == "E311"] == ["E311"]
    assert found[-1][1] == place


@pytest.mark.parametrize(("define", "found"), [
    ({"amount": "1", "value": "me", "is": "seat"}, ("E107", '"me"')),
    ({"value": "me"}, ("E102", "value")),
    ({"amount": "1", "is": "seat"}, ("E107", '"seat"')),
    ({"value": "red", "is": "list of colour"}, ("E308", "list of colour")),
    ({"value": "red", "is": "seat"}, ("E303", "red")),
    ({"value": "3", "is": "colour?"}, ("E303", "3")),
    ({"value": "me", "is": "saet"}, ("E308", "saet")),
])  # fmt: skip
def test_definitions_of_a_type_that_say_it_wrong(
    tmp_path: Path, define: dict[str, object], found: tuple[str, str]
) -> None:
    assert refused(tmp_path, "gain 1 coin", define={"one": define})[0] == found


@pytest.mark.parametrize(("change", "code"), [
    ({"add": "1"}, "E303"), ({"set": "3"}, "E303"), ({"set": "green"}, "E303"), ({"before": "gain 1 coin"}, "E303"),
])  # fmt: skip
def test_changes_of_a_definition_of_a_type_are_of_it(tmp_path: Path, change: dict[str, str], code: str) -> None:
    rules = [{"id": "change", "while_in_play": {"modify": "one", **change}, **HOUSE}]
    define = {"one": {"is": "seat", "value": "starter"}}
    assert refused(tmp_path, "set starter = one", define=define, rules=rules)[0][0] == code


def test_recursion_through_cards_and_events(tmp_path: Path) -> None:
    rules = [{"id": "paint", "when": {"event": "painted", "do": "do oak.effect"}, **HOUSE}]
    found = refused(tmp_path, "gain 1 coin", rules=rules, cards={"oak": {"effect": "emit painted(red, 1)"}})
    assert {code for code, _ in found} == {"E311"}


@pytest.mark.parametrize(("event", "code"), [("paintd", "E312"), ("begin acts", "E312"), ("end nothing", "E312")])
def test_unknown_moments(tmp_path: Path, event: str, code: str) -> None:
    rules = [{"id": "paint", "when": {"event": event, "do": "shuffle deck"}, **HOUSE}]
    assert refused(tmp_path, "gain 1 coin", rules=rules) == [(code, event)]


@pytest.mark.parametrize("event", ["called", "reach", "begin act"])
def test_what_cannot_be_replaced(tmp_path: Path, event: str) -> None:
    rules = [{"id": "paint", "instead": {"event": event, "do": "shuffle deck"}, **HOUSE}]
    assert [code for code, _ in refused(tmp_path, "gain 1 coin", rules=rules)] == ["E312"]


@pytest.mark.parametrize("do", [
    "set total = 1", "set starter.level = 1", "roll luck", "shuffle deck", "move deck[0] to row[red]", "flip oak", "as starter { gain 1 coin }",
    "for each p in others { set p.flag = true }", "do leaf(red)", "move deck[0] to hand", "move hand[0] to starter.hand",
    "move oak to hand", "move (first x in starter.hand) to hand", "for each x in deck { move x to hand }", "for each p in others { for each x in p.hand { move x to hand } }", "emit painted(red, 1)",
])  # fmt: skip
def test_seats_that_choose_at_the_same_time_change_only_their_own(tmp_path: Path, do: str) -> None:
    rules = [{"id": "paint", "when": {"event": "painted", "do": "set open = true"}, **HOUSE}]
    found = refused(tmp_path, do, turns="simultaneous", define=DEFINE, rules=rules)
    assert {code for code, _ in found} == {"E318"}


def test_own_sheet_may_change_at_the_same_time(tmp_path: Path) -> None:
    do = "gain 1 coin; set level = 2; set tower[red] = true; choose pick_colour c { set mine = c }; roll flag"
    do += "; for each x in deck { gain 1 coin }; for each x in hand { move x to hand }; move hand[0] to hand"
    random_game.build(random_game.write(tmp_path, random_game.plain(do, turns="simultaneous")))


@pytest.mark.parametrize(("key", "value", "code", "place"), [
    ("in", "1 to 3 where round > 1", "E201", '"1 to 3 where round > 1"'),
    ("in", "1 to", "E201", None),
    ("in", "1 to 99", "E314", None),
    ("in", "1 to total", "E303", None),
    ("in", "colour", "E303", None),
    ("in", "colur", "E301", "colur"),
    ("for", "rond", "E301", None),
    ("for", "level", "E301", None),
])  # fmt: skip
def test_what_a_phase_counts(tmp_path: Path, key: str, value: str, code: str, place: str | None) -> None:
    phase = {"phase": "all", "for": "round", "in": "1 to 3", "steps": [{"phase": "one", "do": "set total = round"}]} | {
        key: value
    }
    found = refused(tmp_path, "gain 1 coin", flow=[phase])
    assert found[0][0] == code
    if place is not None:
        assert found[0][1] == place


@pytest.mark.parametrize(("brackets", "dot"), [
    ("count x in hand[starter]", "count x in starter.hand"),
    ("hand[left(starter), 1].power", "left(starter).hand[1].power"),
    ("hand[starter][0].power", "starter.hand[0].power"),
    ("count x in hand where x in hand[me]", "count x in hand where x in me.hand"),
])  # fmt: skip
def test_whose_a_zone_is_may_stand_in_brackets_as_with_a_field(linker: Linker, brackets: str, dot: str) -> None:
    found = []
    for text in (brackets, dot):
        tree, _ = parse(text, "expr")
        assert tree is not None
        resolver = StatementChecker(linker.v, linker.card_effects)
        found.append(resolver.expr(tree, BindingScope({}, me=True)))
        assert resolver.problems == []
    assert repr(found[0]) == repr(found[1])


@pytest.mark.parametrize(("text", "code", "place"), [
    ("count x in hand[2]", "E303", "hand[2]"),
    ("shuffle deck[starter]", "E303", "deck[starter]"),
    ("move hand[starter, 0] to row[starter, red]", "E303", "row[starter, red]"),
])  # fmt: skip
def test_what_is_no_list_of_a_seat(linker: Linker, text: str, code: str, place: str) -> None:
    found = problems(linker, text, "effect" if " to " in text or "shuffle" in text else "expr")
    assert [(each.code, text[each.start : each.end]) for each in found] == [(code, place)]


def test_types_say_what_they_are() -> None:
    assert [str(kind) for kind in (INT, BOOL, member_type("tile").maybe())] == ["number", "condition", "tile?"]


def test_a_field_says_which_set_a_name_on_either_side_is_of(tmp_path: Path) -> None:
    files = random_game.plain("do leaf(red)", define=DEFINE, cards={"oak": {"effect": "gain 1 coin"}})
    files["more.yaml"] = {
        "sets": {"one": {"members": {"both": {}}}, "two": {"members": {"other": {}, "both": {}}}},
        "state": {"temper": {"is": "two"}},
        "define": {"on_left": {"condition": "temper == both"}, "on_right": {"condition": "both == temper"}},
    }
    found, _ = gather(random_game.write(tmp_path, files))
    linker = Linker(found)
    linker.link({name: (hook.params, hook.result) for name, hook in random_game.HOOKS.items()})
    assert [each.message for each in linker.diagnostics if each.severity == "error"] == []

"""Questions whose answer is a set of things: what is offered, how it is written, said and refused, and what is hidden."""

from __future__ import annotations

from itertools import combinations
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, Game, NotationError, load
from ruleset_core.check.checker import check_paths
from ruleset_core.cli.console.menu_levels import MenuLevels
from ruleset_core.formats.scene_format import SceneTarget
from ruleset_core.lang.domains import MAX_ANSWERS, SetNames, count_sets, number_of_set, things_of_set
from ruleset_core.play.records import Seat, Session
from ruleset_core.play.wording.game_messages import plain_offers
from ruleset_core.testing import check_game
from tests.check.conftest import told
from tests.lang.compare import disagreement
from tests.sampled import CLOSELY, CONFORMANCE_SECONDS

GAME = """\
game: baskets
name: {en: Baskets, es: Cestas}
about: {en: Put fruit into baskets., es: Pon fruta en cestas.}
version: "1.0"
players: 2
provenance: house
pieces:
  fruit: {name: {en: fruit, es: fruta}, count: 16, facts: {weight: 1..4}, values: {weight: [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4]}}
zones:
  deck: {of: fruit, start: all, visible: nobody, name: {en: deck, es: mazo}}
  hand: {of: fruit, by: [seat], visible: owner, name: {en: hand, es: mano}}
  heap: {of: fruit, name: {en: heap, es: montón}}
resources:
  members: {point: {name: {en: point, es: punto}}, wood: {name: {en: wood, es: madera}}}
state: {due: {is: 0..9}}
decisions:
  throw:
    of: fruit
    most: 3
    ask: {en: Which ones?, es: ¿Cuáles?}
    label: {en: "{it}, of {sum x in it of x.weight}", es: "{it}, de {sum x in it of x.weight}"}
    told: {en: "throws {it}", es: "tira {it}"}
    why: [{unless: every x in it has x in hand, say: {en: "You do not have {it}.", es: "No tienes {it}."}}]
flow:
  - phase: setup
    do: |
      shuffle deck;
      for each p in seat { repeat 5 { move deck[0] to p.hand } }
  - phase: main
    turns: forever
    do: |
      THROW;
      if deck[2] == none { end_game };
      repeat 3 { move deck[0] to hand }
score:
  point: {name: {en: points, es: puntos}, amount: point}
"""
THROW = "choose exactly 2 throw f in hand { move f to heap } then { gain sum x in picked of x.weight point }"


def written(directory: Path, throw: str = THROW, old: str = "", new: str = "") -> Path:
    directory.mkdir(exist_ok=True)
    assert old in GAME
    (directory / "game.yaml").write_text(GAME.replace(old, new).replace("THROW", throw), encoding="utf-8")
    return directory


def hand(state: Any) -> list[str]:
    return sorted(
        (each for each in (f"fruit_{n}" for n in range(1, 17)) if state.ask(f"{each} in hand", seat=state.seat)),
        key=lambda each: int(each.split("_")[1]),
    )


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load(written(tmp_path_factory.mktemp("baskets") / "baskets"))


def offered(game: Game, state: Any) -> list[str]:
    return [game.notation(each) for each in state.options]


def test_sets_are_numbered_without_gaps() -> None:
    for size, most in ((5, 3), (4, 4), (7, 1), (6, 2)):
        sets = [each for count in range(1, most + 1) for each in combinations(range(size), count)]
        assert len(sets) == count_sets(size, most)
        assert [things_of_set(size, number) for number in range(len(sets))] == sets
        assert [number_of_set(size, things) for things in sets] == [*range(len(sets))]


def test_names_of_sets_may_be_written_in_any_order() -> None:
    names = SetNames(["a", "b", "c", "d"], 2, "pick ")
    assert [*names] == [
        "pick a",
        "pick b",
        "pick c",
        "pick d",
        *(f"pick {' '.join(each)}" for each in combinations("abcd", 2)),
    ]
    assert names.index("pick c a") == names.index("pick a c")
    for wrong in ("pick", "pick a a", "pick a b c", "a b", "pick e", 3):
        assert wrong not in names


def test_every_pair_is_offered_once(game: Game) -> None:
    state = game.new(2, 1)
    assert offered(game, state) == [f"throw {' '.join(each)}" for each in combinations(hand(state), 2)]
    assert state.options == sorted(state.options)
    assert game.vocabulary_size == sum(comb(16, each) for each in (1, 2, 3))


def test_it_is_said_and_done_at_once(game: Game) -> None:
    state = game.new(2, 1)
    first, second, *_ = hand(state)
    option = game.parse(f"throw {second} {first}")
    assert game.notation(option) == f"throw {first} {second}"
    assert [each.id for each in game.things(option)] == [first, second]
    weight = sum(state.ask(f"{each}.weight") for each in (first, second))
    names = ", ".join(each.name for each in game.things(option, "es"))
    assert game.label(state, option, "es") == f"{names}, de {weight}"
    session = Session.start(game, [Seat("Ana", "human"), Seat("Bo", "human")], seed=1)
    session.apply(option)
    assert session.story(0, 1, None).sentences("es", ["Ana", "Bo"])[0] == f"Ana tira {names}: gana {weight} puntos."


def test_why_a_set_is_not_offered(game: Game) -> None:
    state = game.new(2, 1)
    first, second, third, *_ = hand(state)
    other = next(
        each for each in ("fruit_1", "fruit_2", "fruit_3", "fruit_4", "fruit_5", "fruit_6") if each not in hand(state)
    )
    assert state.why_not(game.parse(f"throw {first}")) == "pick 2, not 1"
    assert state.why_not(game.parse(f"throw {first} {second} {third}"), "es") == "hay que elegir 2, no 3"
    assert state.why_not(game.parse(f"throw {first} {other}")).startswith("You do not have fruit")
    with pytest.raises(NotationError):
        game.parse(f"throw {first} {first}")


@pytest.mark.parametrize(
    ("throw", "sizes", "out"),
    [
        ("choose exactly 3 throw f in hand where f.weight > 1 { move f to heap }", {3}, False),
        ("choose from 1 to 2 throw f in hand { move f to heap }", {1, 2}, False),
        ("choose from 0 to 1 throw f in hand { move f to heap }", {1}, True),
        ("choose from 2 to 3 throw f in hand { move f to heap } or pass { gain 1 wood }", {2, 3}, True),
        ("set due = 2; choose from due - 1 to due throw f in hand { move f to heap }", {1, 2}, False),
        ("set due = 0; choose from due to 2 throw f in hand { move f to heap }", {1, 2}, True),
        ("choose exactly 3 throw f in hand where f == hand[0] or f == hand[1] { move f to heap }", {2}, False),
    ],
)
def test_how_many_may_be_picked(tmp_path: Path, throw: str, sizes: set[int], out: bool) -> None:
    game = load(written(tmp_path / "baskets", throw))
    state = game.new(2, 3)
    things = [len(game.things(each)) for each in state.options] if state.decision.name == "throw" else []
    assert {each for each in things if each} == sizes
    assert (0 in things) == out
    assert not disagreement(game, 2, 3, Random(3).randrange, 30)


@pytest.mark.parametrize("among", ["hand", "hand + heap"])
def test_many_things_of_a_small_hand(tmp_path: Path, among: str) -> None:
    """Steps are counted by the pieces in the zones, not by all 48 that could lie there."""
    throw = f"choose from 1 to 5 throw f in {among} done where (sum p in picked of p.weight) == 7 {{ move f to heap }} or keep {{ gain 1 wood }}"
    path = written(tmp_path / "baskets", throw, old="most: 3", new="most: 5")
    text = path.joinpath("game.yaml").read_text(encoding="utf-8")
    weights = "[1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4]"
    more = f"[{', '.join(['1, 2, 3, 4'] * 12)}]"
    text = (
        text.replace("count: 16", "count: 48")
        .replace(weights, more)
        .replace("if deck[2] == none", "if wood == 2 or heap[3] != none")
    )
    path.joinpath("game.yaml").write_text(text, encoding="utf-8")
    assert not [item for item in check_paths([path]).diagnostics if item.severity == "error"]
    assert not disagreement(load(path), 2, 3, Random(3).randrange, 30)


def test_conditions_of_the_whole_set(tmp_path: Path) -> None:
    throw = "choose from 2 to 3 throw f in hand where no x in picked where x.weight == f.weight done where (sum x in picked of x.weight) <= 5 { move f to heap }"
    game = load(written(tmp_path / "baskets", throw))
    state = game.new(2, 2)
    weight = {each: state.ask(f"{each}.weight") for each in hand(state)}
    wanted = {
        each
        for count in (2, 3)
        for each in combinations(hand(state), count)
        if len({weight[x] for x in each}) == count and sum(weight[x] for x in each) <= 5
    }
    assert {tuple(each.split()[1:]) for each in offered(game, state)} == wanted != set()


def test_too_few_and_none(tmp_path: Path) -> None:
    some = "choose exactly {} throw f in hand where f == hand[0] {{ move f to heap }} else {{ gain 1 wood }}"
    for count, wood in ((2, 1), (1, 0), ("due", 0)):
        game = load(
            written(
                tmp_path / "baskets",
                f"{some.format(count)}; choose exactly 1 throw f in hand {{ move f to heap }}"
                if count != 1
                else some.format(count),
            )
        )
        assert game.new(2, 1).ask("wood", seat=0) == wood
    game = load(written(tmp_path / "baskets", "set due = 9; choose exactly due throw f in hand { move f to heap }"))
    with pytest.raises(BrokenRuleError, match="asks for 5 things at once"):
        game.new(2, 1)


@pytest.mark.slow
def test_sets_of_hidden_things_keep_every_promise(tmp_path: Path) -> None:
    throw = "choose from 0 to 3 throw f in hand where every x in picked has x.weight != f.weight done where (count x in picked) != 2 { move f to heap } then { gain count x in picked point }"
    for place, each in enumerate((THROW, throw)):
        path = written(tmp_path / f"baskets_{place}", each)
        report = check_game(
            load(path), games=3, players=[2], closely=CLOSELY, seconds=CONFORMANCE_SECONDS, source=str(path)
        )
        assert report.ok, "\n" + "\n".join(report.lines())


def test_things_are_picked_in_any_order_in_a_menu(tmp_path: Path) -> None:
    game = load(written(tmp_path / "baskets", "choose from 1 to 3 throw f in hand { move f to heap }"))
    state = game.new(2, 1)
    levels = MenuLevels(state, plain_offers(game, state, "en"), "en", [])
    held = hand(state)
    assert [each.notation for each in levels.current_offers] == [f"throw {each}" for each in held]
    about = tuple(each for each in state.options if held[0] in game.notation(each).split())
    assert levels.keys().at(SceneTarget("fruit", held[0], held[0], about)) == "1"
    assert levels.step("4")
    assert [each.notation for each in levels.current_offers] == [
        f"throw {held[3]}",
        *(f"throw {held[3]} {each}" for each in held if each != held[3]),
    ]
    assert levels.step("1")  # a thing keeps its number
    assert levels.first == ", ".join(each.replace("_", " ") for each in (held[0], held[3]))
    last = [each.notation for each in levels.current_offers]
    assert last == [
        f"throw {held[0]} {held[3]}",
        *(
            f"throw {' '.join(sorted((held[0], held[3], each), key=held.index))}"
            for each in held
            if each not in (held[0], held[3])
        ),
    ]
    assert not levels.step("7")  # an answer: after five things and the answer of one
    assert levels.step("")
    assert levels.first == held[3].replace("_", " ")


@pytest.mark.parametrize(
    ("old", "new", "throw", "code", "what"),
    [
        ("most: 3", "most: 2", THROW.replace("exactly 2", "exactly 3"), "E314", "an answer holds 2"),
        ("    most: 3\n", "", THROW, "E317", "one thing, not several"),
        ("", "", "choose throw f in hand { move f to heap }", "E317", "a set of things"),
        ("", "", "choose up to 2 throw f in hand { move f to heap }", "E317", "a set of things"),
        ("", "", THROW.replace("sum x in picked of x.weight", "picked"), "E303", "several things, not a value"),
        (
            "",
            "",
            THROW.replace("move f", "choose exactly 1 throw g in hand { move g to heap }; move f"),
            "E315",
            "`picked` is already taken",
        ),
        ("of: fruit\n    most: 3", "of: -1..3\n    most: 3", "set due = 1", "E303", "one cannot pick several"),
        ("of: fruit\n    most: 3", "of: {a: fruit, b: fruit}\n    most: 3", "set due = 1", "E107", "only of one type"),
        ("of: fruit\n    most: 3", "of: 0..60\n    most: 6", "set due = 1", "E314", "answers; there can be"),
        ("", "", THROW.replace("exactly 2", "exactly 0"), "W521", "nothing is picked"),
    ],
)
def test_what_is_wrong_with_a_set(tmp_path: Path, old: str, new: str, throw: str, code: str, what: str) -> None:
    found = [told(each) for each in check_paths([written(tmp_path / "baskets", throw, old, new)]).diagnostics]
    assert any(code in each and what in each for each in found), found
    assert count_sets(61, 6) > MAX_ANSWERS

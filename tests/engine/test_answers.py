"""Questions whose answers have several parts or are of several kinds: what is offered, how it is written, said and refused, and what is hidden."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, NotationError, foresee, load
from ruleset_core.check.checker import check_paths
from ruleset_core.cli.console.menu_levels import MenuLevels
from ruleset_core.play.records import Seat, Session
from ruleset_core.play.wording.game_messages import plain_offers
from ruleset_core.testing import check_game
from tests.check.conftest import told
from tests.lang.compare import disagreement
from tests.sampled import CLOSELY, CONFORMANCE_SECONDS

FILES = "abcdef"
CARDS = """\
game: piles
name: {en: Piles, es: Montones}
about: {en: Put cards on piles., es: Pon cartas en montones.}
version: "1.0"
players: 2
provenance: house
sets:
  pile: {name: {en: pile, es: montón}, members: {low: {name: {en: low pile, es: montón bajo}}, high: {name: {en: high pile, es: montón alto}}}}
pieces:
  tile: {name: {en: tile, es: ficha}, count: 12, facts: {worth: 1..12}, values: {worth: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}}
zones:
  deck: {of: tile, start: all, visible: nobody, name: {en: deck, es: mazo}}
  hand: {of: tile, by: [seat], visible: owner, name: {en: hand, es: mano}}
  heap: {of: tile, by: [pile], name: {en: heap, es: pila}}
resources:
  members:
    point: {name: {en: point, es: punto}, start: 2}
    wood: {name: {en: wood, es: madera}, start: 2}
decisions:
  play:
    of: {card: tile, place: pile}
    ask: {en: What on which pile?, es: ¿Qué en qué montón?}
    done: {en: nothing, es: nada}
  trade:
    of: {give: resource, take: resource}
    ask: {en: What for what?, es: ¿Qué por qué?}
    label: {en: "{it.give} for {it.take}", es: "{it.give} por {it.take}"}
    default: it.give == wood
    why:
      - {unless: "it.give != it.take", say: {en: "That is {it.give} again.", es: "Eso es {it.give} otra vez."}}
define:
  fits:
    params: {c: tile, p: pile}
    condition: if p == low then c.worth <= 6 else c.worth > 4
flow:
  - phase: setup
    do: |
      shuffle deck;
      for each p in seat { repeat 3 { move deck[0] to p.hand } }
  - phase: main
    turns: forever
    do: |
      choose trade a where held[a] > 0 then b where b != a { lose 1 a; gain 1 b };
      choose up to 2 play c in hand then p where fits(c, p) { move c to heap[p]; gain 1 point };
      if deck[0] == none { end_game };
      move deck[0] to hand
score:
  point: {name: {en: points, es: puntos}, amount: point}
"""


@pytest.fixture(scope="module")
def piles(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("piles") / "piles"
    path.mkdir()
    (path / "game.yaml").write_text(CARDS, encoding="utf-8")
    return load(path)


@pytest.fixture(scope="module")
def men() -> Any:
    return load("breakthrough")


def moves(man: dict[str, int], me: int) -> set[str]:
    """The moves of Breakthrough, worked out by hand."""
    found = set()
    for here in (cell for cell, seat in man.items() if seat == me):
        rank = int(here[1]) + (1 if me == 0 else -1)
        for step in (-1, 0, 1):
            file = FILES.find(here[0]) + step
            there = f"{FILES[file]}{rank}" if 0 <= file < 6 and 1 <= rank <= 6 else ""
            if there and (there not in man or (step and man[there] != me)):
                found.add(f"move {here} {there}")
    return found


@pytest.mark.parametrize("seed", range(4))
def test_all_moves_are_offered_and_no_others(men: Any, seed: int) -> None:
    state, random = men.new(2, seed), Random(seed)
    man = {f"{file}{rank}": int(rank > 2) for file in FILES for rank in (1, 2, 5, 6)}
    while not state.over:
        assert {*map(men.notation, state.options)} == moves(man, state.seat)
        assert state.options == sorted(state.options)
        option = random.choice(state.options)
        here, there = men.notation(option).split()[1:]
        man[there] = man.pop(here)
        state.apply(option)
    assert sum(state.scores()) == 1


def test_an_option_says_both_things_in_order(men: Any, piles: Any) -> None:
    things = men.things(men.parse("move a2 b3"))
    assert [(each.family, each.id, each.name) for each in things] == [("cell", "a2", "a2"), ("cell", "b3", "b3")]
    spanish = piles.things(piles.parse("play tile_3 high"), "es")
    assert [(each.family, each.id, each.name) for each in spanish] == [
        ("tile", "tile_3", "ficha 3"),
        ("pile", "high", "montón alto"),
    ]
    assert piles.things(piles.parse("play done")) == ()
    assert [each.id for each in load("pig").things(load("pig").parse("play hold"))] == ["hold"]
    assert men.option_name(men.parse("move a2 b3")) == "a2 → b3"


def test_notation_is_read_and_close_ones_are_suggested(men: Any) -> None:
    assert men.notation(men.parse("  move  a2   b3")) == "move a2 b3"
    with pytest.raises(NotationError) as wrong:
        men.parse("move a2 b33")
    assert "move a2 b3" in wrong.value.suggestions


@pytest.mark.parametrize(
    ("text", "lang", "reason"),
    [
        ("move a3 a4", "en", "There is no man of yours on a3."),
        ("move a2 a4", "en", "Men go one step forward or aslant."),
        ("move a1 a2", "es", "En a2 está otro peón tuyo."),
    ],
)
def test_why_a_pair_is_not_offered(men: Any, text: str, lang: str, reason: str) -> None:
    assert men.new(2, 1).why_not(men.parse(text), lang) == reason


def test_the_log_says_both(men: Any) -> None:
    session = Session.start(men, [Seat("Ana", "human"), Seat("Bo", "human")], seed=1)
    session.apply(men.parse("move a2 b3"))
    assert session.story(0, 1, None).sentences("en", ["Ana", "Bo"]) == ["Ana goes from a2 to b3."]
    assert session.story(0, 1, None).sentences("es", ["Ana", "Bo"]) == ["Ana va de a2 a b3."]


def test_labels_prices_and_the_usual_answer(piles: Any) -> None:
    state = piles.new(2, 3)
    option = piles.parse("trade wood point")
    assert [*map(piles.notation, state.options)] == ["trade point wood", "trade wood point"]
    assert piles.label(state, option, "es") == "madera por punto"
    assert state.decision.default == option
    assert foresee(state, option).describe("en") == "−1 wood (1 left), +1 point"
    assert state.why_not(piles.parse("trade wood wood")) == "That is wood again."


@pytest.mark.slow
def test_a_pair_of_hidden_things_keeps_every_promise(piles: Any) -> None:
    report = check_game(
        piles, games=3, players=[2], closely=CLOSELY, seconds=CONFORMANCE_SECONDS, source=str(piles.directory)
    )
    assert report.ok, "\n" + "\n".join(report.lines())


def test_what_is_wrong_with_a_pair(tmp_path: Path) -> None:
    def codes(old: str, new: str) -> list[str]:
        (tmp_path / "game.yaml").write_text(CARDS.replace(old, new), encoding="utf-8")
        assert old in CARDS
        return [told(each) for each in check_paths([tmp_path]).diagnostics]

    assert codes("a where held", "a where held") == []
    assert any(
        "E107" in each and "several parts" in each for each in codes("{card: tile, place: pile}", "{card: tile}")
    )
    assert any("E303" in each and "no fixed values" in each for each in codes("place: pile", "place: int"))
    assert any("E303" in each for each in codes("place: pile", "place: pile?"))
    assert any(
        "E314" in each and "24,000,000 answers" in each
        for each in codes("{card: tile, place: pile}", "{card: tile, place: 1..1000, times: 1..2000}")
    )
    assert any("E317" in each and "asks for 2 things" in each for each in codes("then b where b != a", ""))
    assert any("E315" in each for each in codes("then b where b != a", "then a"))


# Answers of three parts, and of several kinds: one steps, or puts two hurdles.

FIELD = """\
game: field
name: {en: Field, es: Campo}
about: {en: Step or build., es: Avanza o construye.}
version: "1.0"
players: 2
provenance: house
sets:
  cell: {grid: {squares: [5, 5], sides: slot, directions: way}}
resources:
  members: {wall: {name: {en: wall, es: muro}, start: 4}}
state:
  stands: {by: [seat], is: cell}
  built: {by: [slot], is: bool}
  facing: {by: [cell], is: "way?"}
decisions:
  deed: {of: [step, build, sign], ask: {en: What do you do?, es: ¿Qué haces?}, done: {en: wait, es: esperar}}
  step:
    of: cell
    ask: {en: Where to?, es: ¿Adónde?}
    label: {en: "to {it}", es: "a {it}"}
    told: {en: "steps to {it}", es: "avanza a {it}"}
    why: [{unless: "no p in seat where p.stands == it", say: {en: "Somebody stands on {it}.", es: "Alguien está en {it}."}}]
  build:
    of: {one: slot, two: slot}
    ask: {en: Where do you build?, es: ¿Dónde construyes?}
    why: [{unless: wall > 0, say: {en: There is no wall left., es: No quedan muros.}}]
  sign:
    of: {cell: cell, way: way, number: 1..3}
    ask: {en: Which sign?, es: ¿Qué señal?}
    told: {en: "points {it.way} from {it.cell}, {it.number} times", es: "señala al {it.way} desde {it.cell}, {it.number} veces"}
flow:
  - {phase: setup, do: "for each p in seat { as p { set stands = if number(me) == 0 then c1 else c5 } }"}
  - phase: play
    turns: forever
    until: any p in seat where p.stands.y == (if number(p) == 0 then 5 else 1)
    do: |
      choose deed {
        step c in stands.near where no p in seat where p.stands == c { set stands = c }
        | build s in slot where not built[s] and wall > 0 then u in s.near where not built[u] and number(u) > number(s) {
          set built[s] = true; set built[u] = true; lose 1 wall
        }
        | sign c in [stands] then w in way where c.next[w] != none then n in 1 to 2 { set facing[c.next[w]] = w; gain n wall }
      } or wait where wall == 0 { gain 1 wall }
outcome: {wins: "stands.y == (if number(me) == 0 then 5 else 1) and (any c in cell where facing[c] != none)"}
"""


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("field") / "field"
    path.mkdir()
    (path / "game.yaml").write_text(FIELD, encoding="utf-8")
    assert not check_paths([path]).diagnostics
    return load(path)


def test_one_question_has_answers_of_several_kinds(field: Any) -> None:
    state = field.new(2, 1)
    assert state.decision.name == "deed"
    offered = [*map(field.notation, state.options)]
    assert offered[:3] == ["step b1", "step d1", "step c2"]
    assert {each.split()[0] for each in offered} == {"step", "build", "sign"}
    assert [each for each in offered if each.startswith("sign")][:2] == ["sign c1 n 1", "sign c1 n 2"]
    assert state.options == sorted(state.options)
    assert field.label(state, field.parse("step c2")) == "to c2"
    assert [each.id for each in field.things(field.parse("sign c1 ne 2"))] == ["c1", "ne", "2"]
    assert [each.name for each in field.things(field.parse("sign c1 ne 2"), "es")] == ["c1", "nordeste", "2"]


def test_what_is_not_offered_has_the_reason_of_its_kind(field: Any) -> None:
    state = field.new(2, 1)
    assert state.why_not(field.parse("step c1")) == "Somebody stands on c1."
    assert state.why_not(field.parse("build c1_c2 b1_b2")) is None
    assert state.why_not(field.parse("deed wait")) is None
    with pytest.raises(NotationError):
        field.parse("sign c1 ne 4")


def test_all_notations_are_read_back_and_stand_once(field: Any) -> None:
    notations = field.options.notations
    assert len(notations) == field.vocabulary_size == 25 + 60 * 60 + 25 * 8 * 3 + 1
    assert [field.parse(each) for each in notations] == [*range(len(notations))]
    assert field.vocabulary_of("deed") == [*range(len(notations))]


def test_the_log_says_all_parts(field: Any) -> None:
    session = Session.start(field, [Seat("Ana", "human"), Seat("Bo", "human")], seed=1)
    session.apply(field.parse("sign c1 ne 2"))
    assert (
        session.story(0, 1, None).sentences("en", ["Ana", "Bo"])[0]
        == "Ana points north-east from c1, 2 times: gains 2 walls."
    )


def test_all_executors_offer_the_same(field: Any) -> None:
    for seed in range(3):
        assert not disagreement(field, 2, seed, Random(seed).randrange, 40)


def test_answers_without_end_are_refused(tmp_path: Path) -> None:
    many = FIELD.replace("of: {cell: cell, way: way, number: 1..3}", "of: {cell: cell, way: cell, number: 1..500}")
    many = many.replace("w in way where c.next[w] != none then n in 1 to 2", "w in cell then n in 1 to 500").replace(
        "set facing[c.next[w]] = w; ", ""
    )
    many = many.replace("it.way", "it.cell").replace("and (any c in cell where facing[c] != none)", "")
    (tmp_path / "game.yaml").write_text(many.replace("c in [stands]", "c in cell"), encoding="utf-8")
    game = load(tmp_path)
    assert game.vocabulary_size > 200_000
    with pytest.raises(BrokenRuleError, match="more than 100,000 answers at once"):
        game.new(2, 1)


# Kinds of answers in two questions, and members with branches of their own.

AUCTION = """\
game: auction
name: {en: Auction, es: Subasta}
about: {en: Bid or pass., es: Puja o pasa.}
version: "1.0"
players: 2
provenance: house
sets:
  word: {members: {pass: {name: {en: pass, es: paso}}, double: {name: {en: double, es: doble}}}}
resources:
  members: {coin: {name: {en: coin, es: moneda}, start: 6}}
state:
  level: {is: 0..9}
  stake: {is: 1..2, start: 1}
decisions:
  turn: {of: [bid, word], ask: {en: What do you bid?, es: ¿Cuánto pujas?}, done: {en: leave, es: irse}}
  last: {of: [word, gift], ask: {en: And now?, es: ¿Y ahora?}, done: {en: nothing, es: nada}}
  bid: {of: {tens: 0..2, ones: 0..9}, ask: {en: How much?, es: ¿Cuánto?}}
  word:
    of: word
    ask: {en: What do you say?, es: ¿Qué dices?}
    told: {en: "says {it}", es: "dice {it}"}
    why: [{unless: "it != double or level > 0", say: {en: Nobody has bid., es: Nadie ha pujado.}}]
  gift: {of: 1..3, ask: {en: How much?, es: ¿Cuánto?}}
flow:
  - phase: bids
    turns: until_all_pass
    do: |
      choose turn {
        double where level > 0 and stake == 1 { set stake = 2 }
        | bid t in 0 to 2 then n in 0 to 9 where 10 * t + n > level { set level = n; set stake = 1 }
        | pass { pass_turn }
      } or leave where level > 3 { gain 1 coin; pass_turn }
  - phase: last
    turns: once
    do: |
      choose last {
        gift n where n <= level { lose n coin }
        | pass where level < 5 { gain 1 coin }
        | double { gain stake coin }
      } or nothing { gain 2 coin }
score: {coin: {name: {en: coins, es: monedas}, amount: coin}}
"""


@pytest.fixture(scope="module")
def auction(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("auction")
    (path / "game.yaml").write_text(AUCTION, encoding="utf-8")
    assert not check_paths([path]).diagnostics
    return load(path)


def test_members_have_branches_beside_other_kinds(auction: Any) -> None:
    state = auction.new(2, 1)
    assert [*map(auction.notation, state.options)][-2:] == ["bid 2 9", "word pass"]
    assert state.why_not(auction.parse("word double")) == "Nobody has bid."
    menu = MenuLevels(state, plain_offers(auction, state, "es"), "es", [])
    assert [(each.notation, each.label) for each in menu.current_offers][-1] == ("word pass", "paso")
    session = Session.start(auction, [Seat("Ana", "human"), Seat("Bo", "human")], seed=1)
    for move in ("bid 1 4", "word double", "bid 2 6"):
        session.apply(auction.parse(move))
    assert session.story(1, 2, None).sentences("en", ["Ana", "Bo"])[0].startswith("Bo says double")
    assert "word double" in map(auction.notation, session.state.options)


def test_a_kind_of_answers_stands_in_two_questions(auction: Any) -> None:
    turn, last = auction.vocabulary_of("turn"), auction.vocabulary_of("last")
    assert {auction.notation(each) for each in {*turn} & {*last}} == {"word pass", "word double"}
    assert [*map(auction.notation, last)] == [
        "word pass", "word double", "gift 1", "gift 2", "gift 3", "last nothing",
    ]  # fmt: skip
    notations = auction.options.notations
    assert len(notations) == auction.vocabulary_size == 30 + 2 + 3 + 2
    assert [auction.parse(each) for each in notations] == [*range(len(notations))]
    session = Session.start(auction, [Seat("Ana", "human"), Seat("Bo", "human")], seed=1)
    for move in ("bid 0 4", "word pass", "turn leave"):
        session.apply(auction.parse(move))
    assert session.state.decision.name == "last"
    assert [*map(auction.notation, session.state.options)] == [
        "word pass", "word double", "gift 1", "gift 2", "gift 3", "last nothing",
    ]  # fmt: skip
    assert session.state.why_not(auction.parse("bid 2 9")) == 'the question is "And now?"'


def test_all_executors_play_shared_kinds_alike(auction: Any) -> None:
    for seed in range(6):
        assert not disagreement(auction, 2, seed, Random(seed).randrange, 40)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("of: [bid, word]", "of: [bid, word, word]", "E317 `word` is listed twice"),
        ("of: [bid, word]", "of: [bid, last, word]", "E317 `last` has no answers of its own"),
        ("of: [word, gift]", "of: [word, turn]", "E317 `turn` has no answers of its own"),
        ("turn: {of", "turn: {secret: true, of", "E317 `word` cannot be answered openly in one question and secretly in another: it is a kind of answers of `turn`, too"),
        ("gift: {of: 1..3,", "gift: {of: word,", "E317 `pass` is an answer of `word` and `gift`"),
        ("| pass { pass_turn }", "| word w { pass_turn }", "E317 `double` is among the answers of `word`, given above"),
    ],
)  # fmt: skip
def test_slips_in_shared_kinds(tmp_path: Path, old: str, new: str, said: str) -> None:
    (tmp_path / "game.yaml").write_text(AUCTION.replace(old, new), encoding="utf-8")
    found = [f"{each.code} {each.message}" for each in check_paths([tmp_path]).diagnostics]
    assert said in found, found


# How answers of several parts are written, and what their kinds are called.

NAMED = FIELD.replace(
    "  build:\n    of: {one: slot, two: slot}\n",
    "  build:\n    name: {en: put up two walls, es: levantar dos muros}\n    of: {one: slot, two: slot}\n    notation: 'from {it.one} on / {it.two}!'\n",
).replace(
    "  sign:\n",
    "  sign:\n    name: {en: put up a sign, es: poner una señal}\n    notation: '{it.cell}-> {it.way} x {it.number}'\n",
)


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("named")
    (path / "game.yaml").write_text(NAMED, encoding="utf-8")
    assert not check_paths([path]).diagnostics
    return load(path)


def test_answers_of_several_parts_are_written_as_the_data_says(field: Any, named: Any) -> None:
    usual, own = field.new(2, 1), named.new(2, 1)
    assert usual.options == own.options
    offered = [*map(named.notation, own.options)]
    assert offered[3] == "build from a1_a2 on / a1_b1!"
    assert [each for each in offered if each.startswith("sign")][:2] == ["sign c1-> n x 1", "sign c1-> n x 2"]
    assert [named.parse(each) for each in offered] == own.options
    vocabulary = named.vocabulary_of("sign")
    assert [named.parse(named.notation(each)) for each in vocabulary] == [*vocabulary]
    with pytest.raises(NotationError):
        named.parse("sign c1 n 1")


def test_a_kind_of_answer_has_a_name_in_each_language(named: Any) -> None:
    state = named.new(2, 1)
    assert named.label(state, named.parse("sign c1-> n x 2")) == "put up a sign: c1 → north → 2"
    assert named.label(state, named.parse("sign c1-> n x 2"), "es") == "poner una señal: c1 → norte → 2"
    assert named.label(state, named.parse("step c2")) == "to c2"  # it has a label of its own
    menu = MenuLevels(state, plain_offers(named, state, "es"), "es", [])
    assert [(each.notation, each.label) for each in menu.current_offers] == [
        ("step", "¿Adónde?"), ("build", "levantar dos muros"), ("sign", "poner una señal"),
    ]  # fmt: skip
    assert menu.step("poner una señal")
    assert [each.notation for each in menu.current_offers][:2] == ["sign c1-> n", "sign c1-> ne"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("{it.cell}-> {it.way} x {it.number}", "{it.cell} {it.number} {it.way}", "E303 this notation does not hold each part once, in order"),
        ("{it.cell}-> {it.way} x {it.number}", "{it.cell} {it.way}", "E303 this notation does not hold each part once, in order"),
        ("{it.cell}-> {it.way} x {it.number}", "{it.cell} {it.way}x{it.number}", "E303 one could not tell where a part of this notation ends"),
        ("  step:\n", "  step:\n    notation: '{it}'\n", "E303 only a decision about pieces, or of several parts, has a `notation` of its own"),
        ("  deed: {", "  deed: {name: {en: deed, es: acción}, ", "E412 nothing reads `name`: no decision lists `deed` as a kind of its answers"),
    ],
)  # fmt: skip
def test_a_notation_that_cannot_be_read_back_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    (tmp_path / "game.yaml").write_text(NAMED.replace(old, new), encoding="utf-8")
    assert said in [f"{each.code} {each.message}" for each in check_paths([tmp_path]).diagnostics]

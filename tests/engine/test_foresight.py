"""What a seat is told of an option before it takes it: it comes true, and nothing hidden is looked at."""

from __future__ import annotations

from pathlib import Path
from random import Random
from time import process_time

import pytest

from ruleset_core import Game, core_of, foresee, imagine, load
from ruleset_core.eval.access_policies import AccessPolicy, LookaheadAccess
from ruleset_core.story.stories import foresee_all
from ruleset_core.testing.conformance.position_checks import CheckedPosition
from ruleset_core.testing.conformance.secrecy_checks import foresight
from tests.engine.games import flow
from tests.sampled import LONG

RULES = """
game: ahead
name: {en: Ahead, es: Adelante}
players: 2
resources:
  members:
    coin: {start: 3, name: {en: coin, es: moneda}}
    gem: {start: 1, visible: owner, name: {en: gem, es: gema}}
sets: {suit: {members: {sun: {name: {en: sun, es: sol}}, moon: {name: {en: moon, es: luna}}}}}
pieces: {card: {total: 8, facts: {suit: suit}}}
zones:
  deck: {of: card, start: all, visible: nobody}
  none_yet: {of: card, visible: nobody}
  hand: {of: card, by: [seat], visible: owner, name: {en: hand, es: mano}}
state: {face: {is: 1..6}, vault: {is: 0..9, visible: nobody}, purse: {by: [seat], is: 0..9, visible: owner}}
positions: {past: {of: [face], last: 3, name: {en: past, es: pasado}}}
decisions: {more: {of: 1..3, ask: {en: "More?", es: "¿Más?"}}, go: {of: 1..2, ask: {en: "Go?", es: "¿Vas?"}}, sure: {of: seat, ask: {en: "Who?", es: "¿Quién?"}}}
flow:
  - phase: deal
    do: |
      shuffle deck; roll vault;
      for each p in seat { as p { repeat 2 { move deck[0] to hand }; set purse = vault } }
  - phase: play
    turns: forever
    do: "choose go n { gain 1 coin; EFFECT; gain 2 coin }; if coin > 20 { end_game }"
score: {coins: {name: {en: Coins, es: Monedas}, amount: coin}}
"""
AROUND = "gain 1 coin; EFFECT; gain 2 coin"
CARDS = "kind: card\ncards:\n" + "\n".join(
    f"  {suit}_{n}: {{name: {{en: {suit} {n}, es: {suit} {n}}}, provenance: house, suit: {suit}}}"
    for suit in ("sun", "moon")
    for n in range(1, 5)
)
KNOWN = {
    "if (count c in deck) > 0 { gain 5 coin }": "+8 coins",
    "if (any c in deck) { gain 5 coin }": "+8 coins",
    "if (no c in deck) { gain 5 coin }": "+3 coins",
    "if (no c in none_yet where c.suit == sun) { gain 5 coin }": "+8 coins",
    "if deck[99] == none { gain 5 coin }": "+8 coins",
    "for each p in others { if (count c in p.hand) == 2 { gain 5 coin } }": "+8 coins",
    "if (any c in hand where c.suit == sun) { gain 5 coin } else { gain 5 coin }": "+8 coins",
    "if purse >= 0 { gain 5 coin }": "+8 coins",
    "remember past; if repeats(past) == 1 { gain 5 coin }": "+8 coins",
    "lose 2 coin": "−2 coins, +3 coins (4 left)",
    "lose 1 gem": "+3 coins, −1 gem (none left)",
    "pay 4 coin -> { gain 2 gem }": "−4 coins, +3 coins (2 left), +2 gems",
    "choose sure p in seat where p != me { as p { gain 2 coin } }": "+3 coins; Player 2 +2 coins",
}
UNKNOWN = {
    "if (any c in deck where c.suit == sun) { gain 5 coin }": "+1 coin, then it depends on what is hidden",
    "if deck[0].suit == sun { gain 5 coin }": "+1 coin, then it depends on what is hidden",
    "move deck[0] to hand": "+1 coin, then it depends on what is hidden",
    "if vault > 4 { gain 5 coin }": "+1 coin, then it depends on what is hidden",
    "for each p in others { if p.purse > 4 { gain 5 coin } }": "+1 coin, then it depends on what is hidden",
    "for each p in others { if (any c in p.hand where c.suit == sun) { gain 5 coin } }": "+1 coin, then it depends on what is hidden",
    "for each p in others { as p { pay 1 gem -> { gain 1 coin } else { gain 2 coin } } }": "+1 coin",
    "sort deck by (if it.suit == sun then 1 else 2)": "+1 coin, then it depends on what is hidden",
    "shuffle deck": "+1 coin, then chance decides",
    "pay 2 coin -> { roll face }": "−2 coins, +1 coin (2 left), then chance decides",
    "roll face; if face > 3 { gain 5 coin }": "+1 coin, then chance decides",
}


def made(directory: Path, effect: str, around: str = AROUND) -> Game:
    (directory / "game.yaml").write_text(RULES.replace(AROUND, around).replace("EFFECT", effect), encoding="utf-8")
    (directory / "cards").mkdir()
    (directory / "cards" / "all.yaml").write_text(CARDS, encoding="utf-8")
    return load(directory)


@pytest.mark.parametrize(("effect", "said"), (KNOWN | UNKNOWN).items())
def test_as_much_is_told_as_the_seat_can_know(tmp_path: Path, effect: str, said: str) -> None:
    game = made(tmp_path, effect)
    state = game.new(2, seed=2)
    assert foresee(state, state.options[0]).describe("en") == said
    for seed in range(6):
        assert not list(foresight(CheckedPosition(game, state, imagine(state, 0, seed), Random(seed))))


@pytest.mark.parametrize(
    ("effect", "said"),
    {
        "choose more m { gain 2 coin }": "in all, depending on your next answer: +2 coins",
        "choose more m { gain m coin }": "in all, depending on your next answer: +1 to +3 coins",
        "choose more m where m < 3 { if m == 2 { lose 1 coin } }": "in all, depending on your next answer: 0 or −1 coin",
        "choose more m where m < 3 { if m == 2 { gain 1 coin } }": "in all, depending on your next answer: 0 or +1 coin",
        "choose more m where m < 3 { if m == 2 { lose 2 coin } }": "in all, depending on your next answer: 0 to −2 coins",
        "choose more m { lose m gem; lose 1 coin }": "in all, depending on your next answer: −1 gem, −1 coin",
        "choose more m { gain m coin; roll face }": "in all, depending on your next answer: +1 to +3 coins, then chance decides",
        "choose more m where m < 3 { lose 1 coin; choose sure p in seat { lose m coin } }": "in all, depending on your next answer: −2 to −3 coins",
        "choose more m { if deck[0].suit == sun { gain m coin } }": "",
    }.items(),
)
def test_what_the_answers_to_the_next_question_give_is_told(tmp_path: Path, effect: str, said: str) -> None:
    game = made(tmp_path, effect, "EFFECT")
    state = game.new(2, seed=2)
    assert foresee(state, state.options[0]).describe("en") == said
    for seed in range(6):
        assert not list(foresight(CheckedPosition(game, state, imagine(state, 0, seed), Random(seed))))


def test_it_is_told_in_sentences_too(tmp_path: Path) -> None:
    state = made(tmp_path, "lose 1 coin; roll face; if face > 3 { gain 5 coin }").new(2, seed=2)
    foresight = foresee(state, state.options[0])
    assert foresight.sentences("en", ["Ana", "Bo"])[-1] == "Then chance decides."
    assert foresight.sentences("es", ["Ana", "Bo"])[0].startswith("Ana")
    assert foresight.describe("es") == "−1 moneda, +1 moneda (quedan 3), luego decide el azar"


def test_several_answers_in_a_row_are_foreseen_up_to_chance(tmp_path: Path) -> None:
    state = made(tmp_path, "choose more m { gain m coin }; choose more k { lose k coin; roll face }", "EFFECT").new(
        2, seed=2
    )
    go, three, one = state.options[0], state.game.parse("more 3"), state.game.parse("more 1")
    seen = foresee(state, go, three)
    assert (seen.describe("en"), seen.then) == ("+3 coins", None)
    assert seen.asked is not None
    assert not seen.ends_turn
    whole = foresee(state, go, three, one, one)
    assert (whole.describe("en"), whole.then) == ("−1 coin, +3 coins (5 left), then chance decides", "chance")
    assert (
        whole.turn_sentences("en", ["Ana", "Bo"])[0]
        == "Ana chooses “go 1”, “more 3” and “more 1”: pays 1 coin, gains 3 coins."
    )


def test_the_sentences_of_a_turn_end_with_it(tmp_path: Path) -> None:
    rest = "flow: [{phase: play, turns: forever, do: 'choose amount n { gain n point }; gain 1 log'}]"
    alone = flow(tmp_path, rest).new(1, seed=2)
    once = foresee(alone, alone.game.parse("amount 2"))
    assert once.ends_turn
    twice = foresee(alone, alone.game.parse("amount 2"), alone.game.parse("amount 5"))
    assert once.turn_sentences("en", ["Ana"]) == twice.turn_sentences("en", ["Ana"])
    assert len(twice.sentences("en", ["Ana"])) > len(once.sentences("en", ["Ana"]))


def test_what_comes_out_even_is_told_as_given_and_got(tmp_path: Path) -> None:
    state = made(tmp_path, "lose 3 coin").new(2, seed=2)
    foresight = foresee(state, state.options[0])
    assert foresight.describe("en") == "−3 coins, +3 coins (3 left)"
    assert foresight.sentences("en", ["Ana", "Bo"]) == ["Ana chooses “go 1”: pays 3 coins, gains 3 coins."]
    assert foresight.sentences("es", ["Ana", "Bo"]) == ["Ana elige «go 1»: paga 3 monedas, gana 3 monedas."]


def test_the_points_told_are_the_whole_change_of_the_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    two = "score: {half: {name: {en: Half, es: Medio}, amount: coin per 2}, coins: "
    monkeypatch.setattr("tests.engine.test_foresight.RULES", RULES.replace("score: {coins: ", two))
    state = made(tmp_path, "gain 0 gem").new(2, seed=2)
    foreseen = foresee(state, state.options[0])
    after = state.clone()
    after.apply(state.options[0])
    assert foreseen.points == after.scores()[0] - state.scores()[0]
    assert foreseen.describe("en") == "+3 coins, +5 points in total"


def test_the_check_finds_a_look_at_hidden_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = made(tmp_path, "if (any c in deck where c.suit == sun and c == deck[0]) { gain 5 coin }")
    for look in ("value", "value_there", "piece_at", "pieces", "lies_in"):
        monkeypatch.setattr(LookaheadAccess, look, getattr(AccessPolicy, look))
    state = game.new(2, seed=2)
    found = [each for seed in range(9) for each in foresight(CheckedPosition(game, state, state, Random(seed)))]
    assert any("may not know" in each for each in found)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["troyes", "troyes_dice", "tournay", "carcassonne_masons"])
def test_what_is_foreseen_comes_true_in_all_imagined_worlds(name: str) -> None:
    game = load(name)
    state, random = game.new(game.players[1], seed=4), Random(4)
    start = state.clone()
    for _ in range(90 if LONG else 40):
        if state.over:
            break
        assert not list(foresight(CheckedPosition(game, start, state, random)))
        state.apply(random.choice(state.options))


@pytest.mark.slow
def test_states_of_the_core_foresee_the_same() -> None:
    game, random = load("troyes_dice"), Random(1)
    one, two = game.new(2, seed=1), core_of(game).new(2, seed=1)
    told = set()
    for _ in range(25):
        for option in one.options:
            assert foresee(one, option).describe("es") == foresee(two, option).describe("es")
            told.add(foresee(one, option).describe("es"))
        option = random.choice(one.options)
        one.apply(option)
        two.apply(option)
    assert len(told) > 5


@pytest.mark.slow
def test_a_citizen_that_must_be_hired_is_told_with_the_card() -> None:
    """Tournay: a deck takes citizens of its colour; where none of one's own stands, another player is paid."""
    game, paid = load("tournay"), []
    for seed in range(8):
        state, random = game.new(2, seed=seed), Random(seed)
        for _ in range(60):
            decision = state.decision
            if decision is None:
                break
            if decision.name == "deck":
                paid += [foresee(state, option).describe("en") for option in state.options]
            state.apply(random.choice(state.options))
    assert any("−4 deniers" in each and "+4 deniers" in each for each in paid)


def test_a_menu_of_walls_is_ready_soon() -> None:
    state = load("carcassonne_masons").new(2, seed=0)
    while len(state.options) < 140:
        state.apply(state.options[0])
    foresee(state, state.options[0])
    start = process_time()
    told = [foresee(state, option).describe() for option in state.options]
    assert process_time() - start < 1  # they take about 0.04 s
    assert all(told)


SCORES = {
    "coin": "+3 coins",  # the amount has said it
    "coin per 2": "+3 coins, +2 points in total",
    "2 * gem + coin": "+3 coins, +3 points in total",
    "coin + vault": "+3 coins",  # what nobody sees is in it
    "coin + (count c in deck where c.suit == sun)": "+3 coins",
    "0 - coin per 4": "+3 coins, −1 point in total",
    "gem * 2": "+3 coins",
}


@pytest.mark.parametrize(("amount", "said"), SCORES.items())
def test_what_an_option_is_worth_is_told_in_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, amount: str, said: str
) -> None:
    monkeypatch.setattr("tests.engine.test_foresight.RULES", RULES.replace("amount: coin}", f'amount: "{amount}"}}'))
    game = made(tmp_path, "gain 0 gem")
    state = game.new(2, seed=2)
    foreseen = foresee(state, state.options[0])
    assert foreseen.describe("en") == said
    assert ("As the score stands now" in " ".join(foreseen.sentences("en"))) == ("in total" in said)
    after = state.clone()
    after.apply(state.options[0])
    if "in total" in said:
        assert after.scores()[0] - state.scores()[0] == foreseen.points
    for seed in range(4):
        assert not list(foresight(CheckedPosition(game, state, state, Random(seed))))


def test_the_next_question_can_be_looked_at() -> None:
    state = load("troyes_dice").new(1, seed=1)
    asked = foresee(state, state.options[0]).asked
    after = state.clone()
    after.apply(state.options[0])
    assert asked is not None
    assert after.decision is not None
    assert asked.options == after.options
    assert asked.decision == after.decision


def test_how_much_work_it_was_stays_as_it_was() -> None:
    state = load("troyes").new(2, seed=2)
    random = Random(2)
    for _ in range(116):
        state.apply(random.choice(state.options))
    for option in state.options:
        foreseen = foresee(state, option)
        before = foreseen.steps
        assert before > 0
        _ = foreseen.points  # worked out for the same imagined state, which counts anew
        foreseen.describe("en")
        assert foreseen.steps == before


def test_the_last_one_to_choose_does_not_foresee_what_others_chose(tmp_path: Path) -> None:
    """What all chose counts at once when the last one has: none of it is told before."""
    game = flow(
        tmp_path / "game",
        """
flow:
  - {phase: bidding, turns: simultaneous, do: "choose amount n { gain n point }"}
  - {phase: paying, do: "for each p in seat { as p { gain point point } }"}
""",
    )
    told = set()
    for other in (1, 2):
        state = game.new(players=2, seed=1)
        state.apply(f"amount {other}")
        foreseen = foresee(state, game.parse("amount 3"))
        told.add((str(foreseen.story.to_json()), foreseen.then, foreseen.describe("en")))
        assert foreseen.describe("en") == "+3 points"
    assert len(told) == 1


def test_of_what_another_seat_is_asked_next_no_more_is_found_than_whether_it_is() -> None:
    """Hurdles looks through the board for every wall that could stand: 75 options times 75 answers took a second for each question."""
    state = load("hurdles").new(2, 1)
    steps = [each.steps for each in foresee_all(state) if each is not None]
    assert len(steps) == len(state.options) > 70
    assert max(steps) < 20_000

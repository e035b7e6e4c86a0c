"""What cards say they are worth and require: read as `x.score` and `x.requires`, said in words; and `x.card`."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, LoadError, core_of, load, start_at
from tests.engine.games import write

GAME = """
game: worth
name: {en: Worth, es: Valor}
players: 2
resources: {members: {coin: {name: {en: coin, es: moneda}, start: 3}}}
pieces:
  card: {name: {en: card, es: carta}, total: 6, facts: {price: int}, sides: [day, night]}
  die: {count: 2}
zones:
  deck: {of: card, start: all}
  hand: {of: card, by: [seat], name: {en: hand, es: mano}}
  bag: {of: die, start: all}
decisions: {sure: {of: bool, ask: {en: "Sure?", es: "¿Seguro?"}}}
flow:
  - {phase: play, turns: once, do: "choose sure b { if b { move deck[0] to hand; gain 1 coin } }"}
score:
  held: {name: {en: held, es: mano}, amount: sum x in hand of x.score}
  cards: {name: {en: cards, es: cartas}, each: card, where: it in hand, amount: it.score}
"""
FILE = """
kind: card
cards:
  fixed: {name: {en: Fixed, es: Fija}, provenance: house, price: 1, copies: 2, score: 3, sides: {day: {}, night: {}}}
  rich: {name: {en: Rich, es: Rica}, provenance: house, price: 2, score: "coin + this.price", sides: {day: {}, night: {}}}
  turned:
    name: {en: Turned, es: Girada}
    provenance: house
    price: 3
    score: 1
    sides: {day: {score: 2}, night: {score: "if coin > 4 then 10 else 0"}}
  two: {name: {en: Two, es: Dos}, provenance: house, price: 4, score: 2 * (count x in hand where x != this), sides: {day: {}, night: {}}}
  plain: {name: {en: Plain, es: Llana}, provenance: house, price: 5, sides: {day: {}, night: {}}}
"""


def built(directory: Path, game: str = GAME, cards: str = FILE) -> Game:
    return load(write(directory, game, cards))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return built(tmp_path_factory.mktemp("worth") / "worth")


@pytest.mark.parametrize(
    ("card", "mine", "other"),
    [("fixed", 3, 3), ("fixed#2", 3, 3), ("rich", 7, 2), ("turned", 3, 3), ("two", 0, 0), ("plain", 0, 0)],
)
def test_a_card_is_worth_what_it_says_to_who_asks(game: Game, card: str, mine: int, other: int) -> None:
    state = start_at(game, "play", 2, 1, given={"seats": [{"coin": 5}, {"coin": 0}]})
    text = f"sum x in card where x == {card.partition('#')[0]} of x.score"
    assert [state.ask(text, seat) for seat in (0, 1)] == [mine, other]
    assert state.ask(f"deck[{game.glossary.members('card').index(card)}].score", 0) == mine


def test_the_side_that_lies_up_counts(game: Game) -> None:
    given = {"pieces": {"card": {"turned": {"side": "night"}}}, "seats": [{"coin": 5}, {"coin": 4}]}
    state = start_at(game, "play", 2, 1, given=given)
    assert [state.ask("sum x in card where x == turned of x.score", seat) for seat in (0, 1)] == [11, 1]


def test_the_sheet_lists_only_what_is_asked_for(game: Game) -> None:
    state = start_at(game, "play", 2, 1, given={"seats": [{"hand": ["rich", "two", "plain"]}, {"hand": ["fixed#2"]}]})
    assert [(line.item, line.amount) for line in state.score_sheet(0)] == [
        (None, 9), ("rich", 5), ("two", 4), ("plain", 0),
    ]  # fmt: skip
    assert [(line.item, line.amount) for line in state.score_sheet(1)] == [(None, 3), ("fixed#2", 3)]
    assert state.scores() == [18, 6]


def test_both_executors_agree(game: Game) -> None:
    state = start_at(game, "play", 2, 1, given={"seats": [{"hand": ["rich", "two"]}, {"hand": ["turned"], "coin": 9}]})
    assert core_of(game).compiled(state).scores() == state.scores()


def test_cards_say_it(game: Game) -> None:
    texts = {name: (game.card(name).text("en"), game.card(name).text("es")) for name in game.card_ids()}
    assert texts["fixed"] == ("At the end of the game: 3 points.", "Al final de la partida: 3 puntos.")
    assert texts["two"] == (
        "At the end of the game: 2 points for each card in your hand where that card is not this card.",
        "Al final de la partida: 2 puntos por cada carta en tu mano donde esa carta no es esta carta.",
    )
    assert texts["turned"][0].splitlines() == [
        "At the end of the game: 1 point.",
        "Day: At the end of the game: 2 points.",
        "Night: At the end of the game, if you have more than 4 coins: 10 points.",
    ]
    assert "price of this card" in texts["rich"][0]
    assert texts["plain"] == ("", "")


REQUIRING = FILE.replace("price: 1, copies: 2, score: 3", "price: 1, copies: 2, score: 3, requires: coin > 3").replace(
    "day: {score: 2}", "day: {score: 2, requires: coin > 1}"
)


def test_what_a_card_requires_is_read(tmp_path: Path) -> None:
    game = built(
        tmp_path / "worth", GAME.replace("where: it in hand,", "where: it in hand and it.requires,"), REQUIRING
    )
    hands = [{"coin": 3, "hand": ["fixed", "rich"]}, {"coin": 4, "hand": ["fixed#2", "turned"]}]
    state = start_at(game, "play", 2, 1, given={"seats": hands})
    assert [[line.item for line in state.score_sheet(seat)][1:] for seat in (0, 1)] == [["rich"], ["fixed#2", "turned"]]
    assert state.ask("turned.requires", 0)
    poor = start_at(game, "play", 2, 1, given={"seats": [{"coin": 1}, {"coin": 1}]})
    assert not poor.ask("turned.requires", 0)
    flipped = {"pieces": {"card": {"turned": {"side": "night"}}}, "seats": [{"coin": 1}, {"coin": 1}]}
    assert start_at(game, "play", 2, 1, given=flipped).ask("turned.requires", 0)
    assert game.card("fixed").text("en").splitlines()[-1] == "Only if you have more than 3 coins."
    rules = GAME.replace(
        "score:\n", "define: {rich: {condition: coin > 3, name: {en: you are rich, es: eres rico}}}\nscore:\n"
    )
    cards = REQUIRING.replace("requires: coin > 3", "requires: rich")
    named = built(tmp_path / "named", rules.replace("where: it in hand,", "where: it in hand and it.requires,"), cards)
    assert named.card("fixed").text("es").splitlines()[-1] == "Solo si eres rico."


def test_copies_are_one_card(game: Game) -> None:
    state = start_at(game, "play", 2, 1, given={"seats": [{"hand": ["fixed#2", "two"]}, {"hand": ["fixed"]}]})
    same = "count x in card where x.card == hand[0].card"
    assert [state.ask(same, seat) for seat in (0, 1)] == [2, 2]
    assert state.ask("hand[0] != hand[0].card and hand[1] == hand[1].card", 0)


def test_scores_are_no_rules_of_their_own(game: Game) -> None:
    assert game.stats()["rules"] == 1


@pytest.mark.parametrize(
    ("game_", "cards", "code", "said"),
    [
        ((".score", ".price"), ("", ""), "E412", "nothing reads `score` of a `card`"),
        (("x in hand of x.score", "x in bag of x.score"), ("", ""), "E313", "unknown fact of a die `score`"),
        (("of x.score", "of x.scor"), ("", ""), "E313", "unknown fact of a card `scor`"),
        (("amount: sum", "amount: score + sum"), ("", ""), "E301", "unknown name `score`"),
        (("facts: {price: int", "facts: {score: int?, price: int"), ("", ""), "E315", "`score` is a key with a meaning"),
        (("zones:", "state: {score: {by: [card], is: int}}\nzones:"), ("", ""), "E315", "`score` of a `card` is already"),
        (("", ""), ("2 * (count x in hand where x != this)", "sum x in hand of x.score"), "E311", "leads back to itself"),
        (("", ""), ("score: 3", "score: coins"), "E301", "did you mean `coin`?"),
        (("", ""), ("score: 3", "requires: coin > 2"), "E412", "nothing reads `requires` of a `card`"),
        (("", ""), ("score: 3", "cost: 2"), "E101", "unknown key `cost`"),
        (("of x.score", "of x.requires"), ("score: 3", "requires: coin > 2"), "E303", "but a number is needed"),
        (("facts: {price: int", "facts: {requires: int?, price: int"), ("score: 3", "requires: coin > 2"), "E315",
         "`requires` is a key with a meaning"),
        (("each: card, ", ""), ("", ""), "E412", "nothing reads `where` without `each`"),
        (("it in hand", "it.price"), ("", ""), "E303", "but a condition is needed"),
        (('"choose', '"do x.score; choose'), ("", ""), "E313", ""),
        (("- {phase: play,", '- {phase: setup, do: "if deck[0].score > 1 { shuffle deck }"}\n  - {phase: play,'), ("", ""),
         "E309", "needs an acting seat"),
    ],
)  # fmt: skip
def test_what_is_refused(tmp_path: Path, game_: tuple[str, str], cards: tuple[str, str], code: str, said: str) -> None:
    with pytest.raises(LoadError) as raised:
        built(
            tmp_path / "worth", GAME.replace(*game_) if game_[0] else GAME, FILE.replace(*cards) if cards[0] else FILE
        )
    found = [each for each in raised.value.diagnostics if each.code == code]
    assert any(said in f"{each.message}; {each.help}" for each in found), raised.value.diagnostics
    assert "score of" not in "".join(each.help for each in found if code != "E311")


@pytest.mark.slow
def test_many_cards_are_no_long_chain(tmp_path: Path) -> None:
    cards = "kind: card\ncards:\n" + "".join(
        f"  c{n}: {{name: {{en: C, es: C}}, provenance: house, price: {n}, score: coin + {n}, sides: {{day: {{}}, night: {{}}}}}}\n"
        for n in range(2000)
    )
    game = built(tmp_path / "worth", GAME.replace("total: 6", "total: 2000"), cards)
    state = start_at(game, "play", 2, 1, given={"seats": [{"hand": ["c7", "c1999"]}]})
    assert state.scores()[0] == 2 * (7 + 1999 + 6)

"""What stands in menus and in the log of a small game of bluff: words of players, said once, and only what belongs together."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, State, load
from ruleset_core.cli.console.input import menu_lines, parse_line
from ruleset_core.cli.console.menu_levels import MenuLevels
from ruleset_core.formats import scene_format as scenes
from ruleset_core.play.records import Seat, Session
from ruleset_core.play.wording.game_messages import menu_keys, offers, option_offer
from ruleset_core.view.terminal.answer_keys import AnswerKeys
from ruleset_core.view.terminal.span_text import TextPen
from tests.play.conftest import Run

GAME = """
game: bluff
name: {en: Bluff, es: Farol}
about: {en: A test, es: Una prueba}
version: "1.0"
players: 2
provenance: house
pieces:
  card: {name: {en: card, es: carta}, total: 6, facts: {worth: 0..3}}
zones:
  deck: {of: card, start: all, visible: nobody, name: {en: deck, es: mazo}}
  hand: {of: card, by: [seat], visible: owner, name: {en: hand, es: mano}, note: false}
  shown: {of: card, name: {en: shown, es: mostradas}, note: false}
resources:
  members: {coin: {name: {en: coins, es: monedas}}}
decisions:
  boast:
    of: bool
    ask: {en: "Do you take coins as the Envoy?", es: "¿Tomas monedas como Embajador?"}
    told: {en: boasts of the Envoy, es: presume de Embajador}
  doubt:
    of: bool
    ask: {en: "Do you doubt it?", es: "¿Lo dudas?"}
    told: {en: doubts it, es: lo duda}
    note: false
  give_up:
    of: card
    ask: {en: "Which card do you lose?", es: "¿Qué carta pierdes?"}
    told: {en: "loses the {it}", es: "pierde el {it}"}
flow:
  - phase: setup
    name: {en: setup, es: preparación}
    do: shuffle deck; for each p in seat { repeat 3 { move deck[0] to p.hand } }
  - phase: play
    name: {en: play, es: juego}
    turns: forever
    until: any p in seat where count c in p.hand == 0
    do: |
      choose boast {
        true {
          for each p in seat where p != me {
            as p { choose doubt { true { choose give_up c in hand { move c to shown } } | false {} } }
          };
          gain 3 coin
        }
        | false { gain 1 coin }
      }
score:
  coins: {name: {en: coins, es: monedas}, amount: coin}
"""
CARDS = """
kind: card
cards:
  card_envoy_1: {name: {en: Envoy, es: Embajador}, provenance: house, copies: 3, worth: 1}
  card_duke_1: {name: {en: Duke, es: Duque}, provenance: house, copies: 3, worth: 2}
"""
NAMES = ("Ana", "Bo")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    place = tmp_path_factory.mktemp("bluff") / "bluff"
    (place / "cards").mkdir(parents=True)
    (place / "game.yaml").write_text(GAME, encoding="utf-8")
    (place / "cards" / "cards.yaml").write_text(CARDS, encoding="utf-8")
    return load(place)


def at(game: Game, *typed: str) -> State:
    state = game.new(2, seed=1)
    for each in typed:
        state.apply(game.parse(each))
    return state


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["Bo loses the Envoy.", "Ana gains 3 coins."]),
        ("es", ["Bo pierde el Embajador.", "Ana gana 3 monedas."]),
    ],
)
def test_what_goes_on_after_an_answer_of_another_does_not_follow_from_it(
    game: Game, lang: str, said: list[str]
) -> None:
    session = Session.start(game, [Seat(each, "human") for each in NAMES], 1)
    for wanted in ("boast true", "doubt true"):
        session.apply(game.parse(wanted))
    envoy = next(each for each in session.live.options if "envoy" in game.notation(each))
    session.apply(envoy)
    lines = session.story(0, len(session.steps)).sentences(lang, NAMES)
    assert lines[1:] == said


def test_yes_and_no_are_written_and_typed_as_words(game: Game) -> None:
    state = at(game, "boast true")
    menu = offers(game, state, "en", NAMES)
    assert [offer.written for offer in menu] == ["doubt no", "doubt yes"]
    for offer in menu:
        for typed in (offer.written, offer.notation):
            assert parse_line(typed, menu, game, state, "en", NAMES) == offer.option


def test_a_menu_in_spanish_has_no_english_notation(game: Game) -> None:
    state = at(game, "boast true")
    menu = offers(game, state, "es", NAMES)
    lines = [*menu_lines(menu)]
    assert not [line for line in lines if "doubt" in line or "true" in line]
    for line, offer in zip(lines, menu, strict=True):
        assert line.split("→")[0].split() == [*menu_keys([offer]), *offer.label.split()] or offer.label in line
        assert parse_line(offer.label, menu, game, state, "es", NAMES) == offer.option


THROWS = """
game: throws
name: {en: Throws, es: Tiradas}
players: 1
state: {die: {is: 1..6, name: {en: die, es: dado}}}
resources: {members: {coin: {name: {en: coins, es: monedas}}}}
decisions:
  bet: {of: 1..3, ask: {en: "How much?", es: "¿Cuánto?"}, told: {en: "bets {it}", es: "apuesta {it}"}}
flow:
  - phase: play
    name: {en: play, es: juego}
    turns: forever
    until: held[coin] > 20
    do: choose bet b { gain b coin; if b < LIMIT { roll die; gain die coin } }
score: {coins: {name: {en: coins, es: monedas}, amount: coin}}
"""


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        (9, ["+1 coins", "+2 coins", "+3 coins"]),
        (3, ["+1 coins, then chance decides", "+2 coins, then chance decides", "+3 coins"]),
    ],
)
def test_what_ends_every_answer_alike_is_not_said_at_each(tmp_path: Path, limit: int, said: list[str]) -> None:
    """`then chance decides` tells one answer from another only where not all answers lead to chance."""
    (tmp_path / "game.yaml").write_text(THROWS.replace("LIMIT", str(limit)), encoding="utf-8")
    state = load(tmp_path).new(1, seed=1)
    assert [offer.outcome for offer in offers(state.game, state, "en", NAMES)] == said


def test_a_question_mark_lists_names_and_no_ids(run: Run, game: Game) -> None:
    ran = run(
        "play", game.directory, "--seats", "human,human", "--seed", 1, "--no-save", typed=["yes", "yes", "?", "quit"]
    )
    told = ran.out.partition("You can:")[2]
    assert "Envoy" in told
    assert "card_envoy" not in told.partition("Not now:")[2]
    assert option_offer(game, game.vocabulary_of("give_up")[0], "en", NAMES).called in {"Envoy", "Duke"}


def test_a_thing_whose_answers_share_a_key_has_that_key() -> None:
    pen = TextPen("en", AnswerKeys.of({1: "7", 2: "7", 3: "9"}))
    assert pen.key(scenes.SceneTarget("x", "y", "x:y", (1, 2))) == "7"
    assert pen.key(scenes.SceneTarget("x", "y", "x:y", (1, 2, 3))) == "7-9"


def test_numbers_of_a_menu_keep_their_meaning_when_it_is_narrowed() -> None:
    """Pointing at things leaves their answers, each with the number it had before."""
    state = load("tic_tac_toe").new(2, seed=1)
    levels = MenuLevels(state, offers(state.game, state, "en", NAMES), "en", NAMES)
    before = dict(zip(menu_keys(levels.current_offers), (offer.option for offer in levels.current_offers), strict=True))
    wanted = [levels.menu[place].option for place in (2, 6)]
    levels.point(wanted)
    after = dict(zip(menu_keys(levels.current_offers), (offer.option for offer in levels.current_offers), strict=True))
    assert [*after.values()] == wanted
    assert after.items() <= before.items()
    assert parse_line("7", levels.current_offers, state.game, state, "en", NAMES) == wanted[1]


def test_a_turn_that_goes_on_names_what_was_picked_without_what_the_menu_adds() -> None:
    """The label of Tournay's decks counts citizens for who is asked; the log says which deck."""
    game = load("tournay")
    session = Session.start(game, [Seat(each, "human") for each in NAMES], 1)
    session.apply(game.parse("act draw"))
    session.apply(next(option for option in session.live.options if "deck" in game.notation(option)))
    (told,) = session.story(1, len(session.steps)).sentences("en", NAMES)
    assert "chooses" in told
    assert "citizens:" not in told

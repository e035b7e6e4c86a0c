"""Accounts: where an amount came from adds up, names what stands behind it, and tells nobody what is hidden from him."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruleset_core import Account, Game, OptionError, RulesetError, load, subjects
from ruleset_core.play.records import Seat, Session
from ruleset_core.testing.conformance import check_game
from ruleset_core.values import schema_problem
from tests.sampled import CLOSELY, CONFORMANCE_SECONDS, slow_if_long

GAMES = ["pig", "tic_tac_toe", "troyes", "troyes_dice", "tournay", "carcassonne_masons"]
WHY = """
game: why
name: {en: Why, es: Porqué}
players: 2
resources:
  members:
    coin: {start: 3, name: {en: coin, es: moneda}}
    gem: {visible: owner, name: {en: gem, es: gema}}
    path: {spaces: 2, overflow: gain 5 coin, name: {en: path, es: senda}}
pieces: {card: {total: 8, facts: {worth: int}}}
zones:
  deck: {of: card, start: all, visible: nobody}
  hand: {of: card, by: [seat], visible: owner, name: {en: hand, es: mano}}
state:
  round: {is: 0..9, name: {en: round, es: ronda}}
  marks: {by: [seat, suit], is: 0..9, name: {en: marks, es: marcas}}
  aside: {is: int, visible: nobody}
sets:
  task: {members: {work: {}, walk: {}, cross: {}, secretly: {}}}
  suit: {members: {sun: {name: {en: sun, es: sol}}, moon: {name: {en: moon, es: luna}}}}
decisions:
  act: {of: task, ask: {en: What?, es: ¿Qué?}}
  use: {of: card, secret: true, ask: {en: Which card?, es: ¿Qué carta?}}
define:
  toll: {because: {en: the toll, es: el peaje}, effect: "lose 1 coin; for each p in others { as p { gain 1 coin } }"}
flow:
  - phase: deal
    do: "shuffle deck; for each p in seat { as p { repeat 2 { move deck[0] to hand } } }"
  - phase: play
    name: {en: the play, es: el juego}
    turns: forever
    do: |
      set round = round + 1;
      choose act {
        work { gain 2 coin; gain 1 gem } |
        walk { gain 3 path; set marks[sun] = marks[sun] + 1 } |
        cross { do toll } |
        secretly { choose use c in hand { do c.effect } }
      };
      if round == 9 { end_game }
score:
  coins: {name: {en: Coins, es: Monedas}, amount: coin}
  gems: {name: {en: Gems, es: Gemas}, amount: gem}
  cards: {name: {en: Cards, es: Cartas}, amount: sum c in hand of c.worth}
"""
CARDS = "kind: card\ncards:\n" + "\n".join(
    f"  card_{n}: {{name: {{en: Card {n}, es: Carta {n}}}, provenance: house, worth: {n}, effect: gain {n} coin}}"
    for n in range(1, 9)
)


def written(directory: Path, text: str = WHY) -> Game:
    (directory / "game.yaml").write_text(text, encoding="utf-8")
    (directory / "cards").mkdir()
    (directory / "cards" / "all.yaml").write_text(CARDS, encoding="utf-8")
    return load(directory)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return written(tmp_path_factory.mktemp("why"))


def session(game: Game, *moves: str, players: int = 2) -> Session:
    found = Session.start(game, [Seat(f"P{seat}", "human") for seat in range(players)], 3)
    for move in moves:
        found.apply(found.live.options[0] if move == "*" else move)
    return found


def rows(account: Account, lang: str = "en") -> list[tuple[int | None, int | None, str]]:
    return [(row.amount, row.times, row.words(account.game, lang, ["Ana", "Bo"])) for row in account.rows]


@pytest.mark.parametrize("name", slow_if_long(GAMES, {"tournay", "troyes"}))
def test_accounts_are_as_their_schema_says(name: str) -> None:
    game = load(name)
    played = session(game, players=game.players[1])
    pick = Random(4)
    while not played.live.over and len(played.steps) < 60:
        played.apply(pick.choice(played.live.options))
    for subject in subjects(game, game.players[1]):
        if not subject.at:
            for viewer in (None, 0, game.players[1]):
                assert schema_problem("account", played.why(subject.name, 0, viewer=viewer).to_json()) == ""


@pytest.mark.slow
def test_a_small_game_keeps_all_promises(small: Game) -> None:
    report = check_game(small, games=2, closely=CLOSELY, seconds=CONFORMANCE_SECONDS, source=str(small.directory))
    assert not [finding for check in report.checks.values() for finding in check.findings]


def test_rows_are_added_up_by_what_stands_behind_them(small: Game) -> None:
    found = session(small, "act work", "act cross", "act work", "act work", "act walk")
    account = found.why("coin", 0)
    assert (account.before, account.after) == (3, 13)
    assert rows(account) == [(5, 1, "path track"), (4, 2, "work"), (1, 1, "the toll (Bo)")]
    assert rows(account, "es")[2] == (1, 1, "el peaje (Bo)")
    assert rows(found.why("coin", 1)) == [(2, 1, "work"), (-1, 1, "the toll")]


def test_changes_follow_one_another(small: Game) -> None:
    found = session(small, "act work", "act cross", "act walk")
    told = [(each.before, each.after, each.step) for each in found.why("coin", 0).changes]
    assert told == [(3, 5, 0), (5, 6, 1), (6, 11, 2)]


def test_units_of_one_gain_are_one_change(small: Game) -> None:
    account = session(small, "act walk").why("path", 0)
    assert rows(account) == [(2, 1, "walk")]


def test_every_line_behind_a_row_is_named(small: Game) -> None:
    data = session(small, "act cross").why("coin", 0).to_json()
    (row,) = data["rows"]
    assert (row["kind"], row["name"], row["amount"], row["times"], row["by"]) == ("rule", "toll", -1, 1, None)
    (line,) = row["because"]
    text = (Path(small.directory) / line["file"]).read_text(encoding="utf-8").splitlines()[line["line"] - 1]
    assert text[line["column"] - 1 :].startswith("lose 1 coin")


def test_fields_can_be_asked_about_as_a_whole_and_place_by_place(small: Game) -> None:
    found = session(small, "act walk", "act work", "act walk")
    assert rows(found.why("marks", 0)) == [(2, 2, "walk")]
    assert rows(found.why("marks", 0, ["sun"])) == [(2, 2, "walk")]
    assert rows(found.why("marks", 0, ["moon"])) == []
    shared = found.why("round")
    assert (shared.seat, shared.before, shared.after) == (-1, 0, 4)
    assert rows(shared) == [(4, 4, "the play")]


def test_what_a_hidden_card_did_is_told_to_its_owner_alone(small: Game) -> None:
    found = session(small, "act secretly", "*")
    amount = found.live.observe(1)["seats"][0]["coin"] - 3
    own, other = found.why("coin", 0, viewer=0), found.why("coin", 0, viewer=1)
    assert rows(own)[0][2].startswith("Card ")
    assert [row[0] for row in rows(other)] == [amount]
    assert "Card" not in str(other.to_json())
    assert "card_" not in str(other.to_json())


def test_what_a_seat_does_not_see_is_not_accounted_for(small: Game) -> None:
    found = session(small, "act work")
    other = found.why("gem", 0, viewer=1)
    assert (other.before, other.after, other.rows, other.changes) == (None, None, (), ())
    assert rows(found.why("gem", 0, viewer=0)) == [(1, 1, "work")]
    assert found.why("gem", 0, viewer=2).after is None


def test_the_score_of_others_is_told_as_far_as_it_is_open(small: Game) -> None:
    found = session(small, "act work")
    score = found.why(None, 0, viewer=1)
    assert score.after is None
    assert (None, None, "Gems") in rows(score)
    assert (None, None, "Cards") in rows(score)
    assert (2, 1, "Coins: work") in rows(score)
    assert (3, None, "Coins: at the start") in rows(score)
    assert found.why(None, 0, viewer=0).after == found.live.scores()[0]


def test_the_score_names_categories_and_cards(small: Game) -> None:
    found = session(small, *["act work"] * 9)
    assert found.live.over
    account = found.why(None, 0, viewer=0)
    assert account.after == found.live.scores()[0] == sum(row.amount or 0 for row in account.rows)
    said = [what for _, _, what in rows(account)]
    assert sum(what.startswith("Cards: Card ") for what in said) == 2
    assert "Coins: work" in said
    assert "Gems: work" in said
    assert [row.reason.kind for row in account.rows if row.category == "cards"] == ["card", "card"]
    of_other = found.why(None, 0, viewer=1)
    assert of_other.after == found.live.scores()[0]
    assert (5, None, "Gems") in rows(of_other)


@pytest.mark.slow
def test_masons_tells_its_points_by_card() -> None:
    from ruleset_core.play.bots import make_bot

    game = load("carcassonne_masons")
    found = session(game)
    bots = [make_bot("greedy1", 3, seat, 0) for seat in range(2)]
    while not found.live.over:
        found.apply(bots[found.live.seat].choose(found.live.clone()))
    kinds = {row.reason.kind for seat in range(2) for row in found.why(None, seat).rows}
    assert "card" in kinds
    assert kinds <= {"card", "choice"}


@pytest.mark.slow
def test_while_all_choose_at_once_others_are_as_they_were() -> None:
    found = Session.start(load("troyes_dice"), [Seat(f"P{seat}", "random") for seat in range(3)], 8)
    pick = Random(8)
    seen = 0
    while not found.live.over and len(found.steps) < 60:
        found.apply(pick.choice(found.live.options))
        group = found.group(len(found.steps))
        if group < 0 or len(found.steps) % 5:
            continue
        for seat in range(3):
            for other in {0, 1, 2} - {seat}:
                for name in (None, "fortune", "influence"):
                    account = found.why(name, other, viewer=seat)
                    assert all(change.step <= group for change in account.changes)
                    assert account.after == sum(row.amount or 0 for row in account.rows) + (account.before or 0)
                    seen += 1
    assert seen


def test_what_is_not_counted_is_refused(small: Game) -> None:
    found = session(small)
    for name, at in (("nothing", ()), ("hand", ()), ("marks", ("stars",)), ("coin", ("sun",))):
        with pytest.raises(OptionError):
            found.why(name, 0, at)
    with pytest.raises(OptionError):
        found.why("coin", 2)


def test_because_of_an_amount_is_a_mistake(tmp_path: Path) -> None:
    text = WHY.replace("define:\n", "define:\n  price: {amount: 3, because: {en: a, es: b}}\n")
    with pytest.raises(RulesetError, match="nothing reads `because`"):
        written(tmp_path, text)

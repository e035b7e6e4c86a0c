"""Sets that begin with the seats: what neutral players, or nobody, may own as players do."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, LoadError, OptionError, SaveError, load, start_at
from tests.engine.games import write
from tests.executors import both

GAME = """
game: neutral
name: {en: Neutral, es: Neutral}
players: 2..4
options:
  first: {name: {en: first, es: primera}, of: family, default: grey}
sets:
  family: {seats: true, name: {en: family, es: familia}, members: {grey: {name: {en: grey, es: gris}}, black: {name: {en: black, es: negro}}}}
resources: {members: {coin: {start: 3}}}
pieces: {die: {count: 3}}
zones: {bag: {of: die, start: all}}
state:
  owner: {by: [die], is: "family?"}
  sheep: {by: [family], is: 0..99, start: 5}
  lord: {is: family, start: grey}
  friend: {by: [seat, family], is: bool}
  drawn: {is: seat}
  tally: {is: int}
decisions:
  whose: {of: family, ask: {en: "Whose, {lord}?", es: "¿De quién, {lord}?"}}
define:
  mine: {params: {f: family}, condition: f == me}
  flock: {params: {f: "family?"}, amount: "if f == none then 0 else sheep[f]"}
flow:
  - phase: play
    turns: once
    do: |
      choose whose f { set lord = f; set sheep[f] = sheep[f] + 10; set owner[die_1] = f; set friend[f] = true };
      for each f in family { set tally = tally + 1 };
      for each f in family where mine(f) { set sheep[f] = sheep[f] + 1 };
      roll drawn
score:
  sheep: {name: {en: sheep, es: ovejas}, amount: "sheep[me]"}
  flocks: {name: {en: flocks, es: rebaños}, each: family, where: "friend[it]", amount: 1}
  held: {name: {en: held, es: dados}, amount: "count d in bag where owner[d] == me"}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load(write(tmp_path_factory.mktemp("neutral") / "neutral", GAME))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_chooses_among_the_seats_there_are_and_the_others(game: Game, players: int) -> None:
    for made in both(game):
        state = made.new(players, 1)
        seats = [f"whose seat_{seat}" for seat in range(players)]
        assert [made.notation(option) for option in state.options] == [*seats, "whose grey", "whose black"]
        assert state.options == [made.parse(made.notation(option)) for option in state.options]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fewer_players_are_fewer_members(game: Game, players: int) -> None:
    for made in both(game):
        state = made.new(players, 1)
        assert state.ask("count f in family") == players + 2
        assert state.ask("sum f in family of sheep[f]") == 5 * (players + 2)
        assert state.ask("count f in family where mine(f)", 1) == 1
        assert state.ask("count f in family where (any p in others where p == f)", 0) == players - 1
        assert state.ask("(first f in family where f != me) == grey", 0) is False
        assert state.ask("most f in family by sheep[f] ties last", 0) == "black"
        state.apply("whose grey")
        assert state.ask("tally") == players + 2


def test_both_executors_go_through_the_same_members(game: Game) -> None:
    for players in (2, 3, 4):
        fast, slow = game.new(players, 3), game.interpreted().new(players, 3)
        for word in ["grey", "seat_1", "black", "seat_0"][:players]:
            assert fast.to_json() == slow.to_json()
            fast.apply(f"whose {word}")
            slow.apply(f"whose {word}")
        assert fast.to_json() == slow.to_json()
        assert fast.scores() == slow.scores()


def test_what_belongs_to_nobody_stands_beside_what_belongs_to_seats(game: Game) -> None:
    state = game.new(3, 1)
    assert [state.ask(f"owner[{die}] == none") for die in ("die_1", "die_2")] == [True, True]
    state.apply("whose grey")
    assert (state.ask("owner[die_1]"), state.ask("lord"), state.ask("sheep[grey]"), state.ask("flock(none)")) == (
        "grey", "grey", 15, 0,
    )  # fmt: skip
    assert state.ask("owner[die_1] == me", 0) is False
    state.apply("whose seat_1")
    assert state.ask("owner[die_1] == me", 1) is True
    assert state.ask("owner[die_1] == me", 0) is False
    assert state.ask("flock(owner[die_1])") == 16
    assert [line.amount for line in state.score_sheet(1) if line.category == "held"] == [1]


def test_the_sheet_lists_only_who_is_there(tmp_path: Path) -> None:
    rows = """
  flocks: {name: {en: flocks, es: rebaños}, each: family, amount: "sheep[it]"}
  coins: {name: {en: coins, es: monedas}, each: seat, where: it != me, amount: "it.coin"}
"""
    game = load(write(tmp_path / "neutral", GAME[: GAME.index("score:")] + "score:" + rows))
    state = game.new(2, 1)
    assert [(line.category, line.item) for line in state.score_sheet(0)] == [
        ("flocks", "seat_0"), ("flocks", "seat_1"), ("flocks", "grey"), ("flocks", "black"), ("coins", "seat_1"),
    ]  # fmt: skip
    assert state.scores() == [23, 23]


def test_seats_and_members_are_told_apart(game: Game) -> None:
    state = game.new(2, 1)
    assert state.ask("me in family", 1) is True
    assert state.ask("grey in family") is True
    assert state.ask("me in [grey, black]", 0) is False
    assert [state.ask("me in [lord, grey]", 0), state.ask("lord in [me, grey]", 0)] == [False, True]
    assert state.ask("lord == me or lord == black", 0) is False


@pytest.mark.parametrize(
    ("given", "found"), [(0, "seat_0"), ("0", "seat_0"), ("seat_0", "seat_0"), (1, "seat_1"), ("grey", "grey")]
)
def test_a_scenario_names_seats_or_members(game: Game, given: object, found: str) -> None:
    state = start_at(game, "play", 2, 1, given={"lord": given, "owner": {"die_2": given}})
    assert (
        state.ask(f"lord == {found}" if found == "grey" else f"lord == {'me' if found == 'seat_0' else 'lord'}", 0)
    ) is True
    assert str(state.ask("lord")) in {found, found[-1]}
    assert state.ask("owner[die_2] == lord") is True


def test_none_is_given_where_it_may_stand(game: Game) -> None:
    state = start_at(game, "play", 2, 1, given={"owner": {"die_2": None}, "sheep": {"grey": 9, "seat_1": 2}})
    assert state.ask("owner[die_2] == none") is True
    assert (state.ask("sheep[grey]"), state.ask("sheep[me]", 1)) == (9, 2)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"lord": 2}, "`lord` cannot be `2`"),
        ({"lord": "seat_3"}, "`lord` cannot be `seat_3`"),
        ({"lord": "gray"}, "did you mean `grey`"),
        ({"lord": None}, "`lord` cannot be none"),
    ],
)
def test_seats_that_are_not_there_cannot_be_given(game: Game, given: dict[str, object], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        start_at(game, "play", 2, 1, given=given)


def test_an_option_of_the_game_may_be_one_of_them(game: Game) -> None:
    assert game.option_names["first"][-2:] == ("grey", "black")
    assert game.new(2, 1, {"first": "black"}).ask("option.first") == "black"


def test_an_option_is_a_seat_only_of_those_who_play(game: Game) -> None:
    assert game.options_for(2)["first"] == ("seat_0", "seat_1", "grey", "black")
    assert game.option_names["first"] == ("seat_0", "seat_1", "seat_2", "seat_3", "grey", "black")
    for made in both(game):
        assert made.new(3, 1, {"first": "seat_2"}).ask("option.first") == "seat_2"
        with pytest.raises(OptionError, match="cannot be `seat_2`; it is one of: seat_0, seat_1, grey, black"):
            made.new(2, 1, {"first": "seat_2"})
    saved = game.new(3, 1, {"first": "seat_2"}).to_json()
    assert game.from_json(saved).ask("option.first") == "seat_2"
    with pytest.raises(SaveError):
        game.from_json({**saved, "settings": [3]})


def test_a_seat_is_a_seat_whatever_sets_begin_with_the_seats(tmp_path: Path) -> None:
    text = GAME.replace("sets:\n", "sets:\n  guest: {seats: true, members: {nobody: {}}}\n")
    text = text.replace("drawn: {is: seat}", "drawn: {is: seat}\n  visitor: {is: guest, start: nobody}")
    state = load(write(tmp_path / "neutral", text)).new(2, 1)
    assert state.ask("drawn == seat_0 and seat_0 == drawn") is True
    assert state.ask("lord == seat_1 or seat_1 == lord or seat_1 == visitor") is False
    assert state.ask("visitor == nobody and lord == grey") is True


def test_a_seat_is_drawn_among_the_players_there_are(game: Game) -> None:
    for players in (2, 3, 4):
        for made in both(game):
            found = set()
            for seed in range(40):
                state = made.new(players, seed)
                state.apply("whose grey")
                found.add(state.ask("drawn"))
            assert len(found) == players
            assert {int(str(each)[-1]) for each in found} == set(range(players))


def test_the_question_and_the_labels_name_them(game: Game) -> None:
    state = game.new(2, 1)
    assert state.decision is not None
    assert (state.decision.prompt("en"), state.decision.prompt("es")) == ("Whose, grey?", "¿De quién, gris?")
    assert game.label(state, game.parse("whose black"), "es") == "negro"
    state.apply("whose seat_1")
    assert state.decision is not None
    assert state.decision.prompt("en", ["Ana", "Bo"]) == "Whose, Bo?"


def test_what_is_seen_names_no_seat_that_is_not_there(game: Game) -> None:
    seen = game.new(2, 1).observe(0)
    assert list(seen["fields"]["sheep"]) == ["seat_0", "seat_1", "grey", "black"]
    assert list(seen["seats"][0]["friend"]) == ["seat_0", "seat_1", "grey", "black"]


def test_states_are_saved(game: Game) -> None:
    state = game.new(3, 1)
    state.apply("whose black")
    assert game.from_json(state.to_json()).to_json() == state.to_json()


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        (("seats: true, name", "seats: true, facts: {warm: bool}, name"), "E107", "seats have none"),
        (
            ("{grey: {name: {en: grey, es: gris}}", "{seat_0: {}, grey: {name: {en: grey, es: gris}}"),
            "E407",
            "it is one of the seats",
        ),
        (("roll drawn", "roll lord"), "E303", "no fixed number of values to roll"),
        (("set lord = f;", "set drawn = f;"), "E303", "this is a family, but a seat is needed"),
        (("roll drawn", "as lord { gain 1 coin }"), "E303", "a seat is needed"),
        (("set lord = f;", "set lord = none;"), "E303", "a family is needed"),
        (("set sheep[f] = sheep[f] + 10", "set sheep[owner[die_1]] = 1"), "", ""),
    ],
)
def test_what_is_refused(tmp_path: Path, change: tuple[str, str], code: str, said: str) -> None:
    text = GAME.replace(*change)
    if not code:
        load(write(tmp_path / "neutral", text))
        return
    assert text != GAME
    with pytest.raises(LoadError) as raised:
        load(write(tmp_path / "neutral", text))
    found = [each for each in raised.value.diagnostics if each.code == code]
    assert any(said in f"{each.message}; {each.help}" for each in found), raised.value.diagnostics

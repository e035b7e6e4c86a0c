"""What is said at a real table: menus, `?`, reasons, stories, and what can be typed."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from ruleset_core import load
from tests.engine.test_thinking import by_interpreter
from tests.play.conftest import Run, rolls_again
from tests.standin import replace_function

GAMES = ["pig", "tic_tac_toe", "troyes_dice"]


@pytest.mark.slow
def test_an_option_that_is_a_yes_or_no_is_named_alone(run: Run) -> None:
    seats = ("--seats", "human,human", "--seed", 1)
    offered = {
        way: run("play", "tournay", *seats, *way, typed=["?"], person=True).out for way in ((), ("--option", "expert"))
    }
    assert ["recruit a citizen" in out.partition("Not now:")[0] for out in offered.values()] == [False, True]
    ran = run("play", "tournay", "--option", "beginner", "--seats", "first,first")
    assert ran.code == 1
    assert "option `beginner` cannot be `true`" in ran.err


@pytest.mark.parametrize(
    ("game", "option"),
    [("troyes", "beginner"), ("tournay", "beginner"), ("carcassonne_masons", "beginner"), ("troyes_dice", "herald")],
)
def test_any_player_may_begin_and_is_called_by_name(game: str, option: str, run: Run) -> None:
    seats = ("--seats", "Ana=human,Bea=human,Cai=human", "--seed", 1, "--option")
    rolled = ("numbering=rolled", "--option") if game == "troyes_dice" else ()
    for who, called in (("Bea", "Bea"), ("seat_2", "Cai")):
        lines = run("play", game, *seats, *rolled, f"{option}={who}", typed=["?"]).out.splitlines()
        assert {line.split(":")[0] for line in lines if line.startswith(("Ana:", "Bea:", "Cai:"))} == {called}
    ran = run("play", game, *seats, f"{option}=seat_3")
    assert (ran.code, "cannot be `seat_3`; it is one of: " in ran.err) == (1, True)


def test_a_value_that_is_not_offered_is_refused_with_its_reason(run: Run) -> None:
    typed = ["die 1; 1; white; 6", "? 6", "9"]
    ran = run("play", "troyes_dice", "--players", 2, "--seed", 3, typed=typed, person=True)
    reason = "`value 6` is not possible now: your influence cannot bring this die to that value."
    assert ran.out.count(reason) == 2
    assert "there is no option 9; there are 3" in ran.out


def test_enter_takes_the_die_as_it_lies(run: Run) -> None:
    ran = run("play", "troyes_dice", "--players", 2, "--seed", 3, typed=["die 1; 1", "", "", ""], person=True)
    assert ran.out.count("[Enter]\n") == 2
    assert "Player 1 takes the die as white." in ran.out
    assert "Player 1 gives the die the value 1." in ran.out
    assert ran.out.count("> \n") == 3
    assert ran.out.count("What do you do with the white 1?") == 1  # no usual answer: Enter asks on


@pytest.mark.parametrize("typed", ["Almoner", "almo", "limosnero", "white_almoner"])
def test_a_card_is_found_by_its_name_wherever_it_lies(run: Run, typed: str) -> None:
    ran = run("play", "tournay", "--seats", "human,first", "--seed", 3, typed=[f"? {typed}"], person=True)
    assert "Almoner (white_almoner)\n  kind " in ran.out
    assert load("tournay").card("white_almoner").text() in ran.out


def test_a_name_that_nothing_has_is_told(run: Run) -> None:
    ran = run("play", "tournay", "--seats", "human,first", "--seed", 3, typed=["? xyzzy"], person=True)
    assert "nothing in Tournay is called `xyzzy`" in ran.out


@pytest.mark.slow
def test_a_menu_of_tournay_says_the_whole_price_of_a_card() -> None:
    """Some prestige buildings take a card of the hand besides deniers, or a citizen instead of them."""
    game, told = load("tournay"), set[str]()
    for seed in range(12):
        state, random = game.new(2, seed), Random(seed)
        while not state.over and len({each[-8:] for each in told}) < 2:
            if state.decision is not None and state.decision.name == "play":
                labels = {game.label(state, option) for option in state.options}
                told |= {each for each in labels if each.endswith((" citizen", "and a card of your hand"))}
            state.apply(random.choice(state.options))
    prices = {each.partition(", price ")[2] for each in told}
    assert any(each.startswith("2 and a card") for each in prices)
    assert any(each in {"a red citizen", "a white citizen", "a yellow citizen"} for each in prices)


@pytest.mark.slow
def test_the_question_mark_leaves_out_what_is_not_at_the_table(run: Run, tmp_path: Path) -> None:
    game = load("troyes")
    state, moves = game.new(2, 3), []
    while state.decision is not None and state.decision.name != "die":
        moves.append(game.notation(state.options[0]))
        state.apply(state.options[0])
    options = game.vocabulary_of("die")
    absent = [option for option in options if "seat_3" in game.notation(option)]
    assert absent
    assert [state.why_not(option, own=True) for option in absent] == [None] * len(absent)
    assert all(state.why_not(option) for option in absent)
    tail, script = {}, tmp_path / "moves.txt"
    script.write_text("\n".join(moves))
    for way in ("?", "? all"):
        game_so_far = ("troyes", "--seats", "human,human", "--seed", 3, "--moves", script)
        ran = run("play", *game_so_far, typed=[way], person=True)
        tail[way] = ran.out.partition(f"> {way}\n")[2]
    assert "Player 4" not in tail["?"]
    assert "more" not in tail["?"].partition("\nNot now:\n")[2]
    assert "red 1 (Player 4)" in tail["? all"]
    assert len(tail["?"].splitlines()) < 40


def test_of_many_that_are_refused_for_one_reason_three_are_named(run: Run) -> None:
    typed = ["1", "?", "? all"]
    ran = run("play", "carcassonne_masons", "--seats", "human,human", "--seed", 3, typed=typed, person=True)
    few, _, all_ = ran.out.partition("> ? all")
    assert "\n  A3, A4, A5, and 55 more: no wall ends there.\n" in few
    assert ", G8, G9: no wall ends there." in " ".join(all_.split())


def test_undo_turn_goes_back_to_the_beginning_or_says_what_is_in_the_way(run: Run) -> None:
    seats = ("--seats", "human,human", "--seed", 3)
    ran = run("play", "troyes_dice", *seats, typed=["die 1; 1; 3; 1", "undo turn"], person=True)
    assert ran.out.count("takes back: ") >= 3
    assert "This is the beginning of your turn." in ran.out
    seed = next(seed for seed in range(99) if rolls_again(seed))
    ran = run("play", "pig", "--seats", "human,human", "--seed", seed, typed=["roll", "undo turn"], person=True)
    assert "Cannot undo: dice or cards were drawn since." in ran.out


TWICE = """
game: twice
name: {en: Twice, es: Dos veces}
players: 1..2
resources: {members: {coin: {name: {en: coin, es: moneda}}}}
sets: {colour: {members: {red: {name: {en: red, es: rojo}}, blue: {name: {en: blue, es: azul}}}}}
decisions: {pick: {of: colour, ask: {en: Which colour?, es: ¿Qué color?}}}
flow:
  - {phase: play, name: {en: play, es: juego}, turns: once, do: "repeat 2 { choose pick c { gain 1 coin } }"}
score: {coins: {name: {en: coins, es: monedas}, amount: coin}}
"""


def test_a_question_that_looks_like_the_one_just_answered_says_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "twice").mkdir()
    (tmp_path / "twice" / "game.yaml").write_text(TWICE, encoding="utf-8")
    typed = ["log", "red", "board", "blue"]
    ran = run("play", tmp_path / "twice", "--seats", "Ana=human", "--lang", "en", typed=typed, person=True)
    asked = [line for line in ran.out.splitlines() if line.endswith("Which colour?")]
    assert asked == ["Ana: Which colour?", "Ana: Once more: Which colour?", "Ana: Once more: Which colour?"]
    spanish = run(
        "play", tmp_path / "twice", "--seats", "Ana=human", "--lang", "es", typed=["red", "blue"], person=True
    )
    assert "Ana: Otra vez: ¿Qué color?" in spanish.out


def test_the_turn_of_the_next_one_is_told_whole_and_not_with_the_answer_before_it(run: Run) -> None:
    ran = run("play", "pig", "--seed", 5, typed=["hold", "log"], person=True)
    assert "Player 1 holds: gains 5 points.\n╭" in ran.out
    turn = "Player 2 rolls 3 times and holds: the die shows 3, then 2, then 3; gains 8 points."
    assert f"Since your last turn:\n{turn}\n" in ran.out
    assert f"2  {turn}\n" in ran.out
    assert (
        "1  Player 1 rolls and holds: the die shows 5; gains 5 points.\n" in ran.out
    )  # the forced throw before the first question too


@pytest.mark.slow
def test_what_comes_of_an_answer_says_it(run: Run) -> None:
    typed = ["b2 b3", "1", "2", "1", "1"]
    ran = run("play", "carcassonne_masons", "--seed", 4, typed=typed, person=True)
    _, told, after = ran.out.partition("Player 1 puts a white tower on B2.\n╭")  # the board has changed, so it is drawn
    assert told
    assert "Player 1: Which colour do you choose for the tower at B3?" in after.partition("> ")[0]
    assert "Player 1 chooses “L04, between A3, B3 and B2”." in ran.out
    ran = run("play", "troyes_dice", "--players", 1, "--seed", 11, typed=["2; white; 4", "resources"], person=True)
    assert "Player 1 gains 4 knowledge" in ran.out


def test_what_a_row_is_good_for_is_said_with_it(run: Run) -> None:
    ran = run(
        "play",
        "troyes_dice",
        "--players",
        1,
        "--seed",
        11,
        "--lang",
        "es",
        typed=["? catedral", "? mercado"],
        person=True,
    )
    assert "Catedral (fila)" in ran.out
    assert "  Thibaut II: Escribe junto al Mercado" in ran.out
    assert "  Mercado 1: Gana 3 de influencia por cada dado rojo disponible." in ran.out


def test_a_set_without_a_name_is_not_named(run: Run) -> None:
    ran = run("play", "tic_tac_toe", "--seats", "Ana=human,Bo=human", "--lang", "es", typed=["? b2"], person=True)
    assert "`b2` es posible: escríbelo\n" in ran.out
    assert "cell" not in ran.out


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "easy plays in place of strong"), ("es", "fácil juega en lugar de fuerte")],
    ids=["en", "es"],
)
def test_who_cannot_think_here_is_told_to_play_as_easy(
    run: Run, monkeypatch: pytest.MonkeyPatch, lang: str, said: str
) -> None:
    replace_function(monkeypatch, "core_of", by_interpreter)
    ran = run("play", "tic_tac_toe", "--seats", "strong,easy", "--seed", 5, "--lang", lang)
    assert ran.code == 0, ran.err
    assert said in ran.out


def test_a_part_of_the_table_is_drawn_by_a_word_of_its_title_and_refused_by_short_names(run: Run) -> None:
    typed = ["board event", "board xyzzy"]
    ran = run("play", "troyes", "--seats", "Ana=human,Bo=first", "--seed", "3", "--no-save", typed=typed, person=True)
    assert "Row of events" in ran.out.split("> board event")[1]
    refused = " ".join((ran.out + ran.err).split()).split("nothing on the table is called 'xyzzy'; there is: ")[1]
    assert refused.startswith("city, row, Ana ")


def test_who_is_shown_a_card_sees_whose_it_is(run: Run, tmp_path: Path) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_text("deed ask\nwho badger\nat brook\nreveal brook\n", encoding="utf-8")
    ran = run("play", "burrow", "--seats", "Ana=human,Bo=human", "--seed", "15", "--no-save", "--moves", moves)
    assert "Bo shows brook: Ana sees brook in the hand of Bo. Bo shows Ana one of the two" in " ".join(ran.out.split())


@pytest.mark.parametrize(
    ("lang", "dealt"), [("en", "Dealing: the trump shows "), ("es", "Reparto: el triunfo muestra ")]
)
def test_a_deal_to_all_tells_the_trump_and_not_the_hands_of_each(run: Run, lang: str, dealt: str) -> None:
    out = run("play", "sheaves", "--seats", "first,first,first", "--seed", "16", "--no-save", "--lang", lang).out
    told = [line for line in out.splitlines() if line.startswith(dealt)]
    assert len(told) == 2  # the first deal is drawn, not told
    assert all(len(line.split()) == 5 for line in told)


def test_the_help_of_seats_names_who_can_sit(run: Run) -> None:
    said = " ".join(run("play", "--help").out.split())
    assert all(f" {bot}" in said for bot in ("greedy", "easy", "normal", "strong", "random", "first"))


def test_what_is_not_possible_is_called_as_a_menu_would_show_it(run: Run) -> None:
    """The dice of Troyes Dice are numbers: `die 0` says nothing to a player."""
    ran = run("play", "troyes_dice", "--seats", "human", "--seed", 3, "--lang", "es", "--plain", typed=["?"])
    told = ran.out.partition("Ahora no:")[2]
    assert "rojo 1, gratis: la plaza de ese dado ha sido destruida" in told
    assert "die 0" not in told


@pytest.mark.slow
@pytest.mark.parametrize("game", ["troyes", "troyes_dice", "tournay", "carcassonne_masons"])
def test_whatever_a_table_says_in_french_has_the_spaces_of_french(game: str, run: Run) -> None:
    typed = ["?", "1", "?", "1", "1", "1", "? foo"]
    ran = run("play", game, "--seats", "human,first", "--seed", 7, "--lang", "fr", "--plain", typed=typed)
    said = [re.sub(r"`[^`]*`|/\S+|ruleset .*", "", line) for line in ran.out.splitlines()]
    assert len(said) > 40
    assert [line for line in said if re.search(r"[^\s\N{NO-BREAK SPACE}][:;?!](?=\s|$)", line)] == []

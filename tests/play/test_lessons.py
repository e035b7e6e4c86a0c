"""A lesson is played as it is written: only the answer that it looks for counts, others are played by it, then the game is free."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import load
from ruleset_core.discovery import EXAMPLES_ROOT
from ruleset_core.play.match import AcceptedAnswer, Match, RefusedAnswer
from ruleset_core.play.match.start_positions import PositionError, find_lesson, find_start, start_of_case
from ruleset_core.play.records import HUMAN, Seat, Session, parse_record, record_bytes, replay
from ruleset_core.play.wording.game_messages import refused_answer_text

PIG = str(EXAMPLES_ROOT / "pig")
HURDLES = str(EXAMPLES_ROOT / "hurdles")
SEATS = (Seat("Ana", HUMAN), Seat("Bo", "easy"))


@pytest.fixture
def match() -> Match:
    return Match(start_of_case(find_lesson(PIG, "")).begin(SEATS))


def answer(match: Match, text: str) -> AcceptedAnswer | RefusedAnswer:
    while match.bot_is_asked:
        match.decide_bot()
    return match.answer(0, text)


def test_another_answer_is_met_with_a_sentence_and_changes_nothing(match: Match) -> None:
    done = answer(match, "play hold")
    assert isinstance(done, RefusedAnswer)
    assert done.why == "lesson"
    assert "Roll again" in refused_answer_text(done, match.game, match.live, "en", ["Ana", "Bo"])
    assert "Vuelve a lanzar" in refused_answer_text(done, match.game, match.live, "es", ["Ana", "Bo"])
    assert not match.session.steps


def test_without_words_of_its_own_the_lesson_names_the_answer(match: Match) -> None:
    answer(match, "play roll")
    done = answer(match, "play hold")
    assert isinstance(done, RefusedAnswer)
    assert refused_answer_text(done, match.game, match.live, "en") == (
        "That is possible too, but here the lesson looks for another answer: play roll."
    )


def test_texts_have_the_values_of_their_moment(match: Match) -> None:
    assert match.lesson is not None
    first = match.lesson.text(match.live, 0, "en")
    assert (first.place, first.count, first.before) == (0, 6, ())
    assert first.say.startswith("You threw a 4, so your pot holds 4.")
    assert match.game.notation(first.sought or 0) == "play roll"
    answer(match, "play roll")
    second = match.lesson.text(match.live, 0, "es")
    assert second.before == ("Un 6: ahora esperan 10 en el bote.",)


def test_the_lesson_plays_the_others_and_then_bots_do(match: Match) -> None:
    assert match.lesson is not None
    for text in ("roll", "roll", "roll", "hold", "roll", "roll"):
        assert isinstance(answer(match, f"play {text}"), AcceptedAnswer), text
    told = [step.move.notation for step in match.session.steps if step.move.seat == 1]
    assert told == ["play roll"]
    assert match.lesson.over
    assert match.lesson_move is None
    while match.bot_is_asked:
        match.decide_bot()
    last = match.lesson.text(match.live, 0, "en")
    assert last.over
    assert last.before[-1] == "That is all of Pig. Play on to 100."
    assert isinstance(answer(match, "play hold"), AcceptedAnswer)
    assert not match.lesson.text(match.live, 0, "en").told


def test_a_lesson_goes_on_where_it_was_left(match: Match) -> None:
    answer(match, "play roll")
    answer(match, "play roll")
    record = parse_record(record_bytes(match.session.record()))
    again = Match(replay(match.game, record))
    assert again.lesson is not None
    assert again.lesson.text(again.live, 0, "en") == match.lesson.text(match.live, 0, "en")  # type: ignore[union-attr]


def test_a_bot_in_the_place_of_the_learner_is_not_taught(match: Match) -> None:
    match.sit(0, "random")
    assert match.lesson is None
    assert isinstance(match.answer(0, "play hold"), AcceptedAnswer)


def test_undo_takes_the_lesson_back(match: Match) -> None:
    assert match.lesson is not None
    for text in ("roll", "roll", "roll"):
        answer(match, f"play {text}")
    before = match.lesson.text(match.live, 0, "en")
    match.session.drop()
    assert match.lesson.text(match.live, 0, "en").place == before.place - 1


def test_a_lesson_that_does_not_fit_any_more_lets_the_game_go_on(tmp_path: Path) -> None:
    game = tmp_path / "pig"
    (game / "lessons").mkdir(parents=True)
    (game / "game.yaml").write_text((EXAMPLES_ROOT / "pig" / "game.yaml").read_text())
    file = game / "lessons" / "a.yaml"
    file.write_text(
        "lessons: [{lesson: a, name: {en: A}, dice: {face: [2, 3, 4, 5]}, steps: [{say: {en: S}, do: play roll}, {1: play hold}, {say: {en: T}, do: play hold}]}]"
    )
    match = Match(start_of_case(find_lesson(str(game), "a")).begin(SEATS, 3))
    assert match.lesson is not None
    assert isinstance(match.answer(0, "play roll"), AcceptedAnswer)
    assert match.lesson.text(match.live, 0, "en").lost
    assert isinstance(match.answer(0, "play roll"), AcceptedAnswer)
    assert match.lesson.sought(match.live) is None
    assert not match.lesson.text(match.live, 0, "en").told
    file.write_text("lessons: []")
    assert Match(match.session).lesson is None


# -- games from positions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("first dog", 0),
        ("a DOG does not jump", 0),
        ("rules:a dog does not jump", 0),
        ("shuts two@1", 1),
        ("first dog@1", 1),
    ],
)
def test_a_position_is_named_by_a_part_of_its_scenario(text: str, moves: int) -> None:
    file = next((EXAMPLES_ROOT / "hurdles" / "scenarios").glob("*.yaml"))
    begun = find_start(HURDLES, text.replace("rules:", f"{file.stem}:"))
    assert begun.moves == moves
    session = begun.begin(SEATS)
    assert len(session.steps) == moves
    assert session.live.to_json() == begun.state.to_json() | {"draws": session.live.to_json()["draws"]}


@pytest.mark.parametrize(
    ("text", "key"),
    [("nowhere", "unknown"), ("dogs stand in teh middle of their rows", "unknown_close"), ("dog", "many"), ("", "many"), ("first dog@7", "no_step")],
)  # fmt: skip
def test_what_names_no_position_is_refused(text: str, key: str) -> None:
    with pytest.raises(PositionError) as refused:
        find_start(HURDLES, text)
    assert refused.value.key == key
    assert refused.value.text("es") != refused.value.text("en")


def test_a_position_of_a_game_that_changed_is_refused(tmp_path: Path) -> None:
    game = tmp_path / "pig"
    (game / "scenarios").mkdir(parents=True)
    (game / "game.yaml").write_text((EXAMPLES_ROOT / "pig" / "game.yaml").read_text())
    (game / "scenarios" / "a.yaml").write_text(
        "scenarios: [{name: old, given: {purse: 3}}, {name: far, do: [play fly]}]"
    )
    for text, said in (("old", "purse"), ("far@1", "play fly")):
        with pytest.raises(PositionError, match=said) as refused:
            find_start(str(game), text)
        assert refused.value.key == "changed"


def test_the_record_of_a_game_from_a_position_says_where_it_began() -> None:
    begun = find_start(HURDLES, "dog does not jump")
    session = begun.begin(SEATS)
    session.apply("walk c1")
    record = parse_record(record_bytes(session.record()))
    assert record.header.start is not None
    assert (record.header.start.name, record.header.start.at) == ("a dog does not jump", "play")
    assert replay(begun.game, record).live.to_json() == session.live.to_json()


def test_keys_that_are_numbers_come_back_from_a_record() -> None:
    game = load("pig")
    start = {"seats": {1: {"points": 9}}, "pot": 4}
    from ruleset_core.play.records import RecordedStart

    session = Session.start(game, SEATS, 1, start=RecordedStart("mine", "play", start, {"face": [3]}))
    record = parse_record(record_bytes(session.record()))
    assert record.header.start == session.header.start
    assert replay(game, record).live.ask("points", 1) == 9


def test_a_saved_game_goes_on_from_a_move(tmp_path: Path) -> None:
    session = Session.start(load("pig"), SEATS, 4)
    for _ in range(5):
        session.apply(session.live.options[0])
    file = tmp_path / "a.ruleset"
    file.write_bytes(record_bytes(session.record()))
    begun = find_start("pig", f"{file}@2")
    assert begun.moves == 2
    again = begun.begin((Seat("Cy", "easy"), Seat("Di", HUMAN)))
    assert again.header.names == ["Cy", "Di"]
    assert [step.move for step in again.steps] == [step.move for step in session.steps[:2]]
    assert find_start("pig", str(file)).moves == 5

"""What a table does with each answer, on the tiny game of the tests of records."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, load
from ruleset_core.play.bots import UnknownBotError, bot_names
from ruleset_core.play.match import HUMAN, AcceptedAnswer, BotRuleError, Match, RefusedAnswer, play_match
from ruleset_core.play.records import RecordError, autosave, read_record
from tests.record.fake import FakeGame, State
from tests.standin import ask_stand_ins
from tests.table.conftest import by_number, in_order, laid


@pytest.fixture(autouse=True)
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    ask_stand_ins(monkeypatch)


def fake(*kinds: str, simultaneous: bool = False) -> Match:
    game: Any = FakeGame(simultaneous=simultaneous)
    return laid(game, *kinds)


def broken(monkeypatch: pytest.MonkeyPatch, option: int) -> None:
    """A rule breaks where this option is taken."""
    apply = State.apply

    def breaks(self: State, taken: int | str) -> None:
        if taken == option:
            raise BrokenRuleError("Fake: `tally` of no seat", {"es": "Falso: `tally` de ningún jugador"})
        apply(self, taken)

    monkeypatch.setattr(State, "apply", breaks)


def test_an_answer_is_a_step_of_the_game() -> None:
    table = fake(HUMAN, HUMAN)
    done = table.answer(0, "take 2", number=0)
    assert isinstance(done, AcceptedAnswer)
    assert [step.move.notation for step in done.steps] == ["take 2"]
    assert not done.kept
    assert [question.decision.name for question in table.questions] == ["finish"]


def test_what_is_refused_says_why_and_changes_nothing() -> None:
    table = fake(HUMAN, HUMAN)
    assert table.answer(1, "take 2") == RefusedAnswer("not_asked", 1, "take 2")
    assert table.answer(0, "finish plain") == RefusedAnswer("not_offered", 0, "finish plain", 3)
    unknown = table.answer(0, "tak 2")
    assert isinstance(unknown, RefusedAnswer)
    assert unknown.why == "unknown"
    assert table.answer(0, 77) == RefusedAnswer("unknown", 0, 77)
    assert not table.session.steps


def test_the_same_answer_sent_twice_counts_once() -> None:
    table = fake(HUMAN)
    table.answer(0, "take 2", number=0)
    assert table.answer(0, "take 2", number=0) == RefusedAnswer("stale", 0, "take 2")
    table.answer(0, "finish plain", number=1)
    assert table.answer(0, "take 2", number=0) == RefusedAnswer("stale", 0, "take 2")
    assert len(table.session.steps) == 2


def test_a_rule_that_breaks_leaves_the_game_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    table = fake(HUMAN)
    broken(monkeypatch, 1)
    refused = table.answer(0, 1)
    assert isinstance(refused, RefusedAnswer)
    assert refused.why == "broken"
    assert refused.broken is not None
    assert not table.session.steps
    assert isinstance(table.answer(0, 2), AcceptedAnswer)


def test_whose_answer_broke_a_rule_is_known_of_bots_too(monkeypatch: pytest.MonkeyPatch) -> None:
    table = fake("first")
    broken(monkeypatch, 0)
    with pytest.raises(BotRuleError) as caught:
        table.decide_bot()
    assert (caught.value.seat, caught.value.option) == (0, 0)


@pytest.mark.parametrize("kind", bot_names())
def test_a_bot_decides_one_step_at_a_time_or_elsewhere(kind: str) -> None:
    """A bot that is made anew for each decision takes what one would take that has played all along."""
    here, elsewhere = (laid("tic_tac_toe", kind, "random") for _ in range(2))
    while not here.over:
        task = elsewhere.task
        assert task is not None
        assert len(here.decide_bot().steps) == 1
        assert isinstance(elsewhere.answer(task.seat, task.choose()), AcceptedAnswer)
    assert here.task is None
    assert here.session.record() == elsewhere.session.record()


def test_seats_change_hands() -> None:
    table = fake(HUMAN, "first")
    assert table.task is None
    table.sit(0, "random")
    assert table.bot_is_asked
    table.decide_bot()
    table.sit(0, HUMAN)
    assert table.task is None
    assert isinstance(table.answer(0, "finish plain"), AcceptedAnswer)
    with pytest.raises(UnknownBotError):
        table.sit(1, "nobody")


class Persons:
    """Persons who can be waited for."""

    def __init__(self, table: Match) -> None:
        self.table = table
        self.told: list[str] = []

    def before(self) -> None:
        self.told.append("before")

    def ask(self, question: Any) -> None:
        self.told.append(f"asked {question.seat}")
        self.table.answer(question.seat, question.decision.options[0])

    def bot_decided(self, answered: AcceptedAnswer) -> None:
        self.told.append(f"bot {answered.seat}")

    def after(self) -> None:
        self.told.append("after")


def test_the_loop_asks_persons_and_lets_bots_decide() -> None:
    table = fake(HUMAN, "first")
    persons = Persons(table)
    play_match(table, persons)
    assert table.over
    assert persons.told[:3] == ["before", "asked 0", "after"]
    assert persons.told[6:9] == ["before", "bot 1", "after"]


# -- all at the same time ---------------------------------------------------------------------------------------------


def test_answers_ahead_wait_and_are_seen_by_nobody() -> None:
    table = laid("oars", *[HUMAN] * 4)
    asked = [question.seat for question in table.questions]
    assert len(asked) == 4
    first, second = table.questions[:2]
    done = table.answer(second.seat, second.decision.options[0])
    assert done == AcceptedAnswer(second.seat, second.decision.options[0])
    assert table.kept(second.seat) == (second.decision.options[0],)
    assert not table.session.steps
    assert table.question(second.seat) is None  # it has chosen
    assert table.answer(second.seat, 0) == RefusedAnswer("not_asked", second.seat, 0)
    done = table.answer(first.seat, first.decision.options[0])
    assert isinstance(done, AcceptedAnswer)
    assert [step.move.seat for step in done.steps] == [first.seat, second.seat]
    assert table.kept(second.seat) == ()


def test_an_answer_that_waits_can_be_taken_back() -> None:
    table = laid("oars", *[HUMAN] * 4)
    second = table.questions[1]
    table.answer(second.seat, second.decision.options[0])
    taken = table.undo(second.seat)
    assert (taken.seat, taken.option, taken.kept) == (second.seat, second.decision.options[0], True)
    assert second.decision.options[0] in taken.before.options
    assert table.kept(second.seat) == ()
    with pytest.raises(RecordError, match="another player"):
        table.undo(second.seat)
    again = table.question(second.seat)
    assert again is not None
    assert isinstance(table.answer(second.seat, again.decision.options[1], again.number), AcceptedAnswer)


def test_who_gives_the_seat_away_leaves_no_answers() -> None:
    table = laid("oars", *[HUMAN] * 4)
    second = table.questions[1]
    table.answer(second.seat, second.decision.options[0])
    table.sit(second.seat, "first")
    assert table.kept(second.seat) == ()
    assert second.seat not in [question.seat for question in table.questions]


def test_answers_wait_as_long_as_the_choice_lasts() -> None:
    table = fake(HUMAN, HUMAN, simultaneous=True)
    assert table.session.group(0) == 0
    table.answer(0, "take 1")
    second = table.question(1)
    assert second is not None
    assert isinstance(table.answer(1, "take 3"), AcceptedAnswer)
    table.undo(0)
    assert table.kept(1) == (2,)
    table.answer(0, "take 1")
    done = table.answer(0, "finish plain")
    assert isinstance(done, AcceptedAnswer)
    assert [step.move.notation for step in done.steps] == ["finish plain", "take 3"]


def test_answers_that_wait_go_with_a_choice_that_was_left() -> None:
    """What led to the choice was taken back: the others were never asked."""
    table = laid("oars", *[HUMAN] * 4)
    while not table.session.steps or table.session.group(len(table.session.steps)) < len(table.session.steps):
        table.answer(table.live.seat, table.live.options[0])
    second = table.questions[1]
    table.answer(second.seat, second.decision.options[0])
    assert table.kept(second.seat)
    table.session.drop()
    assert table.kept(second.seat) == ()


def test_a_kept_answer_that_does_not_fit_any_more_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = fake(HUMAN, HUMAN, simultaneous=True)
    table.answer(1, "take 3")
    broken(monkeypatch, 2)
    table.answer(0, "take 1")
    done = table.answer(0, "finish plain")
    assert isinstance(done, AcceptedAnswer)
    assert done.dropped == (1,)
    assert table.questions[0].seat == 1


def test_behind_a_kept_answer_that_breaks_a_rule_now_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    table = fake(HUMAN, HUMAN, simultaneous=True)
    table.answer(1, "take 3")
    assert table.question(1) is not None
    broken(monkeypatch, 2)
    table.answer(0, "take 1")
    assert table.question(1) is None
    assert table.kept(1) == (2,)


def test_nothing_is_asked_behind_chance() -> None:
    """What is drawn falls in the order of the record, so it is not known before the others have chosen."""
    table = fake(HUMAN, HUMAN, simultaneous=True)
    table.answer(1, "take 3")
    assert isinstance(table.answer(1, "finish dice"), AcceptedAnswer)
    assert table.question(1) is None


# -- taking back, files ------------------------------------------------------------------------------------------------


def test_what_is_taken_back_is_told_anew() -> None:
    table = fake(HUMAN, HUMAN)
    table.answer(0, "take 2")
    first = table.telling.new_story(table.session, None)
    assert first is not None
    taken = table.undo()
    assert (taken.seat, taken.option, taken.before) == (0, 1, table.live)
    table.answer(0, "take 3")
    second = table.telling.new_story(table.session, None)
    assert second is not None
    assert second.sentences("en", ["Ana", "Bo"]) == ["Ana: take 3"]


def test_a_whole_turn_is_taken_back() -> None:
    table = fake(HUMAN)
    table.answer(0, "take 2")
    table.answer(0, "finish plain")
    assert [taken.option for taken in table.undo_turn()] == [3, 1]
    problem = table.undo_problem()
    assert problem is not None
    assert problem.key == "undo_nothing"


def test_what_befalls_the_file_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = fake(HUMAN)
    table.session.journal = autosave(table.session.record())
    assert [*table.keeping.news(table.session)] == []
    write = os.write

    def full(*_: Any) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    table.answer(0, "take 2")
    (news,) = table.keeping.news(table.session)
    assert (news.key, news.is_bad) == ("trouble", True)
    assert news.problem is not None
    assert "No space left" in str(news.problem)
    table.answer(0, "finish plain")
    assert [*table.keeping.news(table.session)] == []
    assert [news.key for news in table.keeping.at_last(table.session)] == ["lost", "kept"]
    monkeypatch.setattr(os, "write", write)
    assert [news.key for news in table.keeping.at_last(table.session)] == ["trouble_over", "kept"]
    table.close()
    file = table.session.journal.path
    assert len(read_record(file).moves) == 2


def test_a_file_that_was_deleted_comes_anew() -> None:
    table = fake(HUMAN)
    table.session.journal = journal = autosave(table.session.record())
    assert [*table.keeping.news(table.session)] == []
    Path(journal.path).unlink()
    table.answer(0, "take 2")
    assert [news.key for news in table.keeping.news(table.session)] == ["kept_anew"]


def test_another_session_is_laid_on_the_table() -> None:
    table, other = fake(HUMAN), fake(HUMAN, "first")
    table.session.journal = journal = autosave(table.session.record())
    other.answer(0, "take 2")
    table.sit_down(other.session)
    assert not journal.is_at(journal.path)  # its file is closed
    assert table.seating.kinds == [HUMAN, "first"]
    assert table.telling.new_story(table.session, None) is None  # what was there is told by whoever brought it


def test_a_table_of_a_game_that_is_over() -> None:
    table = fake(HUMAN)
    in_order(table, by_number(1))
    assert table.questions == []
    assert table.question(0) is None
    assert table.answer(0, 0) == RefusedAnswer("over", 0, 0)


def test_hidden_things_of_those_who_have_not_answered_are_no_secret_to_a_question() -> None:
    """The state at which a seat is asked ahead shows it what it would see in its turn."""
    table = laid(load("sheaves"), *[HUMAN] * 4)
    first, *others = table.questions
    seen = {question.seat: question.state.observe(question.seat) for question in others}
    offered = {question.seat: question.decision.options for question in others}
    while table.live.simultaneous:
        seat = table.live.seat
        if seat != first.seat:
            assert table.live.observe(seat) == seen[seat]
            assert table.live.options == offered[seat]
        table.answer(seat, table.live.options[-1])
    assert len(others) == 3

"""Bots of somebody's own: how they are named, what they are shown, and what is said where they are none or go wrong."""

from __future__ import annotations

import pickle
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, load
from ruleset_core.play.bots import (
    BotError,
    Stream,
    allow_bot,
    allowed_bots,
    bot_names,
    bot_sources,
    installed_bots,
    is_known_bot,
    make_bot,
    watch_bot_calls,
)
from ruleset_core.play.wording.game_messages import bot_error_text

GOOD = """
class Last:
    def __init__(self, stream):
        self.stream = stream

    def choose(self, state):
        return state.options[-1]


class Answers(Last):
    def choose(self, state):
        return {answer}

    def fails(self, error, *said):
        raise error(*said)


class Unsure(Last):
    @property
    def sims(self):
        raise ValueError("not counted")


class Talks(Last):
    def __init__(self, stream):
        super().__init__(stream)
        print("a talker")

    def choose(self, state):
        print("thinking ...")
        return state.options[0]


class Silent(Exception):
    def __str__(self):
        raise ValueError("no text")

    __repr__ = __str__


def made(stream):
    return Last(stream)


def empty(stream):
    return 3


class Unmade(Last):
    def __init__(self):
        pass


NUMBER = 3
"""


@pytest.fixture(autouse=True)
def nobody_is_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_sources, "_admitted", {})


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.py"
    path.write_text(GOOD.format(answer="state.options[0]"))
    return path


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize("name", ["Last", "made"])
def test_a_bot_is_a_class_in_a_file_or_what_makes_one(name: str) -> None:
    assert not is_known_bot(f"mine.py:{name}")
    allow_bot(f"mine.py:{name}")
    allow_bot(f"mine.py:{name}")
    assert is_known_bot(f"mine.py:{name}")
    assert f"mine.py:{name}" not in bot_names()
    state = load("pig").new(2, 1)
    assert make_bot(f"mine.py:{name}", 1, 0).choose(state) == state.options[-1]


@pytest.mark.usefixtures("file")
def test_who_watches_is_told_which_bot_is_called_and_when_none_is_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, int]] = []
    monkeypatch.setattr(bot_sources, "_watchers", [])
    watch_bot_calls(lambda name, seat: told.append((name, seat)))
    allow_bot("mine.py:Last")
    bot = make_bot("mine.py:Last", 1, 0)
    assert told == [("mine.py:Last", 0), ("", 0)], "it is made for no seat"
    bot.choose(load("pig").new(2, 1))
    assert told[2:] == [("mine.py:Last", 1), ("", 0)]


def test_a_bot_is_a_class_in_a_module(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(file.parent)
    (file.parent / "my_package").mkdir()
    (file.parent / "my_package" / "players.py").write_text(file.read_text())
    allow_bot("my_package.players:Last")
    assert make_bot("my_package.players:Last", 1, 0).choose(load("pig").new(2, 1)) >= 0
    assert allowed_bots() == (("my_package.players:Last", None),)


def test_a_bot_is_what_is_installed_under_a_name(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(file.parent)
    points = {
        name: EntryPoint(name, f"mine:{what}", bot_sources.GROUP)
        for name, what in (("mine", "Last"), ("broken", "Nobody"), ("number", "NUMBER"))
    }
    monkeypatch.setattr(
        bot_sources, "registered_entry_points", lambda group: points if group == bot_sources.GROUP else {}
    )
    assert bot_names()[-3:] == ["mine", "broken", "number"]
    assert installed_bots()["mine"] == "mine:Last"
    assert is_known_bot("mine")
    assert make_bot("mine", 1, 0).choose(load("pig").new(2, 1)) >= 0
    with pytest.raises(BotError, match=r"`broken` cannot be loaded: AttributeError"):
        make_bot("broken", 1, 0)
    with pytest.raises(BotError, match="`number` is not a bot"):
        make_bot("number", 1, 0)
    sys.modules.pop("mine")


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("nowhere.py:Last", "there is no file nowhere.py"),
        ("mine.py", "`mine.py:NAME`"),
        ("./mine.txt:Last", "there is no file ./mine.txt"),
        ("mine.py:Lst", "mine.py has no `Lst`; it has `Last`"),
        ("mine.py:NUMBER", "is not a bot"),
        ("mine.py:Stream", "mine.py has no `Stream`"),
        ("no.such.module:Last", "there is no module `no`"),
        ("json:JSONDecoder", "is not a bot"),
        ("torn.py:Last", "cannot be loaded: SyntaxError"),
        ("raises.py:Last", "cannot be loaded: ZeroDivisionError: division by zero (raises.py, line 2)"),
        ("leaves.py:Last", "cannot be loaded: SystemExit: 3"),
        ("needs.py:Last", "cannot be loaded: ModuleNotFoundError: No module named 'not_here'"),
    ],
)
def test_what_is_no_bot_is_told(spec: str, said: str) -> None:
    Path("torn.py").write_text("class Last(:\n")
    Path("raises.py").write_text("\n1 / 0\n")
    Path("leaves.py").write_text("import sys\nsys.exit(3)\n")
    Path("needs.py").write_text("import not_here\n")
    with pytest.raises(BotError) as caught:
        allow_bot(spec)
    assert said in str(caught.value)
    assert not is_known_bot(spec)
    assert bot_error_text(caught.value, "es") != str(caught.value) == bot_error_text(caught.value, "en")


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize(("name", "said"), [("empty", "is not a bot"), ("Unmade", "cannot be created: TypeError")])
def test_what_makes_no_bot_is_told(name: str, said: str) -> None:
    allow_bot(f"mine.py:{name}")
    with pytest.raises(BotError, match=said):
        make_bot(f"mine.py:{name}", 1, 0)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            "1 / 0",
            "failed at the question `Roll again, or hold what you have?`: ZeroDivisionError: division by zero (mine.py, line 12)",
        ),
        ("77", "answered 77 to the question `Roll again, or hold what you have?`; the options are: 0 (play roll)"),
        ("__import__('sys').exit(3)", "failed at the question `Roll again, or hold what you have?`: SystemExit: 3"),
        ("None", "answered None to the question `Roll again, or hold what you have?`"),
        ("'play roll'", "answered 'play roll' to the question `Roll again, or hold what you have?`"),
        (
            "state.options.clear() or 5",
            "answered 5 to the question `Roll again, or hold what you have?`; the options are: 0 (play roll)",
        ),
        ("self.fails(GeneratorExit)", "failed at the question `Roll again, or hold what you have?`: GeneratorExit"),
        ("self.fails(BaseException, 'out')", "BaseException: out (mine.py, line"),
        (
            "self.fails(Silent)",
            "failed at the question `Roll again, or hold what you have?`: Silent (mine.py, line",
        ),
        ("10 ** 5000", "answered a value of type int to the question"),
        ("Silent()", "answered a value of type Silent to the question"),
    ],
)
def test_a_bot_that_goes_wrong_is_told(file: Path, answer: str, said: str) -> None:
    file.write_text(GOOD.format(answer=answer))
    spec = f"{file}:Answers"
    allow_bot(spec)
    state = load("pig").new(2, 1)
    before = state.to_json()
    with pytest.raises(BotError) as caught:
        make_bot(spec, 1, 0).choose(state)
    assert f"the bot `{spec}` on seat 1" in str(caught.value)
    assert said in str(caught.value)
    assert state.to_json() == before
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.key) == (str(caught.value), caught.value.key)


def test_a_bot_is_named_where_it_raises_a_broken_rule(file: Path) -> None:
    file.write_text(
        "from ruleset_core import BrokenRuleError\n" + GOOD.format(answer="self.fails(BrokenRuleError, 'x')")
    )
    allow_bot("mine.py:Answers")
    with pytest.raises(BrokenRuleError) as caught:
        make_bot("mine.py:Answers", 1, 0).choose(load("pig").new(2, 1))
    question = "Roll again, or hold what you have?"
    assert str(caught.value) == f"the bot `mine.py:Answers` on seat 1, at the question `{question}`: x"
    assert caught.value.text("es").startswith("el bot `mine.py:Answers` del asiento 1, en la pregunta `¿")


@pytest.mark.usefixtures("file")
def test_a_bot_that_cannot_say_its_simulations_has_taken_none() -> None:
    allow_bot("mine.py:Unsure")
    assert make_bot("mine.py:Unsure", 1, 0).sims == 0


def test_what_a_bot_prints_goes_to_standard_error(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text('print("imported")\n' + GOOD.format(answer=0))
    allow_bot("mine.py:Talks")
    make_bot("mine.py:Talks", 1, 0).choose(load("pig").new(2, 1))
    assert capsys.readouterr() == ("", "imported\na talker\nthinking ...\n")


def test_a_bot_is_shown_no_more_than_its_seat_knows() -> None:
    seen: list[Any] = []

    class Looks:
        def __init__(self, stream: Stream) -> None:
            self.stream = stream

        def choose(self, state: Any) -> int:
            seen.append(state)
            return int(self.stream.pick(state.options))

    state = load("troyes").new(3, 4)
    bot = bot_sources.ExternalBot(Looks, Stream(1, "x"), "looks")
    bot.choose(state)
    assert seen[0].observe(state.seat) == state.observe(state.seat)
    assert seen[0].to_json() != state.to_json(), "what it does not know is another"

"""Notes of play-tests: files that testers send are read, or refused in a sentence; what they say together; the page."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import load
from ruleset_core.cli import main
from ruleset_core.lab.playtests import PlaytestGroup, group_playtests
from ruleset_core.lab.report.playtest_pages import playtests_html
from ruleset_core.play.match.session_setup import start_session
from ruleset_core.play.records import Seat, Session
from ruleset_core.play.records.playtest_files import (
    MOST_BYTES,
    PlaytestError,
    parse_playtest,
    playtest_header,
    read_playtest,
    record_without_names,
)
from ruleset_core.values import schema_problem

NOTE = '<script>alert("1")</script> & what is\nthe pot for?'


def played(game: str, seed: int) -> Session:
    """A game of two, played at random."""
    session = start_session(load(game), [Seat("Ana", "human"), Seat("Bo", "easy")], seed, {}, [], None)
    chance = Random(seed)
    while not session.live.over:
        session.apply(chance.choice(session.live.options))
    return session


def written(session: Session, seat: int = 0, *more: dict[str, Any], record: bool = True) -> bytes:
    """Notes as a page writes them: an answer of four seconds and more for each move of the seat."""
    entries: list[dict[str, Any]] = []
    for number, step in enumerate(session.steps):
        if step.move.seat == seat:
            given, took = len(entries), 4.0 + len(entries)
            entries.append(
                {
                    "kind": "answer",
                    "at": number,
                    "seconds": given,
                    "question": step.decision,
                    "given": given,
                    "took": took,
                }
            )
    lines = [playtest_header(session, seat, ["human", "easy"]), *entries, *more]
    text = "".join(json.dumps(each, separators=(",", ":")) + "\n" for each in lines)
    return text.encode() + (record_without_names(session) if record else b"")


@pytest.fixture(scope="module")
def pig() -> Session:
    return played("pig", 4)


@pytest.fixture(scope="module")
def tests(pig: Session, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three files: of two seats of a game, and of another game without its moves."""
    home = tmp_path_factory.mktemp("tests")
    question = {"question": "decide", "given": 2}
    own = [number for number, step in enumerate(pig.steps) if step.move.seat == 0]
    looked = [{"kind": "lookup", "at": 5, "seconds": 30, "what": what, **question} for what in ("pot", "Pot", "bote")]
    first = written(
        pig,
        0,
        *looked,
        {"kind": "refused", "at": own[2], "seconds": 31, "what": "Not now: there is nothing to hold", **question},
        {"kind": "undo", "at": 5, "seconds": 31, **question},
        {"kind": "rules", "at": 5, "seconds": 32, **question},
        {"kind": "note", "at": 0, "seconds": 33, "what": NOTE, **question},
    )
    (home / "pig-1-P1.playtest.txt").write_bytes(first)
    (home / "pig-1-P2.playtest (1).txt").write_bytes(written(pig, 1).replace(b"\n", b"\r\n"))
    (home / "pig-2-P1.playtest.txt").write_bytes(
        written(played("pig", 5), 0, {"kind": "note", "at": 3, "seconds": 9, "what": "Slow"}, record=False)
    )
    return home


def grouped(home: Path) -> PlaytestGroup:
    (group,) = group_playtests([read_playtest(each) for each in sorted(home.glob("*.txt"))], ())
    return group


def test_what_is_written_is_read_and_fits_the_schema(pig: Session) -> None:
    raw = written(pig)
    found = parse_playtest(raw)
    assert (found.game, found.seat, found.kinds, found.expansions) == ("pig", 0, ("human", "easy"), ())
    assert found.record is not None
    assert len(found.record.moves) == len(pig.steps)
    assert b"Ana" not in raw
    assert b"Bo" not in raw
    notes = raw[: raw.index(b'{"format":"ruleset-record')].splitlines()
    assert [schema_problem("playtest", json.loads(line)) for line in notes] == [""] * len(notes)


def test_testers_say_together_where_they_hesitated_and_what_they_looked_up(tests: Path) -> None:
    group = grouped(tests)
    (question,) = group.questions
    assert question.question == "decide"
    assert question.testers == 3
    assert min(question.times) == 4.0
    assert [(each.what, each.count, each.testers) for each in group.looked_up("en")] == [("pot", 3, 1)], (
        "one thing in two languages"
    )
    assert [each.count for each in group.refused] == [1]
    assert group.count("undo") == 1
    assert group.prompts("decide", "en") == ["Roll again, or hold what you have?"]


def test_a_note_stands_at_the_position_before_the_next_answer(tests: Path, pig: Session) -> None:
    group = grouped(tests)
    placed = {entry.what: test.position(entry) for test, entry in group.notes}
    own = [number for number, step in enumerate(pig.steps) if step.move.seat == 0]
    assert placed == {NOTE: own[2], "Slow": None}


def test_notes_of_moves_that_were_taken_back_say_so(pig: Session) -> None:
    entries = [
        {"kind": "note", "at": 9, "seconds": 1, "question": "decide", "given": given, "what": str(given)}
        for given in (1, 3, 2)
    ]
    (group,) = group_playtests([parse_playtest(written(pig, 0, *entries))], ())
    assert [(entry.what, test.was_taken_back(entry)) for test, entry in group.notes] == [
        ("1", False),
        ("3", True),
        ("2", False),
    ]


def test_answers_that_took_longest_are_those_far_from_the_others(pig: Session) -> None:
    raw = written(pig).replace(b'"took":5.0', b'"took":500.0')
    (group,) = group_playtests([parse_playtest(raw)], ())
    assert [entry.took for _, entry in group.longest] == [500.0]
    assert "500 seconds" in playtests_html([group], 0, "en")
    (quick,) = group_playtests([parse_playtest(written(pig))], ())
    assert quick.longest == []


def test_cards_that_nobody_chose_come_first() -> None:
    (group,) = group_playtests([parse_playtest(written(played("tournay", 3)))], ())
    chosen = [each.chosen > 0 for each in group.cards]
    assert chosen == sorted(chosen)
    assert {False, True} == set(chosen)
    assert all(each.offered >= each.chosen > -1 and each.offered_to == 1 for each in group.cards)


def test_the_page_shows_notes_as_text_with_pictures_of_their_positions(tests: Path) -> None:
    text = playtests_html([grouped(tests)], 1, "en")
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    drawn = text.partition("data:image/svg+xml;base64,")[2].partition('"')[0]
    assert b64decode(drawn).startswith(b"<svg")
    assert "ruleset replay" in text
    assert "1 file could not be read" in text
    assert "http://" not in text.replace("http://www.w3.org", "")


@pytest.mark.parametrize("lang", ["es", "fr"])
def test_the_page_speaks_other_languages(tests: Path, lang: str) -> None:
    text = playtests_html([grouped(tests)], 0, lang)
    assert f'lang="{lang}"' in text
    assert "What they wrote" not in text


def test_the_command_sums_up_a_directory_and_writes_the_page(
    tests: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    assert main(["playtests", str(tests), "--html", str(page)]) == 0
    said = capsys.readouterr().out
    assert "Notes of 3 testers." in said
    assert "Roll again, or hold what you have?" in said
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_bad_file_is_named_and_left_out(tests: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = next(tests.glob("*.txt")), tmp_path / "a.playtest.txt"
    bad.write_bytes(b"hello")
    assert main(["playtests", str(good), str(bad)]) == 1
    said = capsys.readouterr()
    assert "a.playtest.txt" in said.err
    assert "1 file was skipped." in said.err
    assert main(["playtests", str(bad)]) == 1
    (tmp_path / "empty").mkdir()
    assert main(["playtests", str(tmp_path / "empty")]) == 1


@pytest.mark.parametrize("asks", [[""], ["x" * 201], ["a\nb"], [str(number) for number in range(6)]])
@pytest.mark.parametrize("command", ["serve", "export"])
def test_questions_for_testers_are_few_and_short(
    command: str, asks: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--html", str(tmp_path / "a.html")] if command == "export" else []
    assert main([command, "pig", *where, *(word for each in asks for word in ("--ask", each))]) == 2
    assert "at most 5 questions" in capsys.readouterr().err


def test_replay_goes_to_the_position_of_a_note(tests: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tests / "pig-1-P1.playtest.txt"), "--to", "3"]) == 0
    assert "Position 3" in capsys.readouterr().out
    assert main(["replay", str(tests / "pig-2-P1.playtest.txt")]) == 1
    assert "hold no moves" in capsys.readouterr().err


HEADER = '{"format":"ruleset-playtest 1","ruleset":"0","game":"pig","version":"","hash":"x","expansions":[],"options":{},"seat":0,"seats":["human"]}\n'
HOSTILE: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("", "foreign"),
    "another file": ("# Read me", "foreign"),
    "bytes": (b"\xff\xfe\x00" * 40, "foreign"),
    "newer": (HEADER.replace("playtest 1", "playtest 9"), "newer"),
    "not UTF-8": (HEADER.encode() + b'{"kind":"note","at":0,"seconds":0,"what":"\xff"}\n', "line"),
    "cut": (HEADER[:60], "line"),
    "seat": (HEADER.replace('"seat":0', '"seat":7'), "line"),
    "path": (HEADER.replace('"pig"', '"../../etc"'), "line"),
    "path of an expansion": (HEADER.replace('"expansions":[]', '"expansions":["/tmp/x"]'), "line"),
    "deep": (HEADER + "[" * 5000 + "\n", "line"),
    "long number": (HEADER + '{"kind":"note","at":' + "9" * 5000 + ',"seconds":0}\n', "line"),
    "infinite": (HEADER + '{"kind":"answer","at":0,"seconds":1e999}\n', "line"),
    "no number": (HEADER + '{"kind":"answer","at":0,"seconds":NaN}\n', "line"),
    "kind": (HEADER + '{"kind":"spy","at":0,"seconds":0}\n', "line"),
    "type": (HEADER + '{"kind":"note","at":"0","seconds":0}\n', "line"),
    "key": (HEADER + '{"kind":"note","at":0,"seconds":0,"ip":"127.0.0.1"}\n', "line"),
    "key twice": (HEADER + '{"kind":"note","at":0,"at":1,"seconds":0}\n', "line"),
    "long note": (HEADER + '{"kind":"note","at":0,"seconds":0,"what":"' + "x" * 3000 + '"}\n', "line"),
    "many lines": (HEADER + '{"kind":"hint","at":0,"seconds":0}\n' * 5000, "too_large"),
    "large": (HEADER + " " * MOST_BYTES, "too_large"),
    "record": (HEADER + '{"format":"ruleset-record 2"}\n', "record"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("lang", ["en", "es", "fr"])
def test_hostile_files_get_one_sentence(name: str, lang: str, tmp_path: Path) -> None:
    given, key = HOSTILE[name]
    file = tmp_path / "a.playtest.txt"
    file.write_bytes(given if isinstance(given, bytes) else given.encode())
    with pytest.raises(PlaytestError) as wrong:
        read_playtest(file)
    assert wrong.value.key == key
    said = wrong.value.text(lang)
    assert said.startswith(str(file))
    assert "\n" not in said
    assert len(said) < 600 + len(str(file))


@pytest.mark.parametrize("name", ["missing", "directory"])
def test_what_is_no_file_is_told(name: str, tmp_path: Path) -> None:
    if name == "directory":
        (tmp_path / name).mkdir()
    with pytest.raises(PlaytestError):
        read_playtest(tmp_path / name)


def changed(raw: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    """The notes with another header of their record."""
    notes, _, record = raw.partition(b'{"format":"ruleset-record')
    first, _, moves = (b'{"format":"ruleset-record' + record).partition(b"\n")
    header = json.loads(first)
    header.pop("check", None)
    change(header)
    return notes + json.dumps(header, separators=(",", ":")).encode() + b"\n" + moves


def test_a_record_of_another_game_is_refused_and_directories_in_it_are_not_believed(pig: Session) -> None:
    with pytest.raises(PlaytestError) as wrong:
        parse_playtest(changed(written(pig), lambda header: header.update(game="tic_tac_toe")))
    assert wrong.value.key == "other_record"
    found = parse_playtest(changed(written(pig), lambda header: header.update(roots=["/etc"], expansions=[])))
    assert found.record is not None
    assert found.record.header.roots == ()


def test_moves_that_do_not_fit_are_played_as_far_as_they_do(pig: Session) -> None:
    lines = written(pig, 0, {"kind": "note", "at": 900, "seconds": 1, "what": "late"}).replace(
        b'"move":"play hold"', b'"move":"play fly"', 1
    )
    raw = b"\n".join(
        line if b"play fly" not in line else line.partition(b',"check"')[0] + b"}" for line in lines.split(b"\n")
    )
    (group,) = group_playtests([parse_playtest(raw)], ())
    (test,) = group.tests
    assert test.problem is not None
    assert test.session is not None
    assert len(test.session.steps) < len(pig.steps)
    assert test.position(group.notes[0][1]) == len(test.session.steps)
    assert "fit" in playtests_html([group], 0, "en")


def test_a_game_that_is_not_here_leaves_the_figures(pig: Session, tmp_path: Path) -> None:
    raw = written(pig, record=False).replace(b'"game":"pig"', b'"game":"no_such_game"')
    (group,) = group_playtests([parse_playtest(raw)], (tmp_path,))
    assert group.game is None
    assert group.questions
    assert "no_such_game" in playtests_html([group], 0, "en")


@pytest.mark.parametrize(("key", "number"), [("at", 2.0), ("given", 1.0), ("given", 1e6), ("at", -0.0)])
def test_what_counts_something_is_a_whole_number(pig: Session, key: str, number: float) -> None:
    note = {"kind": "note", "at": 3, "seconds": 2, "question": "decide", "given": 1, "what": "x"}
    with pytest.raises(PlaytestError, match=key):
        parse_playtest(written(pig, 0, {**note, key: number}))


def test_a_seat_is_a_whole_number(pig: Session) -> None:
    with pytest.raises(PlaytestError, match="line 1: seat"):
        parse_playtest(written(pig).replace(b'"seat":0,', b'"seat":0.0,', 1))

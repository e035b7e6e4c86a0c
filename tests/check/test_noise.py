"""One mistake is told once, where it is made, and what is meant so is not told at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core.check.checker import check_paths
from ruleset_core.cli.experiments.trial_report import _by_question
from ruleset_core.diagnostics import Diagnostic, Span
from tests.check.conftest import quote
from tests.check.page_examples import FILES

GAME = FILES["game.yaml"]
BOUGHT = "rules: [{id: a, when: {event: bought, do: %s}}]\n"
NOTE = "state: {note: {is: 1..6, name: {en: note, es: nota}%s}}\n"


def codes(report):
    return [item.code for item in report.diagnostics]


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        ("", ["W509"]),
        ("view: {told: [note]}\n", []),
        ("look: {panels: {notes: {title: {en: '{note}', es: '{note}'}, show: [{text: '{note}'}]}}}\n", []),
    ],
)
def test_a_field_that_is_there_to_be_shown_is_used(checked, shown, found):
    assert codes(checked({"more.yaml": NOTE % "" + BOUGHT % "set note = 3" + shown})) == found


def test_a_field_whose_changes_are_told_is_used(checked):
    tell = ", tell: {en: 'note: {value}', es: 'nota: {value}'}"
    told = checked({"more.yaml": NOTE % tell + BOUGHT % "set note = 3"})
    assert "W509" not in codes(told)


def test_a_plural_is_no_slip(checked):
    state = "state: {my_die: {is: 1..6, name: {en: my dice, es: mis dados}}}\n"
    assert codes(checked({"more.yaml": state + BOUGHT % '"roll my_die; gain my_die fame"'})) == []


def test_a_doubt_about_an_amount_names_the_resource(checked):
    last = 'state: {last: {is: "seat?", name: {en: last, es: último}}}\n'
    (found,) = checked({"more.yaml": last + BOUGHT % '"gain last.coin fame; set last = me"'}).diagnostics
    assert (found.code, found.message) == ("W522", "`last` may be none, and its `coin` is looked at")


@pytest.mark.parametrize(
    ("game", "advice"),
    [
        (GAME.replace("turns: once", "turns: once\n        first: last"), "say what counts else: `if last != none then last else ...`"),
        (GAME.replace("do: shuffle stall", 'do: "shuffle stall; as last { gain 1 coin }"'), "look at it first: `if last != none { ... }`"),
    ],
    ids=["first", "do"],
)  # fmt: skip
def test_the_advice_about_a_doubt_can_stand_where_the_doubt_is(checked, game, advice):
    last = 'state: {last: {is: "seat?", name: {en: last, es: último}}}\n'
    (found,) = checked({"game.yaml": game, "more.yaml": last + BOUGHT % "set last = me"}).diagnostics
    assert (found.code, found.help.startswith(advice)) == ("W522", True)


def test_the_rest_of_a_question_that_cannot_be_read_is_not_told_of(checked):
    keep = "decisions: {keep: {of: ware, ask: {en: 'Which?', es: '¿Cuál?'}, done: {en: keep, es: guardar}}}\n"
    found = checked({"more.yaml": keep + BOUGHT % '"choose keep w in sold { gain 1 fame } or keep"'})
    assert codes(found) == ["E201"]


def test_a_line_that_closes_several_circles_is_told_once(checked):
    defines = "".join(f"  a{n}: {{amount: a{(n + 1) % 7} + a{(n + 2) % 7}}}\n" for n in range(7))
    assert codes(checked({"more.yaml": f"define:\n{defines}" + BOUGHT % "gain a0 fame"})) == ["E311"]


def test_two_circles_are_two(checked):
    defines = "define: {a: {amount: b}, b: {amount: a}, c: {amount: d}, d: {amount: c}}\n"
    found = checked({"more.yaml": defines + BOUGHT % "gain a + c fame"})
    assert len([*found.diagnostics, *(each for item in found.diagnostics for each in item.alike)]) == 2


def test_a_shared_change_of_an_expansion_is_told_at_its_statement(tmp_path):
    game = (
        GAME.replace("turns: once", "turns: simultaneous")
        .replace("roll face;", "")
        .replace("gain face coin", "gain 1 coin")
    )
    game = game.replace("move first_one to sold; ", "").replace("set face = 1", "")
    header = 'expansion: winter\nof: fair\nname: {en: W, es: W}\nversion: "1"\nprovenance: house\n'
    expansion = header + BOUGHT.replace("[{id: a", "[{id: cold") % '"gain 1 coin; roll face"'
    for name, text in {**FILES, "game.yaml": game, "expansions/winter/expansion.yaml": expansion}.items():
        (tmp_path / "fair" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "fair" / name).write_text(text, encoding="utf-8")
    found = [each for each in check_paths([tmp_path / "fair/expansions/winter"]).diagnostics if each.code == "E318"]
    assert [(Path(each.span.file).name, quote(each.span)) for each in found] == [("expansion.yaml", "roll face")]


def test_weak_answers_to_one_question_are_one_finding():
    at = Span("game.yaml", 4, 3, 4, 8)
    told = [Diagnostic("W534", "warning", f"`place {cell}` was never worth more than `place a1`, at 40 decisions", at)
            for cell in ("a2", "a3", "a4", "b1", "b2", "b3")]  # fmt: skip
    other = Diagnostic(
        "W534", "warning", "`pass` was never worth more than `go`, at 40 decisions", Span("game.yaml", 9, 3, 9, 8)
    )
    broken = Diagnostic("E430", "error", "a rule breaks", at)
    first, last = [each for each in _by_question([*told, other, broken]) if each.code == "W534"]
    assert first.notes == ("the same holds of 5 more answers: `place a3`, `place a4`, `place b1` and 2 others",)
    assert last == other
    assert broken in _by_question([*told, other, broken])

"""How diagnostics are shown."""

import json
import re
from pathlib import Path

import pytest

from ruleset_core.check.rendering import FORMATS, Format, findings_summary, render_diagnostics
from ruleset_core.diagnostics import Diagnostic, Span, Suggestion, error
from ruleset_core.model.yaml_documents import load_text

SOURCE = """\
kind: chip
cards:
  merchant:
    provenance: house
    efect: gain 2 deneir
  merchant: {copies: 2}
"""
_KEY = Span("cards.yaml", 5, 5, 5, 10)
FOUND = [
    error("E005", "the key `merchant` is given twice", Span("cards.yaml", 6, 3, 6, 11), label="again here",
          help="delete one", related=((Span("cards.yaml", 3, 3, 3, 11), "first defined here"),)),
    error("E101", "unknown key `efect`", _KEY, suggestion=Suggestion(_KEY, "effect")),
    Diagnostic("W501", "warning", "unused name", Span("cards.yaml", 1, 7, 1, 11), notes=("a note",),
               related=((Span("game.yaml", 40, 1, 40, 2), "declared here"),)),
]  # fmt: skip

FULL = """\
error[E101]: unknown key `efect`
 --> cards.yaml:5:5
  |
5 |     efect: gain 2 deneir
  |     ^^^^^
  |
5 -     efect: gain 2 deneir
5 +     effect: gain 2 deneir

error[E005]: the key `merchant` is given twice
 --> cards.yaml:6:3
  |
3 |   merchant:
  |   -------- first defined here
...
6 |   merchant: {copies: 2}
  |   ^^^^^^^^ again here
  = help: delete one

warning[W501]: unused name
  --> cards.yaml:1:7
   |
 1 | kind: chip
   |       ^^^^
  ::: game.yaml:40:1
   = note: a note
"""


def _source(file: str) -> str | None:
    return SOURCE if file.endswith("cards.yaml") else None


def test_full() -> None:
    assert render_diagnostics(FOUND, sources=_source) == FULL


def test_colour_changes_nothing_but_colour() -> None:
    forms: tuple[Format, ...] = ("full", "concise")
    for form in forms:
        coloured = render_diagnostics(FOUND, form, sources=_source, color=True)
        assert "\x1b[" in coloured
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render_diagnostics(FOUND, form, sources=_source)


def test_concise() -> None:
    assert render_diagnostics(FOUND, "concise").splitlines() == [
        "cards.yaml:5:5: E101 unknown key `efect`",
        "cards.yaml:6:3: E005 the key `merchant` is given twice",
        "cards.yaml:1:7: W501 unused name",
    ]


def test_json() -> None:
    shown = json.loads(render_diagnostics(FOUND, "json"))
    assert [item["code"] for item in shown] == ["E101", "E005", "W501"]
    assert shown[0]["suggestion"] == shown[0]["fixes"][0] == {
        "file": "cards.yaml", "line": 5, "column": 5, "end_line": 5, "end_column": 10, "replacement": "effect",
    }  # fmt: skip
    assert shown[1]["related"][0]["label"] == "first defined here"


def test_github() -> None:
    odd = error("E101", "50% of\nit", Span("a,b:c.yaml", 1, 2, 3, 4), help="help")
    assert render_diagnostics([odd], "github") == (
        "::error file=a%2Cb%3Ac.yaml,line=1,endLine=3,title=E101::50%25 of%0Ait%0Ahelp\n"
    )
    assert ",line=5,endLine=5,col=5,endColumn=9,title=E101::" in render_diagnostics(FOUND, "github")


def test_sarif() -> None:
    log = json.loads(render_diagnostics(FOUND, "sarif"))
    (run,) = log["runs"]
    assert log["version"] == "2.1.0"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["E005", "E101", "W501"]
    assert [run["tool"]["driver"]["rules"][item["ruleIndex"]]["id"] for item in run["results"]] == [
        item["ruleId"] for item in run["results"]
    ]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 5, "startColumn": 5, "endLine": 5, "endColumn": 10}
    assert run["results"][0]["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"] == {
        "text": "effect"
    }
    assert run["results"][1]["relatedLocations"][0]["message"] == {"text": "first defined here"}


def test_nothing_to_say() -> None:
    assert render_diagnostics([]) + render_diagnostics([], "concise") + render_diagnostics([], "github") == ""
    assert json.loads(render_diagnostics([], "json")) == []
    assert findings_summary([]) == "no problems found"
    assert findings_summary(FOUND) == "2 errors, 1 warning"


def test_paths_below_the_current_directory_are_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    inside = error("E101", "m", Span(str(tmp_path / "d ñ" / "a.yaml"), 1, 1, 1, 2))
    outside = error("E101", "m", Span("/elsewhere/a.yaml", 1, 1, 1, 2))
    assert render_diagnostics([inside], "concise").startswith(str(Path("d ñ", "a.yaml")))
    assert json.loads(render_diagnostics([inside], "sarif"))["runs"][0]["results"][0]["locations"][0][
        "physicalLocation"
    ]["artifactLocation"] == {"uri": "d%20%C3%B1/a.yaml"}
    assert render_diagnostics([outside], "concise").startswith("/elsewhere/a.yaml:1:1:")


def test_files_are_read_when_nobody_else_gives_them(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfkey: \xff\r\nb: 1\r\n")
    shown = render_diagnostics(
        [error("E101", "m", Span(str(path), 2, 1, 2, 2)), error("E101", "m", Span(str(path), 1, 1, 1, 4))]
    )
    assert "1 | key: \ufffd\n  | ^^^\n" in shown
    assert "2 | b: 1\n  | ^\n" in shown


def _frame(source: str, span: Span) -> list[str]:
    return render_diagnostics([error("E101", "m", span)], sources=lambda _: source).splitlines()[3:]


def test_wide_characters_and_tabs_keep_the_underline_in_place() -> None:
    assert _frame("名: é\tx", Span("f", 1, 6, 1, 7)) == ["1 | 名: é    x", "  |          ^"]
    assert _frame("名前: x", Span("f", 1, 1, 1, 3)) == ["1 | 名前: x", "  | ^^^^"]


def test_a_place_on_several_lines_is_shown_by_its_first() -> None:
    assert _frame("do: |\n  x\n  y\n", Span("f", 1, 5, 3, 4)) == ["1 | do: |", "  |     ^"]


def test_a_long_line_is_cut_around_the_place() -> None:
    text, under = _frame("x" * 500 + "here" + "y" * 500, Span("f", 1, 501, 1, 505))
    assert len(text) < 130
    assert text[under.index("^") :].startswith("here")
    assert under.count("^") == 4


def test_two_places_far_apart_on_one_line_are_both_shown() -> None:
    found = error("E005", "m", Span("f", 1, 900, 1, 903), related=((Span("f", 1, 1, 1, 4), "first"),))
    shown = render_diagnostics([found], sources=lambda _: "abc" + " " * 896 + "def").splitlines()
    assert [line.strip() for line in shown if "-" in line or "^" in line][1:] == ["| --- first", "|" + " " * 42 + "^^^"]


def test_the_end_of_a_file_can_be_pointed_at() -> None:
    assert _frame("a: 1\n", Span("f", 2, 1, 2, 1)) == ["2 |", "  | ^"]
    assert _frame("a", Span("f", 9, 1, 9, 1)) == []


@pytest.mark.parametrize("form", ["full", "concise"])
def test_files_cannot_steer_the_terminal(form: Format) -> None:
    evil = "\x1b[2J\u202e\x07\u2066"
    document, found = load_text('kind: k\ncards: {"\\e[2J\\u202E": 3}', f"{evil}.yaml")
    assert document is not None
    found.append(error("E101", evil, document.span(("cards",)), label=evil, notes=(evil,), help=evil))
    shown = render_diagnostics(found, form, sources=lambda _: evil * 3 + "\n" + evil)
    assert not set(evil) - set("[2J") & set(shown)


def test_all_formats_are_known() -> None:
    assert FORMATS == ("full", "concise", "json", "github", "sarif")

"""The language server as an editor meets it: what `check` finds while a text is being written, and answers about it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ruleset_core
from ruleset_core.check.checker import check_paths
from ruleset_core.cli import main
from ruleset_core.diagnostics import Diagnostic, Span
from ruleset_core.files import with_unsaved
from ruleset_core.language_server.publishing import published
from ruleset_core.language_server.text_lines import TextLines
from tests.check.slips.corpus import HERE, slips
from tests.language_server.driver import Editor, edited
from tests.sampled import LONG

pytest.importorskip("pygls")

GAMES = "tests/check/slips/games"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two games, and a file that belongs to none."""
    made = tmp_path_factory.mktemp("folder")
    shutil.copytree(HERE / "games", made, dirs_exist_ok=True)
    shutil.copytree(HERE.parents[2] / "examples" / "pig", made / "pig")
    (made / "notes.yaml").write_text("a: [\n", encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def editor(folder: Path) -> Iterator[Editor]:
    made = Editor(folder)
    yield made
    assert made.stop() == 0


@pytest.fixture
def pig(editor: Editor) -> Iterator[Editor]:
    editor.open("pig/game.yaml")
    yield editor
    editor.close("pig/game.yaml")


def replaced(editor: Editor, old: str, new: str) -> tuple[int, int]:
    """Change a part of the file of Pig; `¦` is the cursor, whose line and column are given."""
    text = editor.file("pig/game.yaml").read_text(encoding="utf-8")
    at = text.index(old) + max(0, new.find("¦"))
    text = text.replace(old, new.replace("¦", "", 1), 1)
    editor.change("pig/game.yaml", text)
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def labels(editor: Editor, old: str, new: str) -> list[str]:
    """What is offered at the cursor."""
    return [each["label"] for each in editor.complete("pig/game.yaml", *replaced(editor, old, new))]


def hovered(editor: Editor, old: str, new: str) -> str:
    found = editor.at("pig/game.yaml", "hover", *replaced(editor, old, new))
    return "" if found is None else str(found["contents"]["value"])


def actions(editor: Editor, line: int, **context: list[str]) -> list[dict]:
    place = {"start": {"line": line - 1, "character": 0}, "end": {"line": line - 1, "character": 0}}
    document = {"uri": editor.file("pig/game.yaml").as_uri()}
    context = {"diagnostics": [], **context}
    return editor.request("textDocument/codeAction", textDocument=document, range=place, context=context)


@pytest.mark.slow
def test_findings_are_those_of_check_for_unsaved_texts(editor: Editor, folder: Path) -> None:
    """Every slip of the orchard in one server; that nothing breaks down is looked for at each, and equality at some."""
    for number, slip in enumerate([each for each in slips() if each.family == "orchard"][:: 1 if LONG else 6]):
        name = Path(slip.file).relative_to(GAMES)
        if slip.origin or slip.encoding != "utf-8" or not (folder / name).is_file():
            continue
        home = folder / name.parts[0]
        editor.open(name, slip.wrong)
        editor.checked(name)
        line = min(slip.lines, default=1)
        editor.complete(name, line, 1000)
        editor.at(name, "hover", line, 8)
        editor.request("textDocument/documentSymbol", textDocument={"uri": editor.file(name).as_uri()})
        if number % 3 == 0:
            with with_unsaved({str(folder / name): slip.wrong.encode()}):
                found = check_paths([home]).diagnostics

            def lines(file: str, name: Path = name, wrong: str = slip.wrong) -> TextLines:
                path = Path(file)
                return TextLines(wrong if path == folder / name else path.read_text(encoding="utf-8"))

            expected = sorted(
                (each.code or "", each.message, str(Path(item.span.file)))
                for item in found
                for each in published([item], lines)
            )
            shown = sorted(
                (each["code"], each["message"], str(path))
                for path, items in editor.diagnostics.items()
                if path.is_relative_to(home)
                for each in items
            )
            assert shown == expected, slip.name
        editor.close(name)


def test_what_is_mended_is_taken_back(pig: Editor) -> None:
    replaced(pig, "set pot = pot + face", "set pot = pott + face")
    assert [each["code"] for each in pig.checked("pig/game.yaml")] == ["E301"]
    replaced(pig, "set pot = pot + face", "set pot = pot + face")
    assert pig.checked("pig/game.yaml") == []
    assert pig.diagnostics[pig.file("pig/game.yaml")] == []


def test_files_of_no_game_get_silence(editor: Editor) -> None:
    editor.open("notes.yaml")
    assert editor.checked("notes.yaml") == editor.complete("notes.yaml", 1, 3) == []
    assert editor.at("notes.yaml", "hover", 1, 1) is None
    assert editor.file("notes.yaml") not in editor.diagnostics


@pytest.mark.parametrize(
    ("old", "new", "first"),
    [
        ("gain pot points", "gain pot ¦", ["points"]),
        ("emit bust", "emit b¦", ["bust"]),
        ("choose decide {", "choose ¦ {", ["decide"]),
        ("hold where pot", "¦ where pot", ["hold", "roll"]),
        ("note: false}", "note: ¦}", ["false", "true"]),
        ("provenance: published", "provenance: p¦", ["house", "inferred", "published"]),
        ("of: course", "of: ¦", ["bool", "course", "int"]),
        ("set pot = pot + face", "set ¦", ["face", "filled", "held", "pot"]),
        ("set pot = pot + face", "set pot = (pot + f¦", ["face", "filled", "held", "points", "pot"]),
    ],
)
def test_completion_offers_what_fits(pig: Editor, old: str, new: str, first: list[str]) -> None:
    assert labels(pig, old, new)[: len(first)] == first


def test_completion_of_keys_verbs_and_entries(pig: Editor) -> None:
    assert {"by", "start", "visible"} <= {*labels(pig, "{is: int, name", "{is: int, ¦name")}
    assert {"gain", "for", "choose", "end_game"} <= {*labels(pig, "roll face;", "¦ ;")}
    assert "new field" in labels(pig, "state:\n", "state:\n  ¦\n")
    assert {"rulebook", "zones"} <= {*labels(pig, "\nscore:\n", "\n¦\nscore:\n")}
    items = pig.complete("pig/game.yaml", *replaced(pig, "roll face;", "ga¦"))
    (gain,) = (each for each in items if each["label"] == "gain")
    assert gain["detail"] == "gain AMOUNT RESOURCE"
    assert "acting seat" in gain["documentation"]["value"]


def test_a_line_that_is_no_yaml_yet_is_completed(pig: Editor) -> None:
    assert "bool" in labels(pig, "\nevents:\n", "\n  won: {is: ¦\nevents:\n")
    assert "points" in labels(pig, "amount: points}", 'amount: "po¦')


def test_hover(pig: Editor) -> None:
    assert "gain AMOUNT RESOURCE" in hovered(pig, "gain pot", "ga¦in pot")
    assert "field: number" in hovered(pig, "gain pot", "gain po¦t")
    assert "game.yaml:2" in hovered(pig, "gain pot", "gain po¦t")
    assert "Questions to players" in hovered(pig, "decisions:", "deci¦sions:")
    assert hovered(pig, "set pot = 0", "let n¦ = pot; set pot = n") == "**n**: a local, number"
    assert hovered(pig, "roll face", "roll¦  face").count("Sets a field to a random value") == 1


def test_quick_fixes(pig: Editor) -> None:
    line, _ = replaced(pig, "roll face;\n", "rol face; emit bustt;\n")
    found = actions(pig, line)
    assert {each["title"] for each in found} >= {"Change `rol` to `roll`", "Change `bustt` to `bust`"}
    pig.apply(next(each for each in found if each["title"].startswith("Change `rol`"))["edit"])
    assert "          roll face; emit bustt;" in pig.texts[pig.file("pig/game.yaml")]
    replaced(pig, "roll face;\n", "rol face; emit bustt;\n")
    (every,) = actions(pig, line, only=["source.fixAll"])
    pig.apply(every["edit"])
    assert "          roll face; emit bust;" in pig.texts[pig.file("pig/game.yaml")]


def test_formatting_and_outline(pig: Editor) -> None:
    replaced(pig, "gain pot points;", "gain   pot    points;")
    document = {"uri": pig.file("pig/game.yaml").as_uri()}
    edits = pig.request("textDocument/formatting", textDocument=document, options={"tabSize": 2, "insertSpaces": True})
    text = edited(pig.texts[pig.file("pig/game.yaml")], edits)
    assert "gain pot points;" in text
    assert text == pig.file("pig/game.yaml").read_text(encoding="utf-8")
    symbols = pig.request("textDocument/documentSymbol", textDocument=document)
    (state,) = (each for each in symbols if each["name"] == "state")
    assert [(each["name"], each["detail"]) for each in state["children"]] == [("face", "die"), ("pot", "pot")]
    assert [each["name"] for each in pig.request("workspace/symbol", query="bust")] == ["bust"]


def test_columns_count_units_of_utf_16() -> None:
    lines = TextLines("🎲x: 1\r\ny: 2")
    assert lines.position(1, 2) == (0, 2)
    assert lines.offset(lines.position(2, 2)) == 8
    assert lines.position_at(99) == (1, 4)


def test_what_one_types_is_told_without_being_asked_for(pig: Editor) -> None:
    """A change alone makes the server check: its file soon, all files a little later."""
    pig.checked("pig/game.yaml")
    replaced(pig, "set pot = pot + face", "set pot = pott + face")
    assert [each["code"] for each in pig.next_findings("pig/game.yaml")] == ["E301"]
    replaced(pig, "set pot = pot + face", "set pot = pot + face")
    assert pig.next_findings("pig/game.yaml") == []


def test_answers_are_completed_in_scenarios(editor: Editor) -> None:
    name = "orchard/scenarios/turns.yaml"
    editor.open(name)
    text = editor.texts[editor.file(name)]
    editor.change(name, text.replace("[work pick]", "[work p]", 1))
    items = editor.complete(name, 6, len("    do: [work p") + 1)
    assert {"work pick", "work shop"} <= {each["label"] for each in items}
    (pick,) = (each for each in items if each["label"] == "work pick")
    changed = edited(editor.texts[editor.file(name)], [pick["textEdit"]])
    assert changed == text
    editor.change(name, text.replace('["0: work shop"', '["0: work sh"', 1))
    items = editor.complete(name, 13, len('    do: ["0: work sh') + 1)
    (shop,) = (each for each in items if each["label"] == "work shop")
    assert edited(editor.texts[editor.file(name)], [shop["textEdit"]]) == text
    editor.close(name)


def test_a_new_card_has_all_facts_of_its_kind(editor: Editor) -> None:
    name = "orchard/cards/trees.yaml"
    editor.open(name)
    text = editor.texts[editor.file(name)]
    editor.change(name, text.replace("\ncards:\n", "\ncards:\n  \n", 1))
    (tree,) = (each for each in editor.complete(name, 3, 3) if each["label"] == "new tree")
    editor.change(name, edited(editor.texts[editor.file(name)], [tree["textEdit"]]))
    assert "  name:\n    name: {en: Name, es: Name}\n    provenance: " in editor.texts[editor.file(name)]
    codes = {each["code"] for each in editor.checked(name) if each["severity"] == 1}
    assert codes <= {"E402"}  # there is one more than the game says
    editor.close(name)


def test_without_pygls_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith(("ruleset_core.language_server", "pygls"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pygls", None)
    monkeypatch.setattr(ruleset_core, "language_server", None, raising=False)
    assert main(["lsp"]) == 1
    assert 'pip install "ruleset[lsp]"' in capsys.readouterr().err


def test_the_first_word_of_a_new_file_is_no_fault(pig: Editor) -> None:
    for text in ("st", "game: x\n", "[st]", "- st", "12"):
        pig.open("pig/more.yaml", text)
        for column in range(1, len(text) + 2):
            pig.complete("pig/more.yaml", 1, column)
        pig.close("pig/more.yaml")
    odd = {"uri": (pig.folder / "pig").as_uri() + "/a%00b.yaml"}
    pig.notify("textDocument/didOpen", textDocument={**odd, "languageId": "yaml", "version": 0, "text": "state: {}"})
    place = {"line": 0, "character": 1}
    assert pig.request("textDocument/definition", textDocument=odd, position=place) is None
    pig.notify("textDocument/didClose", textDocument=odd)


def test_the_lines_of_a_file_are_looked_for_once() -> None:
    asked: list[str] = []

    def lines(file: str) -> TextLines:
        asked.append(file)
        return TextLines("a\nb\nc\n")

    found = [Diagnostic("E301", "error", "unknown", Span("a.yaml", line, 1, line, 2)) for line in (1, 2, 3)]
    assert [each.range.start.line for each in published(found, lines)] == [0, 1, 2]
    assert asked == ["a.yaml"]

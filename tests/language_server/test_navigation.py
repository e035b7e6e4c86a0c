"""Definitions, references and rename as an editor asks for them: in effects, tables of cards, translations, and texts that are not saved."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.language_server.driver import Editor

pytest.importorskip("pygls")


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    folder = tmp_path_factory.mktemp("folder")
    shutil.copytree(ROOT / "tests" / "check" / "slips" / "games" / "orchard", folder / "orchard")
    shutil.copytree(ROOT / "examples" / "pig", folder / "pig")
    made = Editor(folder)
    yield made
    assert made.stop() == 0


def places(found: Any) -> list[str]:
    listed = found if isinstance(found, list) else [found] if found else []
    starts = [(Path(Editor._path(each["uri"])).name, each["range"]["start"]) for each in listed]
    return [f"{name}:{start['line'] + 1}:{start['character'] + 1}" for name, start in starts]


def test_a_name_leads_to_its_declaration_in_the_unsaved_text(editor: Editor) -> None:
    text = editor.file("pig/game.yaml").read_text(encoding="utf-8")
    editor.open("pig/game.yaml", "# a line more\n" + text)
    assert editor.at("pig/game.yaml", "documentHighlight", 51, 16) is None  # which is not worth an index
    assert places(editor.at("pig/game.yaml", "definition", 51, 16)) == ["game.yaml:26:3"]  # `set pot = 0`
    assert places(editor.at("pig/game.yaml", "definition", 1, 5)) == []
    marked = editor.at("pig/game.yaml", "documentHighlight", 51, 16)
    assert [each["range"]["start"]["line"] for each in marked] == [25, 37, 47, 47, 47, 49, 50, 51]
    editor.close("pig/game.yaml")


def test_cells_of_a_table_name_cards_facts_and_definitions(editor: Editor) -> None:
    editor.open("orchard/cards/tools.csv")
    assert places(editor.at("orchard/cards/tools.csv", "definition", 1, 34)) == ["game.yaml:35:7"]  # the heading `fee`
    assert places(editor.at("orchard/cards/tools.csv", "definition", 2, 56)) == [
        "game.yaml:65:3"
    ]  # `worth`, which it modifies
    context = {"includeDeclaration": False}
    found = places(editor.at("orchard/cards/tools.csv", "references", 1, 34, context=context))
    assert found == ["tools.csv:1:33", "expansion.yaml:25:14", "game.yaml:94:47", "game.yaml:95:45", "game.yaml:96:23"]
    editor.close("orchard/cards/tools.csv")


def test_headings_and_cells_of_a_table_are_completed(editor: Editor) -> None:
    rows = editor.file("orchard/cards/tools.csv").read_text(encoding="utf-8").split("\n")
    editor.open(
        "orchard/cards/tools.csv",
        "\n".join(["tool,name.en,name.es,provenance,effect,wh", "ladder,L,E,house,gain 1 fr,", rows[0]]),
    )
    offered = editor.complete("orchard/cards/tools.csv", 1, 42)
    headings = [each["label"] for each in offered]
    assert headings[:2] == ["fee", "uses"]  # facts of the kind
    assert {"when.do", "when.event", "text.en", "while_in_play.modify"} <= {*headings}
    assert not {"effect", "name.en", "text.fr"} & {*headings}
    assert offered[2]["textEdit"]["range"]["start"] == {"line": 0, "character": 39}
    editor.change(
        "orchard/cards/tools.csv", "\n".join([rows[0], rows[1].replace("gain 1 fruit", "gain 1 fr"), *rows[2:]])
    )
    labels = [each["label"] for each in editor.complete("orchard/cards/tools.csv", 2, 50)]
    assert labels[:2] == ["coin", "fruit"]
    editor.close("orchard/cards/tools.csv")


def test_a_rename_changes_all_files_or_says_why_not(editor: Editor) -> None:
    editor.open("pig/game.yaml")
    asked = editor.at("pig/game.yaml", "prepareRename", 50, 16)
    assert asked["placeholder"] == "pot"
    with pytest.raises(AssertionError, match="`face` is taken"):
        editor.at("pig/game.yaml", "rename", 50, 16, newName="face")
    editor.apply(editor.at("pig/game.yaml", "rename", 50, 16, newName="bowl"))
    assert not editor.checked("pig/game.yaml")
    assert not editor.checked("pig/rulebook.yaml")
    assert "{bowl}" in editor.texts[editor.file("pig/translations/fr.po")]
    assert places(editor.at("pig/game.yaml", "definition", 50, 16)) == ["game.yaml:25:3"]
    assert "bowl" not in editor.file("pig/game.yaml").read_text(encoding="utf-8")  # the editor saves when it is told to

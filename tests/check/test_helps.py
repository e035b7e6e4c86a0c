"""The helps that the page of diagnostics promises, and those about files and keys."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.check.page_examples import FILES

PAGE = Path(__file__).parents[2] / "docs" / "diagnostics.md"
_ROW = re.compile(r"^\| `(.+?)` \| (.+) \|$", re.MULTILINE)


def _rows() -> list[tuple[str, str]]:
    text = PAGE.read_text(encoding="utf-8").split("## Habits from elsewhere")[1].split("\n## ")[0]
    return [(written.replace("\\|", "|"), advice.replace("\\|", "|")) for written, advice in _ROW.findall(text)]


@pytest.mark.parametrize(("written", "advice"), _rows())
def test_what_the_page_promises(checked, written: str, advice: str) -> None:
    where = written.removeprefix("where: ") if written.startswith("where: ") else "face > 1"
    do = "gain 1 fame" if written.startswith("where: ") else written
    lines = ["rules:", "  - id: bonus", "    when:", "      event: bought"]
    lines += [f"      where: {json.dumps(where)}", f"      do: {json.dumps(do)}", ""]
    (found,) = checked({"bonus.yaml": "\n".join(lines)}).diagnostics
    assert found.help == advice


def test_the_page_has_them_all() -> None:
    assert len(_rows()) >= 15


CARD = "kind: ware\ncards:\n  lamp: {provenance: house, price: 2, %s}\n  rug: {provenance: house, price: 4, effect: gain 1 fame}\n"
HEAD = 'expansion: winter\nof: fair\nname: {en: Winter, es: Invierno}\nversion: "1.0"\n'


@pytest.mark.parametrize(
    ("file", "text", "advice"),
    [
        ("cards/wares.yaml", CARD % "efect: gain 1 fame", "did you mean `effect`?"),
        ("cards/wares.yaml", (CARD % "effect: gain 1 fame").replace("price: 2", 'price: "2"'), "leave out the quotes: `2`"),
        ("expansions/winter/expansion.yaml", HEAD + "flow: []\n", "phases are the game's: an expansion adds to them with"),
        ("cards/wares.yaml", CARD % "name: {en:Lamp, es: Lámpara}, effect: gain 1 fame", "a blank is missing behind the colon: `en: Lamp`"),
        ("wares.yaml", CARD % "effect: gain 1 fame", "move it to `cards/wares.yaml`"),
        ("rules.yaml", ("rules: [{id: a, when: {event: bought, do: gain 1 fame}, while_in_play: [{modify: dust, set: 1}]}]\n"
         "define: {dust: {effect: gain 1 fame}}\n"), "it is changed by `before:`, `after:` or `instead:`"),
        ("decisions.yaml", "decisions:\n  extra:\n    of: answer\n    ask:\n      en: Buy?\n      es: Elige: ¿compras?\n",
         "a value that contains `: ` must stand in quotes"),
    ],
)  # fmt: skip
def test_helps_about_files_and_keys(checked, file: str, text: str, advice: str) -> None:
    found = checked({file: text}).diagnostics
    assert any(item.help.startswith(advice) for item in found), [item.help for item in found]
    assert FILES

"""The helps for habits of other languages, and those about files and keys."""

from __future__ import annotations

import json

import pytest

from tests.check.page_examples import FILES

HABITS = [
    ("where: players > 2 && players < 4", "write `and` instead of `&&`"),
    ("where: players > 2 || what.price > 3", "write `or` instead of `||`"),
    ("where: !(players > 2)", "write `not` instead of `!`"),
    ("where: stall[0] != null", "did you mean `none`?"),
    ("set face += 1", "write `= face +` instead of `+=`"),
    ("face = face + 1", "add `set`"),
    ("where: face in 1..3", "write `to` instead of `..`"),
    ("if face = 1 { gain 1 fame }", "write `==` instead of `=`"),
    ("gain face / 2 fame", "write `per` instead of `/`"),
    ("while face > 1 { gain 1 fame }", "there is no `while` here: write `repeat AMOUNT { ... }`, or `for each x in ... where ... { ... }`; a phase has the key `while:`"),
    ("foreach p in seat { as p { gain 1 fame } }", "write `for each` instead of `foreach`"),
    ("draw 3", "cards are moved: `move deck[0] to hand`; three of them with `repeat 3 { ... }`"),
    ("gain 1.5 fame", "there are no fractions: write a whole number"),
    ("gain fame 1", "write `gain 1 fame`"),
    ("gain 1 fames", "did you mean `fame`?"),
    ("move what into sold", "write `to`"),
    ("move this to sold", "on a card, `this` is the card; a rule belongs to none: name the piece, or go through a zone"),
    ("if face { gain 1 fame }", "write `face > 0`"),
    ("gain face(1) fame", "write `face[1]`"),
]  # fmt: skip
"""What other languages write, and the help it gets."""


@pytest.mark.parametrize(("written", "advice"), HABITS)
def test_habits_of_other_languages_get_a_help(checked, written: str, advice: str) -> None:
    where = written.removeprefix("where: ") if written.startswith("where: ") else "face > 1"
    do = "gain 1 fame" if written.startswith("where: ") else written
    lines = ["rules:", "  - id: bonus", "    when:", "      event: bought"]
    lines += [f"      where: {json.dumps(where)}", f"      do: {json.dumps(do)}", ""]
    (found,) = checked({"bonus.yaml": "\n".join(lines)}).diagnostics
    assert found.help == advice


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

"""Slips in looks that a reader of names and types cannot see: what does nothing, says the same again, or less in one language."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import load
from ruleset_core.view.scene.scene_builder import scene
from tests.check.page_examples import check_example

LOOK = """\
look:
  colours: {ware: {lamp: red}}
  faces:
    ware: {facts: [this.price]}
  panels:
    stall:
      title: {en: Stall, es: Puesto}
      about: [deal]
      show:
        - pieces: w in stall
          by: w.price
        - track: {value: face, to: 6, groups: [3, 3]}
    players:
      title: {en: Players, es: Jugadores}
      show:
        - table:
            each: p in seat
            columns:
              - {title: {en: coins, es: monedas}, cell: {sign: coin, times: p.coin}}
              - {title: {en: fame, es: fama}, cell: p.fame}
        - line: {sign: die, times: face, of: 6}
"""


def told(look: str, directory: Path) -> list[tuple[str, int]]:
    report = check_example(f"```yaml file=look.yaml\n{look}```\n", directory)
    return [(each.code, each.span.line) for each in report.diagnostics]


def test_what_is_sound_is_not_told(tmp_path: Path) -> None:
    assert told(LOOK, tmp_path) == []


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ("cell: p.fame", "cell: 7", "E303"),
        ("cell: p.fame", 'cell: "{p.fame}"', "E201"),
        ("by: w.price", "by: 7", "W527"),
        ("about: [deal]", 'when: "true"', "W502"),
        ("about: [deal]", "when: 2 > 3", "W502"),
        ("about: [deal]", "about: [deal, deal]", "W527"),
        ("cell: p.fame", "cell: {value: round, mark: true}", "W527"),
        ("facts: [this.price]", "facts: [{value: this, zero: false}]", "W527"),
        ("cell: p.fame}", "cell: {score: p, style: bold, colour: red}}", ""),
        ("cell: p.fame}", "cell: []}", "E107"),
        ("cell: p.fame}", "cell: {each: w in stall, show: []}}", "E107"),
        ("{sign: die, times: face, of: 6}", "[]", "E107"),
        ("facts: [this.price]", "facts: [{show: [this.price], style: bold}]", "E107"),
        ("facts: [this.price]", "facts: [{show: [this.price], colour: red}]", "E107"),
        ("facts: [this.price]", "facts: [{value: this.price, times: 2}]", "E107"),
        ("facts: [this.price]", "facts: [{value: this.price, of: 2}]", "E107"),
        ("- track:", "- lies: pile\n          track:", "E107"),
        ("groups: [3, 3]", "groups: [3, 2]", "W527"),
        ("times: face, of: 6", "times: face, of: 5", "W527"),
        ("times: face, of: 6", "times: face, of: 0", "W527"),
        ("by: w.price", "room: 0", "W527"),
        ("{en: Players, es: Jugadores}", "{en: Stall, es: Puesto}", "W527"),
        ("{en: Players, es: Jugadores}", '{en: "Players {face}", es: Jugadores}', "W528"),
        ("{en: Players, es: Jugadores}", '"{round}/3, {face}"', ""),
        ("{en: Players, es: Jugadores}", "Players", "E103"),
        ("{en: Players, es: Jugadores}", "\"{if face == 1 then 'one' else 'I'}\"", "E103"),
        ("{en: Players, es: Jugadores}", '"{facce}/6"', "E301"),
        ("{en: Players, es: Jugadores}", '""', "E103"),
        ("{en: Players, es: Jugadores}", "7", "E103"),
        ("    players:", "    player:", ""),
        ("    players:", "    plyers:", "W510"),
        ("        - line:", "        - pieces: w in stall\n        - pieces: w in stall\n        - line:", "W527"),
        ("cell: p.fame}", "cell: p.fame}\n              - {title: {en: fame, es: fama}, cell: p.fame}", "W527"),
    ],
)
def test_a_slip_is_told_where_it_is(tmp_path: Path, right: str, wrong: str, code: str) -> None:
    assert LOOK.count(right) == 1, right
    look = LOOK.replace(right, wrong)
    found = told(look, tmp_path)
    assert [each for each, _ in found] == ([code] if code else [])
    changed = {
        at for at, (old, new) in enumerate(zip(LOOK.split("\n"), look.split("\n"), strict=False), 1) if old != new
    }
    assert {line for _, line in found} <= changed


def test_a_panel_that_shows_nothing_or_the_same_is_told(tmp_path: Path) -> None:
    first, _ = LOOK.split("    players:\n")
    assert told(first + "    players:\n      show: []\n", tmp_path / "none") == [("E107", 14)]
    copy = first.split("    stall:\n")[1].replace("Stall", "Shop").replace("Puesto", "Tienda")
    assert told(LOOK + "    shop:\n" + copy, tmp_path / "twice") == [("W527", 23)]


def test_a_text_without_words_is_the_same_in_both_languages(tmp_path: Path) -> None:
    look = LOOK.replace("{en: Players, es: Jugadores}", "\"{face}/6{if round == 1 then ' I' else ' II'}\"")
    assert told(look, tmp_path) == []
    state = load(tmp_path).new(2, seed=1)
    face = state.observe(0)["fields"]["face"]
    for lang in ("en", "es"):
        assert f"{face}/6 I" in [panel.title for panel in scene(state.game, state.masked(0), lang).panels]

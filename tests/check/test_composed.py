"""A check of an expansion or a variant judges the game that comes of it: all that it brings about is told, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core.check.checker import CheckReport, check_paths
from ruleset_core.check.combinations import combinations
from ruleset_core.cli import main
from ruleset_core.diagnostics import Diagnostic
from ruleset_core.discovery import find_game, lineage_of
from tests.check.conftest import quote
from tests.check.page_examples import write_example

ROOT = Path(__file__).parents[2]
NARROW = """\
game: narrow
name: {en: Narrow, es: Estrecho}
about: {en: A test., es: Una prueba.}
version: "1.0"
players: 2
provenance: house
resources: {members: {coin: {name: {en: coin, es: moneda}}}}
sets: {weather: {members: {sun: {name: {en: sun, es: sol}}, rain: {name: {en: rain, es: lluvia}}}}}
state:
  face: {is: 1..3, name: {en: die, es: dado}}
  sky: {is: weather, name: {en: sky, es: cielo}}
  owner: {is: seat, name: {en: owner, es: dueño}}
  pot: {is: int, name: {en: pot, es: bote}}
define:
  pay_for: {params: {n: 1..3}, amount: 2 * n}
  bonus: {amount: if sky == sun then 1 else 2}
  fee: {amount: "1", name: {en: fee, es: tasa}}
rules:
  - {id: owned, when: {event: begin play, do: roll owner}}
  - {id: paid, when: {event: begin play, do: "set pot = pot + fee; as owner { gain 1 coin }"}}
flow:
  - phase: play
    name: {en: play, es: jugar}
    turns: once
    do: |
      roll face; roll sky;
      gain pay_for(face) + bonus coin;
      lose fee coin
score:
  coins: {name: {en: coins, es: monedas}, amount: coin + pot}
"""
EXPANSION = """\
expansion: wide
of: narrow
name: {en: Wide, es: Ancho}
version: "1.0"
provenance: house
"""
VARIANT = """\
game: wider
like: ../narrow
name: {en: Wider, es: Más ancho}
about: {en: A test., es: Una prueba.}
version: "1.0"
"""
WIDENED = "override:\n  state:\n    face: {is: 1..6}\n"
MORE = {
    "range": WIDENED,
    "nobody": 'override: {state: {owner: {is: "seat?"}}}\n',
    "seat": "rules: [{id: dear, while_in_play: {modify: fee, add: coin}}]\n",
    "constant": "override: {define: {fee: {amount: bonus}}}\n",
    "unused": "override: {define: {bonus: {amount: '3'}}}\n",
    "both": 'override: {state: {face: {is: 1..6}, owner: {is: "seat?"}}, define: {fee: {amount: bonus - 1}}}\n',
    "circle": "override: {define: {bonus: {amount: fee}, fee: {amount: bonus}}}\n",
    "member": "extend: {sets: {weather: {members: {snow: {name: {en: snow, es: nieve}}}}}}\n",
    "sound": "override: {define: {fee: {amount: '2'}}}\n",
}


@pytest.fixture
def laid(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_example("", tmp_path / "narrow", {"game.yaml": NARROW})

    def lay(more: str, form: str = "expansion", name: str = "wide") -> Path:
        text = EXPANSION.replace("wide", name) if form == "expansion" else VARIANT
        file = "expansion.yaml" if form == "expansion" else "game.yaml"
        write_example("", tmp_path / name, {file: text + more})
        return tmp_path / name

    return lay


def check(path: Path) -> CheckReport:
    return check_paths([path], roots=[path.parent])


def where(item: Diagnostic) -> tuple[str, str, int]:
    return item.code, Path(item.span.file).parent.name, item.span.line


@pytest.mark.parametrize("form", ["expansion", "variant"])
def test_a_range_that_is_widened_is_told_at_its_line(laid, form):
    (found,) = check(laid(WIDENED, form)).diagnostics
    assert where(found) == ("W522", "wide", 8)
    assert "pay_for" in found.message
    assert found.related[0][0].file.endswith("game.yaml")
    assert quote(found.related[0][0]) == "pay_for(face)"


@pytest.mark.parametrize("form", ["expansion", "variant"])
@pytest.mark.parametrize("more", [(), ("--select", "W531"), ("--ignore", "E430")])
def test_a_game_that_breaks_on_trial_is_an_error_at_that_line(laid, form, more, capsys):
    laid(WIDENED, form)
    code = main(["check", "./wide", "--data", ".", "--play", "5", "--jobs", "1", "--format", "concise", *more])
    told = capsys.readouterr().out
    assert code == 1
    assert "wide/" in next(line for line in told.splitlines() if "E430" in line)
    assert ".yaml:8:" in next(line for line in told.splitlines() if "E430" in line)


def test_what_an_entry_that_replaces_nothing_brings_about_is_told_at_that_entry(laid):
    (found,) = check(laid(MORE["seat"])).diagnostics
    assert where(found) == ("E309", "wide", 6)
    assert quote(found.related[0][0]) == "fee"


def test_what_two_entries_bring_about_each_is_told_where_it_stands_with_the_name_of_the_expansion(laid):
    twice = "rules: [{id: dear, while_in_play: {modify: fee, add: coin}}, {id: more, while_in_play: {modify: fee, add: coin}}]"
    (found,) = check(laid(twice)).diagnostics
    assert where(found) == ("E309", "narrow", 20)
    assert "the expansion `wide` brings this about" in found.notes[0]


def test_a_comment_at_the_line_silences_it(laid):
    silent = WIDENED.replace("{is: 1..6}", "{is: 1..6}  # ruleset: ignore[W522] it is never above 3")
    assert check(laid(silent)).diagnostics == ()


def test_a_check_of_the_game_tells_what_its_own_expansions_bring_about(laid, tmp_path):
    laid(WIDENED, name="narrow/expansions/wide")
    (tmp_path / "narrow/expansions/wide/expansion.yaml").write_text(EXPANSION + WIDENED, encoding="utf-8")
    (found,) = check(tmp_path / "narrow").diagnostics
    assert where(found) == ("W522", "wide", 8)


@pytest.mark.parametrize("form", ["expansion", "variant"])
@pytest.mark.parametrize("name", MORE)
def test_all_that_it_brings_about_is_told(laid, tmp_path, name, form):
    """What is found in the game with it and not without it: each is told, at its place or with that place beside it."""
    path = laid(MORE[name], form)
    told = check(path).diagnostics
    places = {(item.code, span) for item in told for span in (item.span, *item.alike, *(at for at, _ in item.related))}
    roots = [tmp_path]
    (alone, *_) = combinations(lineage_of(tmp_path / "narrow", roots), {})
    if form == "variant":
        (_, *together) = [alone, *combinations(lineage_of(path, roots), {})]
    else:
        (_, *together) = combinations(lineage_of(tmp_path / "narrow", roots), {"wide": path})
    before = {(item.code, item.message, item.span) for item in alone.diagnostics}
    fresh = {(item.code, item.span) for each in together for item in each.diagnostics
             if (item.code, item.message, item.span) not in before}  # fmt: skip
    assert fresh <= places
    assert bool(fresh) == (name not in {"sound", "member", "constant"})


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), [
    ("troyes", "bonus_2011"), ("troyes_dice", "banquetes_y_asaltos"), ("carcassonne_masons", "isthmus"),
])  # fmt: skip
def test_nothing_false_is_told_of_the_included_expansions(game, name):
    assert check_paths([find_game(game) / "expansions" / name]).diagnostics == ()

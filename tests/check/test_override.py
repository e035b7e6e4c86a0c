"""What an expansion replaces is checked like the rest of the game, and what comes of it is told at its line."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from ruleset_core.budgets import limited_suggestions
from ruleset_core.check.checker import CheckReport, check_paths
from ruleset_core.lang.file_formatter import format_file
from ruleset_core.model.game_files import gather
from tests.check.page_examples import FILES

HEADER = 'expansion: {name}\nof: fair\nname: {{en: More, es: Más}}\nversion: "1.0"\n'


@pytest.fixture
def around(tmp_path: Path) -> Path:
    """A directory with the tiny game."""
    for file, text in FILES.items():
        path = tmp_path / "fair" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def expand(around: Path, name: str, more: str) -> Path:
    path = around / name
    path.mkdir(exist_ok=True)
    (path / "expansion.yaml").write_text(HEADER.format(name=name) + more, encoding="utf-8")
    return path


def told(report: CheckReport) -> list[tuple[str, str, int]]:
    return [(each.code, Path(each.span.file).parent.name, each.span.line) for each in report.diagnostics]


def test_what_is_broken_elsewhere_is_told_at_the_line_that_replaces(around: Path) -> None:
    path = expand(around, "dear", "override:\n  define:\n    cost: {params: {w: resource}}\n")
    found = check_paths([path], roots=[around])
    assert {(name, line) for _, name, line in told(found)} == {("dear", 7)}
    assert found.errors


def test_a_value_as_it_is_changes_nothing(around: Path) -> None:
    path = expand(around, "same", "override: {cards: {lamp: {price: 2}}}\n")
    assert told(check_paths([path], roots=[around])) == [("W523", "same", 5)]


@pytest.mark.slow
def test_a_conflict_is_told_once_to_the_one_that_is_checked(around: Path) -> None:
    one = expand(around, "one", "override: {cards: {lamp: {price: 3, name: {en: Light, es: Luz}}}}\n")
    two = expand(around, "two", "override: {cards: {lamp: {price: 4, name: {en: Torch, es: Antorcha}}}}\n")
    third = expand(around, "third", "override: {cards: {rug: {price: 5}}}\n")
    assert told(check_paths([third], roots=[around])) == []
    for path in (one, two):
        found = check_paths([path], roots=[around])
        assert told(found) == [("E424", path.name, 5), ("E424", path.name, 5)]
        assert {related.file for each in found.diagnostics for related, _ in each.related} == {
            str(other / "expansion.yaml") for other in (one, two) if other != path
        }
        assert told(check_paths([path], roots=[around], in_order=True)) == []
    expand(around, "two", "after: [one]\noverride: {cards: {lamp: {price: 4}}}\n")
    assert told(check_paths([one, two], roots=[around])) == []


def test_a_replaced_figure_is_a_house_value_unless_said(around: Path) -> None:
    game = around / "fair" / "cards" / "wares.yaml"
    game.write_text(
        game.read_text(encoding="utf-8").replace("provenance: house", "provenance: published"), encoding="utf-8"
    )
    path = expand(
        around,
        "dear",
        "override:\n  cards:\n    lamp: {price: 3, effect: gain 2 fame, inferred: [effect]}\n    rug: {price: 3, provenance: published}\n",
    )
    found = check_paths([path], roots=[around], house=True)
    assert [(each.code, each.message) for each in found.diagnostics] == [
        ("W503", "`price` of `lamp` is a house value"),
        ("W519", "`effect` of `lamp` is inferred"),
    ]
    assert {each.span.file for each in found.diagnostics} == {str(path / "expansion.yaml")}


@pytest.mark.parametrize("of", ["gain 1 point", "int", "nothing"])
def test_a_question_of_no_type_with_another_way_out_is_told(around: Path, of: str) -> None:
    game = around / "fair" / "game.yaml"
    text = game.read_text(encoding="utf-8").replace(
        "roll face;", "roll face;\n          choose deal d { } or leave_it { };"
    )
    game.write_text(text, encoding="utf-8")
    path = expand(around, "odd", f"override: {{decisions: {{deal: {{of: {of}}}}}}}\n")
    found = check_paths([path], roots=[around])
    assert found.errors
    assert "E999" not in {each.code for each in found.diagnostics}


def test_what_is_replaced_is_formatted(around: Path) -> None:
    path = expand(
        around,
        "dear",
        "override:\n  cards:\n    lamp: {effect: 'gain   2 fame'}\n  define: {cost: {amount: w.price+1}}\n"
        "extend:\n  flow:\n    - {after: day, phase: dusk, do: 'roll    face'}\n",
    )
    new = format_file(path / "expansion.yaml").new
    assert "effect: gain 2 fame" in new or "effect: 'gain 2 fame'" in new
    assert "amount: w.price + 1" in new
    assert "roll face" in new


@pytest.mark.slow
def test_hostile_changes_end_soon(around: Path) -> None:
    """As many as a file holds: of names that are not there, of names that are, of what contradicts, of phases."""
    cards = "kind: ware\ncards:\n" + "".join(
        f"  c{n}: {{name: {{en: A, es: A}}, provenance: house, price: 1}}\n" for n in range(2000)
    )
    more = expand(around, "many", "")
    (more / "cards").mkdir()
    (more / "cards" / "c.yaml").write_text(cards, encoding="utf-8")
    for name in ("one", "two"):
        changes = "".join(f"    c{n}: {{price: {2 + len(name) * n}}}\n    d{n}: {{price: 2}}\n" for n in range(2000))
        removed = ", ".join(f"c{n}" for n in range(0, 2000, 7)) if name == "two" else "rug"
        expand(
            around,
            name,
            f"remove: {{cards: [{removed}]}}\noverride:\n  cards:\n{changes.replace('price: 2', 'price: 3') if name == 'two' else changes}",
        )
    phases = "".join(f"    - {{after: day, phase: p{n}, do: roll face}}\n" for n in range(4500))
    expand(around, "long", f"extend:\n  flow:\n{phases}")
    began = process_time()
    with limited_suggestions():
        _, found = gather(around / "fair", [around / name for name in ("many", "one", "two", "long")])
    assert process_time() - began < 15
    assert {each.code for each in found} >= {"E423", "E424"}

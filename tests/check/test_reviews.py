"""Rules texts that were not compared since what they explain has changed, and what none explains."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleset_core.check.checker import CheckReport, check_paths
from ruleset_core.check.fixes import review_changes, write_changes
from ruleset_core.headers import Lineage
from tests.check.conftest import told

BOOK = """\
# the rules
rulebook:
  - paragraph: trade
    part: course
    title: {en: Trade, es: Comercio}
    explains: [deal, trade]
    text: {en: Buy or leave., es: Compra o deja.}   # short
  - {paragraph: honour, part: score, title: {en: Honour, es: Honor}, explains: [glory], text: {en: Dear wares., es: Lo caro.}}
"""
HEADER = "expansion: dear\nof: fair\nname: {en: Dear, es: Caro}\nversion: '1.0'\n"
Fair = Callable[..., Path]


def reviewed(path: Path, *names: str, expansion: str = "") -> None:
    """Note that paragraphs were compared with what they explain."""
    laid = [path / "expansions" / expansion] if expansion else []
    write_changes(review_changes(Lineage(path, path), laid, names))


def codes(report: CheckReport) -> list[str]:
    """The codes of findings."""
    return [each.code for each in report.diagnostics]


def change(path: Path, old: str, new: str) -> None:
    """Change the tiny game."""
    file = path / "game.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_a_review_is_written_beside_the_text_and_layout_stays(fair: Fair) -> None:
    path = fair({"rulebook.yaml": BOOK})
    reviewed(path)
    lines = (path / "rulebook.yaml").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "# the rules"
    assert lines[6].startswith("    reviewed: ")
    assert lines[7] == "    text: {en: Buy or leave., es: Compra o deja.}   # short"
    assert ", reviewed: " in lines[8]
    assert len(lines) == len(BOOK.splitlines()) + 1
    assert codes(check_paths([path])) == []
    assert review_changes(Lineage(path, path)) == {}


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("gain face coin", "gain face + 1 coin", ["trade"]),
        ("gain face coin", "gain   face   coin", []),
        ("amount: w.price}", "amount: w.price + 1}", ["trade"]),
        ("gain 1 fame}", "gain 2 fame}", ["honour"]),
        ("en: Do you buy it?", "en: Buy?", []),
        ("coin: {start: 5}", "coin: {start: 6}", []),
    ],
)
def test_what_is_played_otherwise_is_to_be_compared_again(fair: Fair, old: str, new: str, found: list[str]) -> None:
    path = fair({"rulebook.yaml": BOOK})
    reviewed(path)
    change(path, old, new)
    report = check_paths([path])
    assert codes(report) == ["W545"] * len(found)
    for name, item in zip(found, report.diagnostics, strict=True):
        assert f"changed since the paragraph `{name}` was reviewed" in told(item)
    reviewed(path, *found)
    assert codes(check_paths([path])) == []


def test_an_expansion_that_changes_what_a_paragraph_explains_says_that_it_holds(fair: Fair) -> None:
    more = "override: {define: {cost: {amount: w.price + 1}}}\n"
    path = fair({"rulebook.yaml": BOOK})
    reviewed(path)
    (path / "expansions/dear").mkdir(parents=True)
    file = path / "expansions/dear/expansion.yaml"
    file.write_text(HEADER + more, encoding="utf-8")
    assert codes(check_paths([path])) == ["W545"]
    reviewed(path, expansion="dear")
    assert "rulebook: {trade: {reviewed: " in file.read_text(encoding="utf-8")
    assert codes(check_paths([path])) == []


def test_a_change_of_the_game_is_told_although_it_has_expansions(fair: Fair) -> None:
    path = fair({"rulebook.yaml": BOOK, "expansions/more/expansion.yaml": HEADER.replace("dear", "more")})
    reviewed(path)
    change(path, "gain face coin", "gain face + 1 coin")
    report = check_paths([path])
    assert codes(report) == ["W545"]
    assert "--review trade" in (report.diagnostics[0].help or "")


def test_a_text_of_an_expansion_needs_no_review_of_the_game(fair: Fair) -> None:
    more = (
        "override: {define: {cost: {amount: w.price + 1}}, rulebook: {trade: {text: {en: Pay more., es: Paga más.}}}}\n"
    )
    path = fair({"rulebook.yaml": BOOK, "expansions/dear/expansion.yaml": HEADER + more})
    write_changes(review_changes(Lineage(path, path)))
    assert codes(check_paths([path])) == []


def test_a_rule_that_changes_a_definition_counts(fair: Fair) -> None:
    rules = "rules: [{id: dear_day, while_in_play: {modify: cost, add: 1}, provenance: house}]\n"
    path = fair({"rulebook.yaml": BOOK})
    reviewed(path)
    (path / "expansions/dear").mkdir(parents=True)
    (path / "expansions/dear/expansion.yaml").write_text(HEADER + rules, encoding="utf-8")
    assert codes(check_paths([path])) == ["W545"]


def test_what_no_paragraph_explains_is_listed_once(fair: Fair) -> None:
    path = fair(
        {"rulebook.yaml": BOOK.replace("[deal, trade]", "[trade]")},
        **{"pieces:\n  ware:": "pieces:\n  ware:\n    name: {en: ware, es: mercancía}"},
    )
    (item,) = check_paths([path]).diagnostics
    assert told(item).startswith("W546 at `rulebook`: no paragraph explains `ware` and `deal`")


def test_what_is_named_by_a_sentence_is_no_name(fair: Fair) -> None:
    book = BOOK.replace("{en: Buy or leave., es: Compra o deja.}", "{en: 'See {bought}.', es: 'Mira {bought}.'}")
    named = {"fields: {what: ware}": 'fields: {what: ware}, name: {en: "{what} is bought", es: "se compra {what}"}'}
    report = check_paths([fair({"rulebook.yaml": book}, **named)])
    assert codes(report) == ["W547"]
    assert "`bought` has a name with values in it" in told(report.diagnostics[0])


def test_a_game_without_a_rulebook_is_told_nothing(fair: Fair) -> None:
    assert codes(check_paths([fair()])) == []


def test_there_is_no_review_of_a_paragraph_that_explains_nothing(fair: Fair) -> None:
    path = fair({"rulebook.yaml": BOOK})
    with pytest.raises(KeyError):
        review_changes(Lineage(path, path), [], ["nothing"])

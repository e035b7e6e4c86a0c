"""A check of an expansion tells whatever keeps it from loading, at the line of the expansion that brings it about."""

from pathlib import Path

import pytest

from ruleset_core import load
from ruleset_core.check.checker import check_paths
from ruleset_core.errors import LoadError
from tests.check.conftest import quote

HEADER = 'expansion: winter\nof: fair\nname: {en: Winter, es: Invierno}\nversion: "1.0"\n'
CHANGE = "while_in_play: {modify: cost, set: FACTOR}"


@pytest.fixture
def winter(fair, tmp_path):
    def check(text, files=None, **swaps):
        fair(**swaps)
        directory = tmp_path / "elsewhere" / "winter"
        for name, content in {"expansion.yaml": HEADER + text, **(files or {})}.items():
            (directory / name).parent.mkdir(parents=True, exist_ok=True)
            (directory / name).write_text(content, encoding="utf-8")
        report = check_paths([directory], roots=[tmp_path])
        broken = [item for item in report.diagnostics if item.severity == "error"]
        if broken:
            with pytest.raises(LoadError):
                load("fair", expansions=[str(directory)], roots=[tmp_path])
        else:
            load("fair", expansions=[str(directory)], roots=[tmp_path])
        return [(item.code, Path(item.span.file).name, quote(item.span), item.help) for item in broken]

    return check


def test_a_circle_through_the_game_is_told_where_the_expansion_closes_it(winter):
    found = winter("define: {twice: {amount: '2 * cost(stall[0])'}}\nrules: [{id: cold, CHANGE}]\n".replace(
        "CHANGE", CHANGE.replace("FACTOR", "twice")))  # fmt: skip
    assert found == [("E311", "expansion.yaml", "set", "the circle: `cost` -> `twice` -> `cost`")]


def test_a_circle_of_rules_is_told_in_their_names(winter):
    found = winter("rules: [{id: cold, when: {event: bought, do: emit bought(what)}}]\n")
    assert [(code, quoted, advice) for code, _, quoted, advice in found] == [
        ("E311", "when", "the circle: the event `bought` -> `when` of the rule `cold` -> the event `bought`")
    ]


def test_too_much_work_is_told_at_the_card(winter):
    cards = (
        "kind: ware\ncards:\n  rug_2: {name: {en: Rug, es: Alfombra}, provenance: house, price: 4, effect: TOO_MUCH}\n"
    )
    endless = "'repeat 1000000000 { gain 1 fame }'"
    found = winter("", {"cards/more.yaml": cards.replace("TOO_MUCH", endless)})
    assert [(code, file, quoted) for code, file, quoted, _ in found] == [
        ("E319", "more.yaml", "repeat 1000000000 { gain 1 fame }")
    ]


def test_what_stands_only_in_the_game_is_told_at_the_header(winter):
    found = winter("rules: [{id: cold, when: {event: bought, do: choose deal { leave { } }}}]\n", turns="turn")
    assert ("E101", "game.yaml", "turn") in [each[:3] for each in found]


def test_a_seat_that_the_game_does_not_have_there(winter):
    found = winter(
        "rules: [{id: cold, while_in_play: {modify: cost, set: coin}}]\n",
        **{"do: shuffle stall": "do: if cost(stall[0]) > 0 { shuffle stall }"},
    )
    rule = "{id: cold, while_in_play: {modify: cost, set: coin}}"
    assert [each[:3] for each in found] == [("E309", "expansion.yaml", rule)]


def test_sides_of_a_kind_without_sides(winter):
    cards = "kind: ware\ncards:\n  rug_2: {name: {en: Rug, es: Alfombra}, provenance: house, price: 4, sides: {}}\n"
    sides = "sides: {day: {effect: gain 1 fame}, night: {}}"
    found = winter("", {"cards/more.yaml": cards.replace("sides: {}", sides)})
    assert [each[:3] for each in found] == [("E412", "more.yaml", "sides")]


def test_the_way_a_path_is_written_changes_nothing(fair, tmp_path, monkeypatch):
    fair()
    directory = tmp_path / "elsewhere" / "winter"
    directory.mkdir(parents=True)
    weather = "sets: {sky: {members: [sun, rain]}}\nstate: {now: {is: sky}}\n"
    rule = "rules: [{id: turn, when: {event: bought, where: now == sun, do: set now = rain}}]\n"
    (directory / "expansion.yaml").write_text(HEADER + weather + rule, encoding="utf-8")
    by_name = [item.message for item in check_paths([directory], roots=[tmp_path]).diagnostics]
    monkeypatch.chdir(directory)
    assert [item.message for item in check_paths(["."], roots=[tmp_path]).diagnostics] == by_name
    assert load("fair", expansions=["."], roots=[tmp_path]).expansions == ("winter",)


def test_a_game_that_cannot_be_loaded_tells_errors_alone(fair):
    game = fair({"more.yaml": "define: {idle: {params: {n: int}, amount: 1}, wrong: {amount: coins}}\n"})
    with pytest.raises(LoadError) as raised:
        load(game)
    assert [each.code for each in raised.value.diagnostics] == ["E301"]


def test_a_row_of_the_score_that_takes_too_long(winter):
    amount = "sum a in 1 to 9999 of (sum b in 1 to 9999 of (sum c in 1 to 9999 of a * b * c))"
    found = winter(f"score: {{huge: {{name: {{en: Huge, es: Enorme}}, amount: '{amount}'}}}}\n")
    assert [each[:3] for each in found] == [("E319", "expansion.yaml", amount)]


def test_a_rule_that_does_nothing(winter):
    assert [each[:2] for each in winter("rules: [{id: idle}]\n")] == [("E102", "expansion.yaml")]

"""Expansions that replace what is there, take cards out and add phases: what counts then, and what is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleset_core import LoadError, load
from tests.check.page_examples import FILES

HEADER = "expansion: {name}\nof: fair\nname: {{en: More, es: Más}}\n{more}\n"
Write = Callable[..., Path]


@pytest.fixture
def expand(tmp_path: Path) -> Write:
    """Writes an expansion of the tiny game, whose directory is `tmp_path`."""
    for file, text in FILES.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text, encoding="utf-8")

    def write(name: str, more: str) -> Path:
        path = tmp_path / "expansions" / name
        path.mkdir(parents=True, exist_ok=True)
        (path / "expansion.yaml").write_text(HEADER.format(name=name, more=more), encoding="utf-8")
        return tmp_path

    return write


def played(game: Any) -> list[str]:
    """The phases of a game in order."""
    return list(game.program.phase_names)


def told(base: Path, *names: str, in_order: bool = False) -> list[tuple[str, str, int]]:
    """Code, file and line of what keeps a game from loading."""
    with pytest.raises(LoadError) as caught:
        load(base, names, in_order=in_order)
    return [(each.code, Path(each.span.file).parent.name, each.span.line) for each in caught.value.diagnostics]


def test_figures_texts_and_starts_are_replaced(expand: Write) -> None:
    base = expand(
        "dear",
        """override:
  cards:
    lamp: {price: 5, name: {es: Farol}, effect: gain 2 fame}
  resources: {members: {coin: {start: 9}}}
  define: {cost: {amount: w.price + 1}}
  decisions: {deal: {ask: {en: Buy?, es: ¿Compras?}}}
  rules: {glory: {when: {event: bought, do: gain 2 fame}}}
  flow: {day: {in: 1 to 2}}
  score: {fame: {amount: 2 * fame}}
  tie_breaks: [coin]
  players: 2..3""",
    )
    plain, game = load(base), load(base, ("dear",))
    assert [plain.program.cards["lamp"].facts["price"], game.program.cards["lamp"].facts["price"]] == [2, 5]
    assert game.players == (2, 3)
    assert game.program.cards["lamp"].names == {"en": "Lamp", "es": "Farol", "fr": "Lamp"}
    state = game.new(players=2, seed=1)
    assert [state.observe(0)["seats"][0]["coin"], plain.new(players=2, seed=1).observe(0)["seats"][0]["coin"]] == [9, 5]
    changes = {(each.kind, each.name, each.path): (each.old, each.new) for each in game.program.changes}
    assert changes["card", "lamp", ("price",)] == (2, 5)
    assert changes["card", "lamp", ("name", "es")] == ("Lámpara", "Farol")
    assert changes["resource", "coin", ("start",)] == (5, 9)
    assert changes["phase", "day", ("in",)] == ("1 to 3", "1 to 2")
    assert changes["tie_breaks", "", ()] == (None, ["coin"])
    assert {each.expansion for each in game.program.changes} == {"dear"}
    assert game.hash != plain.hash
    assert game.entries["card"]["lamp"] != plain.entries["card"]["lamp"]
    assert game.entries["card"]["rug"] == plain.entries["card"]["rug"]


@pytest.mark.parametrize(
    ("change", "code", "line"),
    [
        ("cards: {lam: {price: 3}}", "E423", 5),
        ("cards: {lamp: {prise: 3}}", "E101", 5),
        ("cards: {lamp: {price: dear}}", "E303", 5),
        ("cards: {lamp: {effect: gain 1 fme}}", "E301", 5),
        ("cards: {lamp: {copies: x}}", "E103", 5),
        ("resources: {members: {coins: {start: 3}}}", "E423", 5),
        ("resources: {members: {fame: {start: 30}}}", "E106", 5),
        ("resources: {members: {fame: {max: 3, start: 5}}}", "E106", 5),
        ("define: {cost: {condition: 'true'}}", "E107", 5),
        ("define: {cost: {params: {x: ware}}}", "E423", 5),
        ("flow: {night: {do: roll face}}", "E423", 5),
        ("flow: {day: {do: roll face}}", "E107", 5),
        ("flow: {day: {in: 1 to 4}}", "E314", 5),
        ("rules: {glory: {id: fame}}", "E101", 5),
        ("sections: {a: 1}", "E101", 5),
        ("players: none", "E106", 5),
    ],
)
def test_what_does_not_fit_is_told_once_at_its_line(expand: Write, change: str, code: str, line: int) -> None:
    base = expand("dear", f"override:\n  {change}")
    assert told(base, "dear") == [(code, "dear", line)]


def test_a_card_is_taken_out(expand: Write) -> None:
    base = expand("bare", "remove: {cards: [rug]}")
    game = load(base, ("bare",))
    assert list(game.program.cards) == ["lamp"]
    [gone] = game.program.changes
    assert (gone.kind, gone.name, gone.path, gone.removed) == ("card", "rug", (), True)
    assert "rug" not in game.entries["card"]


def test_what_names_a_removed_card_is_told_where_it_is_removed(expand: Write) -> None:
    base = expand("bare", "remove: {cards: [rug]}")
    (base / "more.yaml").write_text("define: {rugs: {amount: count x in sold where x == rug}}\n", encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        load(base, ("bare",))
    [found] = caught.value.diagnostics
    assert (found.code, found.span.line) == ("E426", 4)
    assert [Path(span.file).name for span, _ in found.related] == ["more.yaml"]


def test_phases_are_added(expand: Write) -> None:
    base = expand(
        "long",
        """extend:
  flow:
    - {after: setup, phase: dawn, do: roll face}
    - {after: setup, phase: noon, do: roll face}
    - {first_in: day, phase: start, do: roll face}
    - {last_in: day, phase: rest, turns: once, do: gain 1 coin}
    - {before: trade, phase: bell, do: roll face}
    - {after: rest, phase: night, for: hour, in: 1 to 2, steps: [{phase: sleep, do: roll face}]}
state: {hour: {is: 1..2}}""",
    )
    expand(
        "late",
        "extend: {flow: [{after: setup, phase: dusk, do: roll face}, {last_in: night, phase: dream, do: roll face}]}",
    )
    expected = ["setup", "dawn", "noon", "day", "start", "bell", "trade", "rest", "night", "sleep"]
    assert played(load(base, ("long",))) == expected
    both = ["setup", "dawn", "noon", "dusk", "day", "start", "bell", "trade", "rest", "night", "sleep", "dream"]
    assert played(load(base, ("long", "late"))) == both
    state = load(base, ("long",)).new(players=2, seed=1)
    while not state.over:
        state.apply(state.options[0])


@pytest.mark.parametrize(
    ("phase", "code"),
    [
        ("{after: evening, phase: x, do: roll face}", "E423"),
        ("{first_in: trade, phase: x, do: roll face}", "E423"),
        ("{phase: x, do: roll face}", "E102"),
        ("{after: day, before: day, phase: x, do: roll face}", "E107"),
        ("{after: day, phase: trade, do: roll face}", "E406"),
        ("{after: day, phase: x, do: rol face}", "E302"),
    ],
)
def test_a_phase_that_does_not_fit_is_told_at_its_line(expand: Write, phase: str, code: str) -> None:
    assert told(expand("long", f"extend:\n  flow:\n    - {phase}"), "long") == [(code, "long", 6)]


def test_members_are_added_behind_those_there(expand: Write) -> None:
    base = expand("haggle", "extend: {sets: {answer: {members: [steal, beg]}}}")
    game = load(base, ("haggle",))
    assert game.program.vocabulary.domains["answer"].ids == ["buy", "leave", "steal", "beg"]
    assert told(expand("haggle", "extend: {sets: {answers: {members: [steal]}}}"), "haggle") == [("E423", "haggle", 4)]


def test_two_that_change_the_same_need_an_order(expand: Write) -> None:
    expand("cheap", "override: {cards: {lamp: {price: 1}}}")
    base = expand("dear", "override: {cards: {lamp: {price: 8}}}")
    assert told(base, "cheap", "dear") == [("E424", "dear", 4)]
    assert told(base, "dear", "cheap") == [("E424", "cheap", 4)]
    assert load(base, ("cheap", "dear"), in_order=True).program.cards["lamp"].facts["price"] == 8
    assert load(base, ("dear", "cheap"), in_order=True).program.cards["lamp"].facts["price"] == 1
    expand("cheap", "after: [dear]\noverride: {cards: {lamp: {price: 1}}}")
    for names in [("cheap", "dear"), ("dear", "cheap")]:
        game = load(base, names)
        assert game.expansions == ("dear", "cheap")
        assert game.program.cards["lamp"].facts["price"] == 1
        assert [(each.old, each.new) for each in game.program.changes] == [(2, 8), (8, 1)]
    expand("dear", "after: [cheap]\noverride: {cards: {lamp: {price: 8}}}")
    assert told(base, "cheap", "dear") == [("E425", "cheap", 4)]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (
            "override: {rules: {glory: {when: {event: bought, do: gain 2 fame}}}}",
            "override: {rules: {glory: {when: {event: bought, do: gain 3 fame}}}}",
        ),
        ("remove: {cards: [lamp]}", "override: {cards: {lamp: {price: 1}}}"),
        ("override: {cards: {lamp: {price: 1}}}", "remove: {cards: [lamp]}"),
        (
            "rules: [{id: a, while_in_play: {modify: cost, set: 1}}]",
            "rules: [{id: b, while_in_play: {modify: cost, set: 2}}]",
        ),
    ],
)
def test_what_contradicts(expand: Write, one: str, two: str) -> None:
    expand("one", one)
    base = expand("two", two)
    assert told(base, "one", "two") == [("E424", "two", 4)]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("override: {cards: {lamp: {price: 1}}}", "override: {cards: {rug: {price: 1}}}"),
        ("override: {cards: {lamp: {price: 1}}}", "override: {cards: {lamp: {price: 1}}}"),
        ("override: {cards: {lamp: {price: 1}}}", "override: {cards: {lamp: {effect: gain 2 fame}}}"),
        ("remove: {cards: [lamp]}", "remove: {cards: [lamp]}"),
        (
            "rules: [{id: a, while_in_play: {modify: cost, where: w == lamp, set: 1}}]",
            "rules: [{id: b, while_in_play: {modify: cost, where: w == rug, set: 2}}]",
        ),
    ],
)
def test_what_does_not_contradict(expand: Write, one: str, two: str) -> None:
    expand("one", one)
    base = expand("two", two)
    assert load(base, ("one", "two")).expansions == ("one", "two")


def test_two_in_turn_on_a_removed_card(expand: Write) -> None:
    expand("bare", "remove: {cards: [lamp]}")
    base = expand("dear", "override: {cards: {lamp: {price: 8}}}")
    assert told(base, "bare", "dear", in_order=True) == [("E423", "dear", 4)]
    assert list(load(base, ("dear", "bare"), in_order=True).program.cards) == ["rug"]


def test_two_that_do_something_instead_of_one_effect(expand: Write) -> None:
    thanks = "define: {thank: {effect: gain 1 fame}}\nrules: [{id: thanks, when: {event: bought, do: do thank}}]\n"
    step = "rules: [{id: NAME, while_in_play: {modify: thank, HOW: gain 2 coin}}]"
    base = expand("one", step.replace("NAME", "one").replace("HOW", "instead"))
    (base / "more.yaml").write_text(thanks, encoding="utf-8")
    expand("two", step.replace("NAME", "two").replace("HOW", "instead"))
    assert told(base, "one", "two") == [("E424", "two", 4)]
    assert load(base, ("one", "two"), in_order=True).expansions == ("one", "two")
    expand("two", step.replace("NAME", "two").replace("HOW", "after"))
    assert load(base, ("one", "two")).expansions == ("one", "two")


def test_cards_of_a_table_are_changed_too(expand: Write) -> None:
    base = expand(
        "dear", "override: {cards: {lantern: {price: 8, name: {en: Light, es: Luz}}}}\nremove: {cards: [rug]}"
    )
    table = "ware,name.en,name.es,provenance,price,effect\nlantern,Lantern,Linterna,house,3,gain 1 fame\n"
    (base / "cards" / "more.csv").write_text(table, encoding="utf-8")
    header = base / "game.yaml"
    header.write_text(header.read_text(encoding="utf-8").replace("total: 2", "total: 3"), encoding="utf-8")
    game = load(base, ("dear",))
    assert list(game.program.cards) == ["lantern", "lamp"]
    assert game.program.cards["lantern"].facts["price"] == 8
    change = game.program.changes[0]
    assert (change.old, change.new, change.span.line) == (3, 8, 4)

"""Mistakes of shape: which code, at which characters, in which words."""

from collections.abc import Callable
from typing import TypeVar

import pytest
from pydantic import BaseModel

from ruleset_core.diagnostics import Span
from ruleset_core.model.schema.documents import CardsFile, ExpansionFile, GameFile, IntRange, PartFile
from ruleset_core.model.schema.scenario_files import ExemptFile, ScenarioFile
from ruleset_core.model.schema.validation import unknown_key, validate
from ruleset_core.model.yaml_documents import load_text

Problems = Callable[[str, type[BaseModel]], list[str]]
Quote = Callable[[str, Span], str]

M = TypeVar("M", bound=BaseModel)

HEAD = "game: g\nname: {en: G, es: G}\nplayers: 2\n"


@pytest.fixture
def problems(quote: Quote) -> Callable[[str, type[BaseModel]], list[str]]:
    """All findings of a file as "CODE at `characters`: message | help"."""

    def problems(text: str, model: type[BaseModel]) -> list[str]:
        document, found = load_text(text, "f.yaml")
        assert document is not None
        made, wrong = validate(document, model)
        assert made is None or not wrong
        told = sorted(found + wrong)
        return [
            f"{item.code} at `{quote(text, item.span)}`: {item.message}" + f" | {item.help}" * bool(item.help)
            for item in told
        ]

    return problems


NAME = "write a name: small letters, digits and `_`, beginning with a letter"


@pytest.mark.parametrize(
    ("section", "told"),
    [
        ("decisions: {d: {of: colour, except: [red], ask: {en: A, es: B}}}", "E101 at `except`: unknown key `except` | a set without some of its members is a set with a name: `sets: {warm: {of: colour, except: [blue]}}`"),
        ("state: {x: {is: int, hidden: true}}", "E101 at `hidden`: unknown key `hidden` | `visible:` says who sees it; `shown: false` keeps a field out of logs and screens"),
        ("flow: [{phase: p, repeat: 3, steps: []}]", "E101 at `repeat`: unknown key `repeat` | a phase with `steps:` is repeated by `for:` and `in: 1 to 5`, or by `while:`"),
        ("stat: {}", "E101 at `stat`: unknown key `stat` | did you mean `state`?"),
        ("about: {en: Roll, or hold, es: x}", "E101 at `or hold`: unknown key `or hold` | text that contains `,` or `:` must be in quotes"),
        ("state: {x: {start: 1}}", "E102 at `x`: missing key `is` in `x` | for example: `is: int`"),
        ("state: {x: {si: int}}", "E101 at `si`: unknown key `si` | did you mean `is`?"),
        ("about: {}", "E102 at `about`: a text is missing here | for example: `{en: Merchant, es: Mercader}`"),
        ("state: {x: {is: int, visible: al}}", "E104 at `al`: expected `all`, `owner`, `piece` or `nobody`, found `al` | did you mean `all`?"),
        ("state: {X: {is: int}}", f"E105 at `X`: `X` is not a name | {NAME}"),
        ("state: {1: {is: int}}", 'E105 at `1`: `1` is not a name | names begin with a letter: write `n1`, with `name: {en: "1", es: "1"}` for players; where there are numbers alone, a range such as `2..10` does'),
        ("state: {x: {is: }}", "E103 at `is`: `is` has no value | give it a value, or delete the key"),
        ("options:", "E103 at `options`: `options` has no value | give it a value, or delete the key"),
        ("about:", "E103 at `about`: `about` has no value | give it a value, or delete the key"),
        ("about: {en: 3, es: x}", 'E103 at `3`: expected text, found the number 3 | put it into quotes: "3"'),
        ("about: {en: '', es: x}", "E103 at `''`: `en` is empty | give it a text, or delete the key"),
        ("about: text", "E103 at `text`: expected a mapping of keys to values, found the text `text` | name its language: `{en: text}`"),
        ("authors: me", "E103 at `me`: expected a list, found the text `me` | write `[...]`, or one line beginning with `- ` for each item"),
        ("version: true", 'E103 at `true`: expected text, found `true` | put it into quotes: "true"'),
        ("pieces: {p: {named: no}}", "E103 at `no`: expected `true` or `false`, found the text `no` | write `false`"),
        ("pieces: {p: {count: few}}", "E103 at `few`: expected a whole number, found the text `few`"),
        ("pieces: {p: {count: 0}}", "E106 at `0`: expected at least 1, found 0"),
        ("positions: {seen: {of: [], last: 2}}", "E103 at `[]`: `of` needs at least 1 of its values, not 0"),
        ("pieces: {p: {count: 2, values: {a: [1]}}}", "E107 at `[1]`: values: 1, pieces: 2"),
        ("pieces: {p: {values: {a: [1]}}}", "E107 at `{a: [1]}`: `values` are for pieces that are counted | add `count`"),
        ("pieces: {p: {sides: [a]}}", "E107 at `[a]`: a piece has at least two sides | delete `sides`, or add one"),
        ("pieces: {p: {side_facts: {a: int}}}", "E102 at `side_facts`: `side_facts` needs `sides` | for example: `sides: [a, b]`"),
        ("sets: {s: {members: [a, B]}}", f"E105 at `B`: `B` is not a name | {NAME}"),
        ("sets: {s: {members: [a, 3]}}", 'E105 at `3`: `3` is not a name | names begin with a letter: write `n3`, with `name: {en: "3", es: "3"}` for players; where there are numbers alone, a range such as `2..10` does'),
        ("sets: {s: {members: [a, a]}}", "E107 at `a`: `a` is in this list twice | delete one of the two"),
        ("sets: {s: {members: {a: {f: {x: 1}}}}}", "E103 at `{x: 1}`: expected a single value, found a mapping"),
        ("sets: {s: {members: {a: {f: }}}}", "E103 at `f`: this fact has no value | write `none` when there is none"),
        ("sets: {s: {members: {a: {f: [x, ~]}}}}", "E103 at `~`: expected a single value, found nothing"),
        ("resources: {members: {r: {start: 4, max: 3}}}", "E106 at `4`: `start` is 4, more than `max`, which is 3"),
        ("resources: {members: {r: {rewards: {0: x}}}}", "E106 at `0`: expected at least 1, found 0"),
        ("resources: {members: {r: {rewards: {a: x}}}}", "E103 at `a`: expected a whole number, found the text `a`"),
        ("options: {o: {of: bool, name: {en: a, es: b}, default: [1]}}", "E103 at `[1]`: expected a single value, found a list"),
        ("define: {d: {}}", "E102 at `d`: a definition needs `amount`, `condition`, `value` or `effect` | for example: `amount: 3`"),
        ("define: {d: {amount: 1, effect: x}}", "E107 at `x`: a definition has only one of `amount`, `condition`, `value` and `effect` | make two definitions"),
        ("flow: [{phase: p}]", "E102 at `{phase: p}`: a phase needs `do` or `steps` | for example: `do: gain 1 point`"),
        ("flow: [{phase: p, do: x, for: d}]", "E102 at `for`: `for` needs `in` | for example: `for: day` and `in: 1 to 8`"),
        ("flow: [{phase: p, steps: [{phase: q, do: x, turn: once}]}]", "E101 at `turn`: unknown key `turn` | did you mean `turns`?"),
        ("rules: [{id: r, when: {event: begin the day, do: x}}]", "E105 at `begin the day`: `begin the day` is not the name of an event, or `begin PHASE` or `end PHASE` | write the name of an event, or `begin PHASE` or `end PHASE`"),
        ("rules: [{id: r, while_in_play: {modify: p, add: 1, set: 2}}]", "E107 at `2`: a modifier makes one change, and this has `add` and `set` | make two modifiers"),
        ("decisions: {d: {of: bool, word: Die, ask: {en: a, es: b}}}", "E105 at `Die`: `Die` is not words of small letters, digits, `_` and `-`, with one space between them | write words of small letters, digits, `_` and `-`, with one space between them"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_section(problems: Problems, section: str, told: str) -> None:
    assert problems(HEAD + section, GameFile) == [told]


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ("4..2", "E106 at `4..2`: the range 4..2 is empty | write `2..4`"),
        ("some", "E106 at `some`: expected a number or a range, found the text `some` | write `2` or `1..4`"),
        ("0", "E106 at `0`: a game is for 1 to 99 players"),
        ("[2, 4]", "E106 at `[2, 4]`: expected a number or a range, found a list | write `2..4`"),
    ],
)
def test_numbers_of_players(problems: Problems, players: str, told: str) -> None:
    assert problems(f"game: g\nname: {{en: G, es: G}}\nplayers: {players}\n", GameFile) == [told]


def test_the_top_of_a_file(problems: Problems) -> None:
    assert problems("- a", CardsFile) == [
        "E103 at `- a`: expected a mapping of keys to values, found a list | keys here: kind, cards"
    ]
    assert problems("cards: {}", CardsFile) == ["E102 at `cards: {}`: missing key `kind` | for example: `kind: card`"]


def test_all_mistakes_are_told_and_each_once(problems: Problems) -> None:
    told = problems("kind: K\ncards:\n  a: {copies: 0}\n  B: {provenance: hous}\n  c: 3\n", CardsFile)
    assert [line.split(" at ")[0] for line in told] == ["E105", "E102", "E106", "E105", "E104", "E103"]


def test_a_value_reported_by_the_reader_is_not_reported_again(problems: Problems) -> None:
    told = problems("kind: k\ncards: {a: {provenance: house, copies: 1.5}}", CardsFile)
    assert [line[:4] for line in told] == ["E011"]


def test_the_suggestion_repairs_the_file(quote: Quote) -> None:
    document, _ = load_text("knd: k\ncards: {a: {provenance: hose}}", "f.yaml")
    assert document is not None
    repairs = [item.suggestion for item in validate(document, CardsFile)[1]]
    assert [repair and (quote(document.source.text, repair.span), repair.replacement) for repair in repairs] == [
        ("knd", "kind"),
        ("hose", "house"),
    ]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ('{en: "A: b\\n{c}", es: x}', "A: b {c}"),
        ("{en: 'It''s\n\n  Two', es: x}", "It's Two"),
        ("{en: One\n\n  true, es: x}", "One true"),
        ('{en: "true\\n", es: x}', "true"),
        ('\n  en: |\n    A: b\n    "C" #d\n  es: x', 'A: b "C" #d'),
        ("\n  en: >\n    A: b\n\n    C\n  es: x", "A: b C"),
        ('{en: ["a, b"], es: x}', "a, b"),
        ('{en: "a\\n\\e", es: x}', None),
    ],
)
def test_a_text_that_is_written_anew_is_yaml_that_says_it(written: str, read: str | None) -> None:
    text = f"game: g\nname: {written}\nplayers: 2\n"
    document, _ = load_text(text, "f.yaml")
    repairs = [item.suggestion for item in validate(document, GameFile)[1]] if document is not None else []
    if read is None:
        assert not any(repairs)
        return
    assert document is not None
    (repair,) = repairs
    assert repair is not None
    begin, end = (
        document.source.offset(line, column)
        for line, column in ((repair.span.line, repair.span.column), (repair.span.end_line, repair.span.end_column))
    )
    again, _ = load_text(text[:begin] + repair.replacement + text[end:], "f.yaml")
    assert again is not None
    assert again.data["name"] == {"en": read, "es": "x"}


def test_an_expansion_has_no_flow(problems: Problems) -> None:
    (told,) = problems("expansion: e\nof: g\nname: {en: E, es: E}\nflow: []", ExpansionFile)
    assert told.startswith("E101 at `flow`: unknown key `flow`")


def test_scenarios(problems: Problems) -> None:
    text = "scenarios:\n- name: EX-1\n  do: [a, 3, {expct: {}}, {expect: {over: false}}]\n- {name: t, dice: {d: [x, [1]]}}\n"
    advice = "write the notation of an option, `SEAT: NOTATION`, or `expect: {...}`"
    assert problems(text, ScenarioFile) == [
        f"E103 at `3`: expected an option or `expect: ...`, found the number 3 | {advice}",
        f"E103 at `{{expct: {{}}}}`: expected an option or `expect: ...`, found a mapping | {advice}",
        "E103 at `[1]`: expected a single value, found a list",
    ]
    assert problems("E-1: because\nE-2: 3", ExemptFile) == [
        'E103 at `3`: expected text, found the number 3 | put it into quotes: "3"'
    ]


# ---------------------------------------------------------------------------------------------------- what is read


def _read(text: str, model: type[M]) -> M:
    document, found = load_text(text, "f.yaml")
    assert document is not None, found
    made, wrong = validate(document, model)
    assert made is not None, wrong
    return made


def test_numbers_and_bools_are_expressions() -> None:
    part = _read("define: {d: {amount: 3}, e: {condition: true}}\nstate: {f: {is: bool, start: false}}", PartFile)
    assert (part.define["d"].amount, part.define["e"].condition, part.state["f"].start) == ("3", "true", False)


def test_facts_of_cards_and_sides() -> None:
    text = "kind: k\ncards: {a: {provenance: house, colour: red, cells: [a1, 2], sides: {up: {black: true}}}}"
    card = _read(text, CardsFile).cards["a"]
    assert card.facts == {"colour": "red", "cells": ("a1", 2)}
    assert card.sides["up"].facts == {"black": True}


def test_short_forms_become_long_ones() -> None:
    part = _read("sets: {s: {members: [b, a]}}\nrules: [{id: r, when: {event: e, do: x}}]", PartFile)
    assert list(part.sets["s"].members) == ["b", "a"]
    assert [when.event for when in part.rules[0].when] == ["e"]


def test_players_are_a_range() -> None:
    game = _read("game: g\nname: {en: G, es: J}\nplayers: 1..4", GameFile)
    assert game.players == IntRange(1, 4)
    assert (game.name.get("en"), game.name.get("es")) == ("G", "J")
    assert _read(HEAD, GameFile).players == IntRange(2, 2)


def test_steps_of_a_scenario() -> None:
    (scenario,) = _read("scenarios: [{name: x, do: [die red, {expect: {seat: 3}}]}]", ScenarioFile).scenarios
    assert [(step.option, step.expect and step.expect.seat) for step in scenario.do] == [("die red", None), (None, 3)]


def test_a_later_pass_can_refuse_a_key() -> None:
    document, _ = load_text("cards: {a: {efect: x}}", "f.yaml")
    assert document is not None
    found = unknown_key(document, ("cards", "a", "efect"), ["effect", "colour"])
    assert (found.code, found.help, found.span.column) == ("E101", "did you mean `effect`?", 13)

"""Names of data beside those that the language gives: what would mean two things is an error, and all else means what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import load
from ruleset_core.check.checker import check_paths
from ruleset_core.lang.operations import FUNCTIONS
from ruleset_core.lang.syntax.parser import EVENTS, FIELDS, SETS, TAKEN, TYPES, reserved_by_language
from ruleset_core.lang.verbs import VERBS
from tests.check.page_examples import FILES
from tests.sampled import LONG

ENTRIES = {
    "define": "define: {NAME: {params: {n: int}, amount: n + 1}}",
    "define, an effect": "define: {NAME: {effect: gain 1 coin}}",
    "sets": "sets: {NAME: {members: [aa, bb]}}",
    "members": "sets: {hue: {members: [NAME, bb]}}",
    "members, a resource": "resources: {members: {NAME: {}}}",
    "state": "state: {NAME: {is: 0..3}}",
    "state, by piece": "state: {NAME: {by: [ware], is: 0..3}}",
    "zones": "zones: {NAME: {of: ware}}",
    "pieces": "pieces: {NAME: {count: 2}}",
    "decisions": "decisions: {NAME: {of: 0..3, ask: {en: a, es: a}}}",
    "events": "events: {NAME: {fields: {n: int}}}",
    "params": "define: {zz: {params: {NAME: int}, amount: 1}}",
    "params, a local": "define: {zz: {effect: 'let NAME = 2; gain 1 coin'}}",
    "options": "options: {NAME: {of: bool, name: {en: a, es: a}, default: false}}",
    "score": "score: {NAME: {name: {en: a, es: a}, amount: coin}}",
}
"""An entry of each kind, by its section."""
NAMES = {
    "functions": sorted(FUNCTIONS),
    "fields": sorted(FIELDS),
    "events": sorted(EVENTS),
    "sets": sorted(SETS),
    "types": sorted(TYPES),
    "verbs": sorted(VERBS),
    "properties": ["side", "card"],
    "words": ["me", "players", "none", "others"],
}
USES = (
    "define: {uses: {params: {s: seat}, amount: 'max(1, 2) + min(1, 2) + abs(round) + number(s) + number(left(right(s))) + "
    "upper_bound(round) + lower_bound(round) + held[s, coin] + filled[s, fame]'}}\n"
)
"""All that the language calls by a name, beside the entry."""
SAMPLE = 3
"""Of the names of a table, an entry takes every third; the next entry begins one later, so that each name is tried."""


def errors(directory: Path, part: str, uses: str = USES) -> list[str]:
    for name, text in FILES.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text, encoding="utf-8")
    (directory / "part.yaml").write_text(part, encoding="utf-8")
    (directory / "uses.yaml").write_text(uses, encoding="utf-8")
    return [f"{each.code} {each.message}" for each in check_paths([directory]).diagnostics if each.severity == "error"]


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("table", NAMES)
def test_a_name_of_the_language_is_refused_where_it_would_mean_two_things(
    table: str, entry: str, tmp_path: Path
) -> None:
    section = entry.partition(",")[0]
    for name in NAMES[table] if LONG else NAMES[table][[*ENTRIES].index(entry) % SAMPLE :: SAMPLE]:
        taken = bool(reserved_by_language(section, name))
        found = errors(tmp_path / name / "fair", ENTRIES[entry].replace("NAME", name), "{}\n" if taken else USES)
        if taken:
            assert [each[:5] for each in found] == ["E315 "], f"{name} as {entry}"
            assert f"`{name}`" in found[0]
        else:
            assert not found, f"{name} as {entry}"


@pytest.mark.slow
def test_every_name_that_the_language_gives_is_in_a_table(tmp_path: Path) -> None:
    """Who adds a built-in name without saying so here would let it change the meaning of data."""
    assert not errors(tmp_path / "fair", "{}\n")
    v = load(tmp_path / "fair").program.vocabulary
    assert {name for name in v.fields if "." not in name} - {"round", "face"} == set(FIELDS)
    assert {name for name in v.events if " " not in name} - {"bought"} == set(EVENTS)
    assert {name for name in v.domains if "." not in name} - {"answer", "ware"} == set(SETS)
    assert set(TAKEN["a function"]["define"]) == set(FUNCTIONS)


def test_a_definition_called_like_a_function_is_told_once(tmp_path: Path) -> None:
    part = "define: {max: {params: {a: int, b: int, c: int}, amount: a + b + c}, three: {amount: 'max(1, 2, 3)'}}\n"
    assert errors(tmp_path / "fair", part, "{}\n") == ["E315 `max` is a function"]

"""`upper_bound` and `lower_bound`: looks and rules read how far a range goes, so that they follow when it grows."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import LoadError
from ruleset_core import load as loaded
from tests.engine import games
from tests.executors import both

COUNTING = "flow: [{{phase: laps, for: round, in: '{among}', do: 'set tally = tally + upper_bound(round)'}}]"


@pytest.mark.parametrize(("among", "tally"), [("1 to 5", 25), ("1 to players", 4), ("1 to upper_bound(round)", 81)])
def test_of_a_field_that_a_phase_counts_with_it_is_where_the_phase_ends(tmp_path: Path, among: str, tally: int) -> None:
    """Where the phase says so itself, it is what the type of the field allows."""
    game = games.flow(tmp_path, COUNTING.format(among=among))
    for each in both(game):
        assert each.new(2, 1).ask("tally") == tally


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("upper_bound(face)", 6), ("lower_bound(face)", 1), ("upper_bound(turn_of)", 3), ("upper_bound(card.value)", 7),
        ("upper_bound(debt)", 40), ("upper_bound(fame)", 9), ("lower_bound(fame)", 0),
        ("sum r in [debt, fame] of upper_bound(r)", 49),
    ],
)  # fmt: skip
def test_of_fields_facts_definitions_and_resources(tmp_path: Path, text: str, value: int) -> None:
    resources = "{{debt: {{max: 40}}, fame: {{spaces: 9, max: 6}}}}"
    game = (
        games.FLOW.replace("{{point: {{}}, log: {{}}}}", resources).replace("amount: point", "amount: fame")
        + "pieces: {{card: {{count: 2, facts: {{value: 1..7}}, values: {{value: [1, 2]}}}}}}\n"
        + "zones: {{box: {{of: card, start: all}}}}\ndefine: {{turn_of: {{is: 0..3, value: round mod 4}}}}\n"
    )
    text_of_game = game.format(rest="flow: [{phase: go, do: 'set tally = 1'}]")
    assert loaded(games.write(tmp_path, text_of_game)).new(1, 1).ask(text) == value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("upper_bound(tally)", "`tally` is a number and has no bound"),
        ("upper_bound(point)", "`point` has no bound"),
        ("upper_bound(1)", "the name of a field, a fact or a resource is needed here"),
        ("upper_bound(face, face)", "`upper_bound` takes 1 value, not 2"),
        ("upper_bound(fase)", "unknown name `fase`"),
    ],
)
def test_what_has_no_bound_is_an_error(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(LoadError) as raised:
        games.flow(tmp_path, f"flow: [{{phase: go, do: 'set tally = {text}'}}]")
    assert said in [each.message for each in raised.value.diagnostics]

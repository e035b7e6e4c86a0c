"""A number outside a range names the declaration that would have to be widened, and does not propose to undo the wish."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core.check.checker import check_paths
from tests.check.conftest import quote

GEM = """\
pieces: {gem: {total: 1, facts: {size: 1..5}}}
zones: {box: {of: gem, start: all}}
define: {paid: {params: {n: 1..3}, amount: n}}
rules: [{id: a, when: {event: bought, do: "roll face; gain box[0].size + paid(1) fame"}}]
"""
RUBY = "kind: gem\ncards: {ruby: {name: {en: Ruby, es: Rubí}, provenance: house, size: 2}}\n"
SCENARIO = "scenarios:\n  - name: s\n    dice: {face: [3, 7]}\n"
WINTER = (
    'expansion: w\nof: fair\nname: {en: W, es: W}\nversion: "1"\nprovenance: house\noverride: {cards: {ruby: {%s}}}\n'
)


@pytest.mark.parametrize(
    ("files", "declared"),
    [
        ({"cards/gems.yaml": RUBY.replace("size: 2", "size: 9")}, ("size", "more.yaml:1")),
        ({"more.yaml": GEM.replace("roll face", "set face = 9")}, ("face", "game.yaml:20")),
        ({"more.yaml": GEM.replace("paid(1)", "paid(9)")}, ("paid", "more.yaml:3")),
        ({"scenarios/a.yaml": SCENARIO}, ("face", "game.yaml:20")),
        ({"scenarios/a.yaml": SCENARIO.replace("dice: {face: [3, 7]}", "given: {face: 7}")}, ("face", "game.yaml:20")),
        ({"expansions/w/expansion.yaml": WINTER % "size: 9"}, ("size", "more.yaml:1")),
        ({"more.yaml": GEM.replace("paid(1)", "paid(face)")}, ("paid", "more.yaml:3")),
    ],
)
def test_the_declaration_is_named(checked, files, declared):
    (found,) = checked({"more.yaml": GEM, "cards/gems.yaml": RUBY, **files}).diagnostics
    assert found.code in {"E314", "W522"}
    name, place = declared
    assert f"the range is declared at `{name}` ({place}): widen it there" in found.help
    assert found.suggestion is None
    (related,) = [at for at, said in found.related if said == "declared here"]
    assert f"{Path(related.file).name}:{related.line}" == place
    assert quote(related) in {name, "params"}


def test_what_an_override_may_replace_is_listed(fair):
    game = fair({"more.yaml": GEM, "cards/gems.yaml": RUBY, "expansions/w/expansion.yaml": WINTER % "weight: 9"})
    (found,) = check_paths([game / "expansions/w"]).diagnostics
    assert (found.code, found.help) == ("E101", "facts here: `size`")


@pytest.mark.parametrize(
    ("sees", "message", "advice"),
    [
        ("coin: 3", "`seats:` is missing around `coin`", "write `seats: {0: {coin: ...}}`"),
        ("stall: [lamp]", "`zones:` is missing around `stall`", "write `zones: {stall: ...}`"),
    ],
)
def test_a_part_of_what_a_seat_sees_that_is_left_out_is_named(checked, sees, message, advice):
    state = "state: {pips: {is: 1..6, by: [seat], visible: owner, name: {en: pips, es: puntos}}}\n"
    rule = 'rules: [{id: a, when: {event: bought, do: "roll pips[me]; gain pips[me] fame"}}]\n'
    scenario = f"scenarios:\n  - name: s\n    expect: {{sees: {{1: {{{sees}}}}}}}\n"
    (found,) = checked({"more.yaml": state + rule, "scenarios/a.yaml": scenario}).diagnostics
    assert (found.code, found.message, found.help) == ("E301", message, advice)

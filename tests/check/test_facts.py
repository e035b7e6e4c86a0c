"""Names that are no facts, and first values."""

import pytest

from tests.check.conftest import told


@pytest.mark.parametrize("name", ["effect", "copies", "score", "requires", "when"])
def test_a_key_of_cards_is_no_fact(checked, name):
    found = checked(**{"price: int}": f"price: int, {name}: int?}}"}).diagnostics
    assert [told(item) for item in found] == [
        f"E315 at `{name}`: `{name}` is a key with a meaning of its own, and so no fact | choose another name"
    ]


def test_counted_pieces_may_have_it(checked):
    kind = "pieces: {die: {count: 2, facts: {cost: int}, values: {cost: [1, 2]}}}\n"
    zone = "zones: {bag: {of: die, start: all}}\n"
    rule = "rules: [{id: roll, when: {event: bought, where: any d in bag where d.cost > 1, do: gain 1 fame}}]\n"
    assert checked({"more.yaml": kind + zone + rule}).diagnostics == ()


@pytest.mark.parametrize(
    ("start", "finding"),
    [
        ("7", "E314 at `7`: 7 lies outside 1..6 | is `6` meant?"),
        ("two", "E303 at `two`: `two` is not a number 1..6 | a number 1..6 is needed here"),
        ("1 + 1", ""),
        ("1 + true", "E303 at `true`: this is a condition, but a number is needed here | write `1`"),
        ("[1]", "E103 at `[1]`: expected a single value, found a list"),
        ("3", ""),
    ],
)
def test_a_first_value_is_a_value(checked, start, finding):
    found = checked(**{"face: {is: 1..6}": f"face: {{is: 1..6, start: {start}}}"}).diagnostics
    assert [told(item) for item in found] == [finding] * bool(finding)


@pytest.mark.parametrize(
    ("written", "finding"),
    [
        ("lit: yes, sizes: [1, 2]", "E303 at `yes`: `yes` is not a condition | write `true`"),
        ("lit: OFF, sizes: [1, 2]", "E303 at `OFF`: `OFF` is not a condition | write `false`"),
        ("lit: soon, sizes: [1, 2]", "E303 at `soon`: `soon` is not a condition | a condition is needed here"),
        ('lit: true, sizes: "1, 2"', 'E303 at `"1, 2"`: `sizes` is a list of 1..9 | write it as a list: `[1, 2]`'),
    ],
)
def test_a_value_of_another_shape_is_one_finding(checked, written, finding):
    lamps = "sets: {lamp: {facts: {lit: bool, sizes: list of 1..9}, members: {tall: {" + written + "}}}}\n"
    found = [item for item in checked({"more.yaml": lamps}).diagnostics if item.severity == "error"]
    assert [told(item) for item in found] == [finding]

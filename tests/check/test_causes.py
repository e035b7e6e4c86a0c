"""One slip, one finding: what follows from a mistake is not told beside it."""

from __future__ import annotations

import pytest

from ruleset_core.check.example import FILES
from tests.check.conftest import told


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("members:", "member:", "E101 at `member`: unknown key `member` | did you mean `members`?"),
        ("coin: {start", "coins: {start", "E301 at `coins`: `coins` is declared here, but 3 places use `coin`"),
    ],
)
def test_a_slip_in_a_declaration_is_told_once(checked, old, new, finding):
    game = FILES["game.yaml"]
    assert old in game
    (found,) = checked({"game.yaml": game.replace(old, new, 1)}).diagnostics
    assert told(found).startswith(finding)


def test_a_file_that_cannot_be_read_makes_no_unknown_names(checked):
    more = "define:\n  extra: {amount: 1}\n"
    user = "rules: [{id: a, when: {event: bought, do: gain extra fame}}]\n"
    assert checked({"more.yaml": more, "user.yaml": user}).diagnostics == ()
    (found,) = checked({"more.yaml": more + "  [\n", "user.yaml": user}).diagnostics
    assert found.code == "E003"


def test_a_mistake_elsewhere_does_not_hide_one(checked):
    more = "define:\n  extra: {amount: 1, efect: 2}\n"
    user = "rules: [{id: a, when: {event: bought, do: gain extr fame}}]\n"
    found = checked({"more.yaml": more, "user.yaml": user}).diagnostics
    assert [item.code for item in found] == ["E101", "E301"]


def test_the_same_finding_in_several_places_is_one(checked):
    rules = "".join(f"  - {{id: r{n}, when: {{event: bought, do: gain 1 fmae}}}}\n" for n in range(5))
    (found,) = checked({"more.yaml": f"rules:\n{rules}"}).diagnostics
    assert found.notes == ("4 more like this: line 3, line 4, line 5, ...",)
    assert len(found.alike) == 4


def test_causes_come_first(checked):
    files = {"a.yaml": "rules: [{id: a, when: {event: bought, do: gain 1 fmae}}]\n", "z.yaml": "stat: {}\n"}
    assert [item.code for item in checked(files).diagnostics] == ["E101", "E301"]


def test_a_zone_of_a_seat_that_is_not_understood_is_not_told_besides(checked):
    rule = "rules: [{id: a, when: {event: bought, do: 'for each p in seats { move what to p.purse }'}}]\n"
    bags = "zones: {purse: {of: ware, by: [seat]}}\n"
    found = checked({"a.yaml": rule + bags}).diagnostics
    assert [(item.code, item.help) for item in found] == [("E301", "did you mean `seat`?")]


def test_values_of_a_fact_that_is_called_like_a_key_are_not_told_besides(checked):
    game = FILES["game.yaml"].replace("price", "cost")
    cards = {name: text.replace("price", "cost") for name, text in FILES.items() if name.startswith("cards/")}
    found = [told(item) for item in checked({"game.yaml": game, **cards}).diagnostics]
    assert found == ["E315 at `cost`: `cost` is a key with a meaning of its own, and so no fact | choose another name"]

"""What has no meaning is refused by every executor, each in its words, and the state stays as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleset_core import BrokenRuleError
from tests.executors import both
from tests.lang import random_game

HOUSE = {"provenance": "house"}
BIG = "set total = 2000000000"
REFUSED = {
    "field": ("set mood[red] = clock + 10", "cannot be 10"),
    "field of a member": ("set favourite = red.next.next.next", "`next`|favourite"),
    "field of no seat": ("set partner.level = 1", "of no seat"),
    "zone of no seat": ("move deck[0] to partner.hand", "of no seat"),
    "index": ("set mood[chosen] = 1", "`mood[none]` does not exist"),
    "index of a zone": ("move deck[0] to row[chosen]", "`row[none]` does not exist"),
    "index out of range": ("set shelf[clock + 3] = 1", "`shelf[3]` does not exist"),
    "fact of none": ("set total = guard.price", "price. of none"),
    "fact of none, in a table": ("for each t in deck { set total = total + t.twin.price }", "price. of none"),
    "amount of no resource": ("gain 1 (first r in resource where coin == 99)", "no resource"),
    "loss of no resource": ("lose 1 (first r in resource where coin == 99)", "no resource"),
    "cost of no resource": ("pay 1 (first r in resource where coin == 99) -> { set total = 1 }", "no resource"),
    "amount that a seat has of no resource": ("set total = me.held[first r in resource where coin == 99]", "no resource"),
    "argument of a procedure": ("do leaf(chosen)", "asks for"),
    "argument of an amount": ("set total = rank_of(chosen)", "asks for"),
    "none from a definition of a seat": ("set starter = buddy", "`buddy` gives `seat`, not none"),
    "none from a definition of a seat, used": ("set buddy.level = 1", "`buddy` gives `seat`, not none"),
    "a number from a definition of a range": ("set clock = steps(9)", "`steps` gives `0..4`, not 9"),
    "a number from a changed definition": ("set clock = steps(4)", "`steps` gives `0..4`, not 5"),
    "argument of an event": ("emit painted(chosen, 1)", "asks for"),
    "argument of an event that waits": ("emit called(1, partner)", "asks for"),
    "as a seat that is none": ("as partner { gain 1 coin }", "`as` a seat that is none"),
    "as a seat that is none, with a question": ("as partner { may sure { gain 1 coin } }", "`as` a seat that is none"),
    "as a seat that is none, with nothing to do": ("as partner { if clock > 9 { gain 1 coin } }", "`as` a seat that is none"),
    "a field that grows": (f"{BIG}; set total = total + total", "cannot be 4,000,000,000"),
    "a field that shrinks": (f"{BIG}; set total = -total - total", "cannot be -4,000,000,000"),
    "a local": (f"{BIG}; let n = total * 2; set total = n per 2", "cannot be 4,000,000,000"),
    "an argument": (f"{BIG}; set total = same(total * 2) per 2", "cannot be 4,000,000,000"),
    "an argument of an event that is too large": (f"{BIG}; emit painted(red, total * 2)", "cannot be 4,000,000,000"),
    "an amount of a resource": (f"{BIG}; gain total coin; gain total coin", "cannot be 4,000,000,003"),
    "rounds": (f"{BIG}; repeat total * 2 {{ set clock = 1 }}", "cannot be 4,000,000,000"),
    "a range": (f"{BIG}; set clock = count n in total * 2 to total * 2 where n > 3", "cannot be 4,000,000,000"),
    "a range that is empty": (f"{BIG}; set clock = count n in total * 3 to total * 2 where n > 3", "cannot be 6,000,000,000"),
    "on the way": (f"{BIG}; set total = total * total * total per total", "64 bits"),
    "a sum on the way": (f"{BIG}; set total = (sum n in 1 to 3 of total * total) per total", "64 bits"),
    "steps": ("set total = 10000000; repeat total { set clock = clock + 1; set clock = clock mod 7; for each c in colour { set mood[c] = 1 } }", "10,000,000 steps"),
    "the queue": ("set total = 1001; repeat total { emit called(1, me) }", "more than 1,000"),
}  # fmt: skip
FINE = {
    "products are compared before they are kept": (f"{BIG}; if total * total > total {{ set clock = 5 }}", "clock", 5),
    "as much as there may be": ("set total = 2147483647; set clock = total - 2147483640", "clock", 7),
    "as little as there may be": ("set total = -2147483647; set total = total - 1", "total", -2147483648),
    "a range nobody goes through": (f"{BIG}; if total * 2 in 1 to total * 3 {{ set clock = 4 }}", "clock", 4),
    "an empty range": (f"{BIG}; set clock = 3 + (count n in total to clock where n > 0)", "clock", 3),
    "rounds below nothing": ("set clock = 2; repeat clock - 9 { set clock = 1 }", "clock", 2),
    "the first of several": (
        "set mood[green] = 7; set mood[blue] = 7; if (first c in colour where mood[c] == 7) == green { set clock = 5 }",
        "clock",
        5,
    ),
    "every one of some": (
        "set mood[green] = 7; if every c in colour where mood[c] != 7 has mood[c] < 1 { set clock = 5 }",
        "clock",
        5,
    ),
    "a definition of a member, changed": ("set favourite = paler(paler(paler(red)))", "favourite", "red"),
    "a definition of a seat": ("set partner = me; as buddy { set clock = steps(3) }", "clock", 3),
    "a place of what a definition gives": ("set mood[paler(red)] = 4; set clock = paler(red).mood", "clock", 4),
    "as many events as there may be": ("set total = 1000; repeat total { emit called(1, me) }", "clock", 3),
    "a difference of differences": ("set total = 9; set clock = total - (5 - (total - 7))", "clock", 6),
    "one after the other": ("for each n in [3, 5, 8] { set total = total * 10 + n }", "total", 358),
    "many": ("set total = 10000; repeat total { set clock = (clock + 1) mod 7 }", "clock", 10000 % 7),
}


def made(directory: Path, do: str) -> Any:
    define = {
        "leaf": {"params": {"c": "colour"}, "effect": "set chosen = c"},
        "rank_of": {"params": {"c": "colour"}, "amount": "if c == none then 1 else 2"},
        "same": {"params": {"n": "int"}, "amount": "n"},
        "buddy": {"is": "seat", "value": "partner"},
        "steps": {"params": {"n": "int"}, "is": "0..4", "value": "n"},
        "paler": {"params": {"c": "colour"}, "is": "colour?", "value": "c.next"},
    }
    rules = [
        {"id": "longer", "while_in_play": {"modify": "steps", "where": "n == 4", "add": "1"}, **HOUSE},
        {"id": "circle", "while_in_play": {"modify": "paler", "where": "c == blue", "set": "red"}, **HOUSE},
        {"id": "paint", "when": {"event": "painted", "do": "set chosen = c; set clock = n mod 2"}, **HOUSE},
        {"id": "caller", "when": {"event": "called", "do": "set clock = n; if p == me { set clock = 3 }"}, **HOUSE},
    ]
    asked = f"choose sure b {{ if b {{ {do} }} }}"
    return random_game.build(random_game.write(directory, random_game.plain(asked, define=define, rules=rules)))


@pytest.mark.parametrize(("do", "words"), REFUSED.values(), ids=REFUSED)
def test_what_has_no_meaning_is_refused(tmp_path: Path, do: str, words: str) -> None:
    game = made(tmp_path, do)
    for each in both(game):
        state = each.new(2, 1)
        before = state.to_json()
        with pytest.raises(BrokenRuleError, match=words.replace("[", r"\[").replace("]", r"\]")):
            state.apply("sure true")
        assert state.to_json() == before
        state.apply("sure false")


@pytest.mark.parametrize(("do", "what", "value"), FINE.values(), ids=FINE)
def test_what_has_a_meaning_is_not(tmp_path: Path, do: str, what: str, value: int) -> None:
    game = made(tmp_path, do)
    for each in both(game):
        state = each.new(1, 1)
        state.apply("sure true")
        assert state.ask(what) == value

"""Conditions that can never hold or never fail are told, and of nothing else is it said."""

from random import Random

import pytest

from ruleset_core import LoadError, State
from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.range_analysis import ConditionTruth
from ruleset_core.analysis.statement_checker import StatementChecker
from ruleset_core.engine.game import Game
from ruleset_core.lang.syntax.parser import parse
from ruleset_core.lang.types import INT, member_type
from tests.lang import random_game
from tests.lang.effects import Writer
from tests.lang.values import RESOURCES, Context

MEMBERS = {"coin": {"start": 3}, "gem": {"spaces": 5}, "salt": {"start": 2, "max": 2, "spaces": 9}}
MEMBERS |= {name: {"max": 4} for name in RESOURCES if name not in MEMBERS}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    files = random_game.plain("roll luck; set favourite = green", resources={"members": MEMBERS})
    return random_game.build(random_game.write(tmp_path_factory.mktemp("truth"), files))


def told(game: Game, text: str) -> list[tuple[str, str]]:
    """What is said about a condition in which `x` is a tile and `n` a number, and about which part of it."""
    tree, problems = parse(text, "expr")
    assert tree is not None, problems
    resolver = StatementChecker(game.program.vocabulary, {})
    resolver.expr(tree, BindingScope({"x": member_type("tile"), "n": INT}))
    assert {each.code for each in resolver.problems} <= {"W502"}
    return [(text[each.start : each.end], each.message) for each in resolver.problems]


NEVER, ALWAYS = "this can never hold", "this always holds"


@pytest.mark.parametrize(
    ("text", "part", "said"),
    [
        ("coin >= 30 and coin < 20", None, NEVER),
        ("apple > 4", None, NEVER),
        ("gem <= 5", None, ALWAYS),
        ("salt == 3", None, NEVER),
        ("coin < 0", None, NEVER),
        ("coin >= 0", None, ALWAYS),
        ("chosen == none and chosen != none", None, NEVER),
        ("chosen == none or chosen != none", None, ALWAYS),
        ("x.hue == red and x.hue == green", None, NEVER),
        ("x.hue != red and x.hue != green and x.hue != blue", None, NEVER),
        ("(x.hue == green and coin > 3) and x.hue == red", "x.hue == green and coin > 3) and x.hue == red", NEVER),
        ("n > 3 and coin == 2 and n < 3", None, NEVER),
        ("n > 3 and n <= 4 and n != 4", None, NEVER),
        ("luck > 6 or coin == 3", "luck > 6", NEVER),
        ("coin == 3 and luck >= 1", "luck >= 1", ALWAYS),
        ("luck + round > 15", None, NEVER),
        ("2 * luck - 12 > 0", None, NEVER),
        ("coin mod 3 == 3", None, NEVER),
        ("min(coin, 4) > 4", None, NEVER),
        ("not (luck <= 6)", "luck <= 6", ALWAYS),
        ("players > 3", None, NEVER),
        ("option.size == 5", None, NEVER),
        ("pips[die_1] == 7", None, NEVER),
        ("luck < luck", None, NEVER),
        ("open and not open", None, NEVER),
        ("(count c in colour where c.warm) < 0", None, NEVER),
        ("luck == 2 and (if luck == 3 then 1 else 0) == 2", "(if luck == 3 then 1 else 0) == 2", NEVER),
        ("any d in die where pips[d] > 6", "pips[d] > 6", NEVER),
        ("not true", None, NEVER),
        ("3 > 2", None, ALWAYS),
    ],
)  # fmt: skip
def test_what_is_told(game: Game, text: str, part: str | None, said: str) -> None:
    assert told(game, text) == [(part or text, said)]


@pytest.mark.parametrize(
    "text",
    [
        "coin >= 20 and coin < 30",
        "apple >= 4",
        "chosen != none and chosen == red",
        "x.hue == red or x.hue == green",
        "x.hue != red and x.hue != green",
        "x.hue == red and favourite == green",
        "pips[die_1] == 1 and pips[die_2] == 2",
        "luck == 1 and coin == 1 or luck == 2",
        "not (luck <= 5)",
        "n >= 0",
        "x != none",
        "guard == none or guard.price > 2",
        "players == 1",
        "clock >= 0",
        "coin per 3 >= 5",
        "coin mod 3 == 2",
        "luck - round < 0",
    ],
)
def test_what_is_not_told(game: Game, text: str) -> None:
    assert told(game, text) == []


@pytest.mark.slow
def test_whatever_is_claimed_is_so(game: Game) -> None:
    """Random conditions in random positions: what never holds does not, what always holds does."""
    claims = 0
    for seed in range(400):
        random = Random(seed)
        text = Writer(random.randrange).condition(Context(), 3)
        tree, _ = parse(text, "expr")
        resolver = StatementChecker(game.program.vocabulary, {})
        condition = resolver.expr(tree, BindingScope(me=True))  # type: ignore[arg-type]
        if any(each.code.startswith("E") for each in resolver.problems):
            continue
        claim = ConditionTruth(game.program.vocabulary).verdict(condition)
        claims += claim is not None
        for _ in range(4 if claim is not None else 0):
            try:
                value = position(game, random).ask(text, 0)
            except LoadError:
                continue  # it means nothing there: a field of nobody, say
            assert value is claim, text
    assert claims > 5


def position(game: Game, random: Random) -> State:
    """A position with every amount and field somewhere within its bounds."""
    state = game.new(players=1 + random.randrange(3), seed=random.randrange(99)).plain()
    v = game.program.vocabulary
    for field in v.fields.values():
        if "." in field.name or field.hidden or field.name in {"held", "filled"}:
            continue
        values = [
            *(v.members(field.type) if v.finite(field.type) else range(-3, 12)),
            *([-1] if field.type.optional else []),
        ]
        for base in [v.fields_of(seat) for seat in range(state.n)] if field.per_seat else [0]:
            for place in range(field.size):
                if field.type.domain not in {"seat", "owner"}:
                    state.v[base + field.offset + place] = random.choice(values)
    for seat in range(state.n):
        for place, bounds in enumerate(v.resources):
            most = min((each for each in (bounds.maximum, bounds.spaces) if each >= 0), default=9)
            state.v[v.fields_of(seat) + v.fields["held"].offset + place] = random.randint(0, most)
    return state


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gain 0 coin", "what is gained here is never more than 0"),
        ("lose -3 coin", "what is lost here is never more than 0"),
        ("gain luck - 6 coin", "what is gained here is never more than 0"),
        ("repeat 0 { gain 1 coin }", "this is done 0 times"),
        ("for each a in 5 to 1 { gain 1 coin }", "this goes through no number: the first is above the last"),
        ("set luck = luck", "this sets a field to the value that it has"),
        ("if open { set pips[die_1] = pips[die_1] }", "this sets a field to the value that it has"),
        ("gain luck - 5 coin", ""),
        ("set pips[die_1] = pips[die_2]", ""),
        ("for each a in 1 to 1 { gain 1 coin }", ""),
        ("repeat luck { lose 1 coin }", ""),
    ],
)
def test_effects_that_do_nothing(game: Game, text: str, said: str) -> None:
    tree, problems = parse(text, "effect")
    assert tree is not None, problems
    resolver = StatementChecker(game.program.vocabulary, {})
    resolver.effect(tree, BindingScope(me=True))  # type: ignore[arg-type]
    assert [(each.code, each.message) for each in resolver.problems] == [("W521", said)] * bool(said)

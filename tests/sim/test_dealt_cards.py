"""A card is dealt into every game, or kept out, and nothing else is changed by that; one card is reported on."""

from __future__ import annotations

import contextlib
import io
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from ruleset_core import core_of, load
from ruleset_core.cli import main
from ruleset_core.lab.sim import SimulationPlan, play_games
from ruleset_core.lab.sim.card_deals import deal_chance, learning_plan
from tests.engine.test_thinking import by_interpreter

GAME = """
game: stalls
name: {en: Stalls, es: Puestos}
players: 2
resources: {members: {coin: {name: {en: coin, es: moneda}}}}
pieces: {ware: {name: {en: ware, es: género}, total: 8, facts: {worth: int}}}
zones:
  crate: {of: ware, start: all, visible: nobody, name: {en: crate, es: cajón}}
  market: {of: ware, name: {en: market, es: mercado}}
  basket: {of: ware, by: [seat], name: {en: basket, es: cesta}}
state:
  round: {is: 1..4, name: {en: round, es: ronda}}
  die: {is: 1..6, name: {en: die, es: dado}}
decisions:
  buy: {of: ware, ask: {en: Which do you take?, es: ¿Cuál tomas?}, done: {en: none, es: ninguno}}
flow:
  - phase: setup
    name: {en: setup, es: preparación}
    do: |
      shuffle crate;
      move crate[0] to market;
      move crate[0] to market
  - phase: day
    name: {en: day, es: día}
    for: round
    in: 1 to 4
    steps:
      - phase: turn
        name: {en: turn, es: turno}
        turns: once
        do: |
          roll die;
          gain die coin;
          choose up to 1 buy w in market { move w to basket; gain w.worth coin; move crate[0] to market }
score:
  coins: {name: {en: coins, es: monedas}, amount: coin}
"""
WARES = ("amber", "brass", "cedar", "delft", "ebony", "flint", "glass", "horn", "ivory", "jet", "kelp", "linen")


def lay_out(directory, worth=None, text=GAME, cards=12):
    """The game with cards of this worth; of all others it is 2."""
    (directory / "cards").mkdir(parents=True)
    lines = ["kind: ware", "cards:"]
    for name in WARES[:cards]:
        what = (worth or {}).get(name, 2)
        lines.append(
            f"  {name}: {{name: {{en: {name.title()}, es: {name.title()}}}, provenance: house, worth: {what}}}"
        )
    (directory / "game.yaml").write_text(text.replace("total: 8", f"total: {cards}"), encoding="utf-8")
    (directory / "cards" / "wares.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load(directory)


@pytest.fixture(scope="module")
def stalls(tmp_path_factory):
    return lay_out(tmp_path_factory.mktemp("stalls") / "game", {"amber": 6})


def plan_of(game, games=200, **more):
    return SimulationPlan(str(game.directory), ("random", "random"), games, 3, counts=True, sheets=0, **more)


def chance_of(game, card, plan=None):
    plan = plan or plan_of(game)
    learned = learning_plan(core_of(game), plan)
    return deal_chance(core_of(game), plan, card, list(play_games(game, learned, range(learned.games))))


def came(game, rows, card):
    """In how many games a card came up."""
    cards, place = len(game.card_ids()), game.card_ids().index(card)
    return sum(any(memoryview(row.counts).cast("H")[place : 3 * cards : cards]) for row in rows)


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("RULESET_LANG", "en")

    def typed(command, game, *words):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main([command, str(game.directory), *words, "--workers", "1"])
        return code, out.getvalue(), err.getvalue()

    return typed


def test_a_card_comes_into_every_game_or_stays_out(stalls):
    chance, plan = chance_of(stalls, "amber"), plan_of(stalls)
    assert 0.2 < chance.share < 0.8
    for deal, low, high in ((chance.into, 170, 200), (chance.out, 0, 30)):
        rows = list(play_games(stalls, replace(plan, deal=deal), range(200)))
        assert low <= came(stalls, rows, "amber") <= high


def test_all_other_luck_stays_and_the_draw_is_fair(stalls):
    """With and without the card dice fall alike; the place of the card and the cards beside it are as often one as another."""
    chance, plan, core = chance_of(stalls, "amber"), plan_of(stalls), core_of(stalls)
    streams = stalls.program.streams
    dice, first = streams.index("die"), Counter()
    for number in range(600):
        drawn = chance.into.redrawn(core, plan, number)
        one, plain = (core.new(2, plan.seed, None, number, each) for each in (drawn, None))
        assert one.streams[dice] == plain.streams[dice]
        names = stalls.program.vocabulary.domains["ware"].ids
        order = [names[piece] for zone in one.z for piece in zone]
        first[order.index("amber")] += 1
        first.update(name for name in order[:2] if name != "amber")
    places = [count for place, count in first.items() if isinstance(place, int)]
    assert max(places) < 1.6 * min(places)
    others = [count for name, count in first.items() if isinstance(name, str)]
    assert len(others) == len(WARES) - 1
    assert max(others) < 1.6 * min(others)


def test_core_and_interpreter_draw_alike_otherwise(stalls):
    found = [
        play(2, 6, 1, policies=["easy", "random"], turned=True, counts=True, redrawn={"crate": 3})
        for play in (core_of(stalls).play, by_interpreter(stalls).play)
    ]
    assert found[0].scores.tolist() == found[1].scores.tolist()
    assert found[0].counts.numbers.tolist() == found[1].counts.numbers.tolist()
    assert stalls.new(2, 1, game=2, redrawn={"crate": 3}).z != stalls.new(2, 1, game=2).z


def test_what_is_in_every_game_or_in_none_is_said(tmp_path):
    small = lay_out(
        tmp_path / "small",
        cards=4,
        text=GAME.replace(
            "move crate[0] to market;\n", "move crate[0] to market; move crate[0] to market; move crate[0] to market;\n"
        ),
    )
    assert chance_of(small, "amber").refusal == "always"
    never = lay_out(
        tmp_path / "never", text=GAME.replace("shuffle crate;", "").replace("; move crate[0] to market }", " }")
    )
    assert chance_of(never, "linen").refusal == "never"


def test_a_plan_is_the_same_after_it_was_written(stalls):
    plan = plan_of(stalls, deal=chance_of(stalls, "amber").into, moments=("amber",))
    assert SimulationPlan.from_data(json.loads(json.dumps(plan.as_data()))) == plan
    assert plan.key("") != plan_of(stalls).key("")


def test_one_card_is_reported_on(run, stalls):
    code, out, err = run("simulate", stalls, "--bot", "random", "--games", "300", "--with", "Amber", "--cards", "amber")
    assert code == 0
    assert err.startswith("Amber is dealt into every game (")
    lines = out.splitlines()
    assert lines[0] == "Amber (ware), 300 games"
    spanish = run("simulate", stalls, "--bot", "random", "--games", "60", "--cards", "amber", "--lang", "es")[1]
    assert spanish.startswith("Amber (género), 60 partidas")
    worth = next(line for line in lines if line.startswith("worth"))
    assert worth.split()[1].startswith("+")
    assert next(line for line in lines if "▸" in line).startswith("▸ Amber")
    _, out, _ = run(
        "simulate", stalls, "--bot", "random", "--games", "300", "--cards", "amber, brass", "--format", "json"
    )
    found = json.loads(out)["measured"]
    assert list(found) == ["amber", "brass"]
    amber = found["amber"]["beside"]["amber"]
    assert abs(amber["mean"] - 6) < 2 * amber["margin"]


def test_a_card_that_lies_aside_is_said_to_be_offered_to_nobody(run, tmp_path):
    aside = "      for each w in crate where w.worth == 9 { move w to box };\n      shuffle crate;"
    text = GAME.replace("      shuffle crate;", aside, 1)
    text = text.replace("  market: {", "  box: {of: ware, name: {en: box, es: caja}}\n  market: {", 1)
    game = lay_out(tmp_path / "game", {"amber": 9}, text)
    said = run("simulate", game, "--bot", "random", "--games", "20", "--cards", "amber")[1]
    assert "not known: nobody was offered it or had it; it may lie aside" in " ".join(said.split())


def test_a_name_that_no_card_has(run, stalls):
    code, _, err = run("simulate", stalls, "--cards", "ambr", "--games", "2")
    assert (code, "did you mean `amber`?" in err) == (2, True)


@pytest.mark.parametrize("option", ["--with", "--cards"])
def test_an_empty_name_is_no_card(run, stalls, option):
    code, _, err = run("simulate", stalls, option, "", "--games", "2")
    assert (code, "has no card ``" in err) == (2, True)


def test_a_changed_figure_of_a_card_is_sooner_told_with_it(run, stalls):
    words = ("--set", "amber.worth=9", "--bot", "random", "--figure", "score", "--games", "200", "--format", "json")
    margins, changes = [], []
    for more, dealt in (((), None), (("--with", "amber"), "amber")):
        code, out, _ = run("compare", stalls, *words, *more)
        found = json.loads(out)
        assert (code, [side["with"] for side in found["sides"]]) == (0, [dealt, dealt])
        change = found["differences"][0]["change"]
        margins.append(change["margin"] / change["mean"])
        changes.append(change["mean"])
    assert changes[1] > changes[0] > 0
    assert margins[1] < margins[0]


def test_where_the_card_is_seldom_in_the_game_it_is_said_how_to_deal_it(run, tmp_path):
    few = lay_out(tmp_path / "few", text=GAME.replace("; move crate[0] to market }", " }"))
    words = ("--set", "kelp.worth=9", "--bot", "random", "--games", "60")
    told = "`--with kelp` deals it into every game"
    assert told in run("compare", few, *words)[1]
    out = run("compare", few, *words, "--with", "kelp")[1]
    assert told not in out
    assert out.splitlines()[3] == "Kelp is dealt into every game."


def test_games_with_a_card_and_without(run, stalls):
    code, out, err = run("compare", stalls, "--with", "amber", "--bot", "random", "--games", "200")
    assert code == 0
    assert err.startswith("Each pair of games has the same luck")
    assert out.splitlines()[:2] == ["A  Stalls, without Amber", "B  Stalls, with Amber"]
    line = next(line for line in out.splitlines() if line.startswith("score a seat"))
    assert "+" in line


def test_a_report_shows_the_card_beside_the_others(run, stalls):
    code, _, err = run(
        "simulate", stalls, "--bot", "random", "--games", "150", "--cards", "amber", "--report", "a.html"
    )
    assert (code, err) == (0, "The report: a.html\n")
    page = Path("a.html").read_text(encoding="utf-8")
    section = page.partition("What is the card worth?")[2]
    assert "▸ Amber" in section
    assert section.index("▸ Amber") < section.index("Brass")


def test_a_card_cannot_be_dealt_where_games_have_begun(run, stalls):
    for command in ("simulate", "compare"):
        code, _, err = run(command, stalls, "--with", "amber", "--from", "x.json@1")
        assert (code, "have begun" in err) == (2, True)

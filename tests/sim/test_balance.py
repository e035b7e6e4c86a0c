"""`ruleset balance`: planted cards are named, cards that are alike are not, and it is said what would tell more."""

from __future__ import annotations

import json
from dataclasses import replace
from math import exp, log
from types import SimpleNamespace

import pytest

from ruleset_core import core_of
from ruleset_core.cli.experiments import balance as command
from ruleset_core.lab.sim import play_games
from ruleset_core.lab.sim.card_balance import BalanceQuestion, balance_of, log_chance_of_at_most, looks_of
from ruleset_core.lab.sim.table_effects import TableEffects
from tests.sim.test_dealt_cards import GAME, WARES, lay_out, plan_of, run  # noqa: F401 - `run` is a fixture


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    return lay_out(tmp_path_factory.mktemp("planted") / "game", {"amber": 7, "brass": -5})


@pytest.fixture(scope="module")
def alike(tmp_path_factory):
    return lay_out(tmp_path_factory.mktemp("alike") / "game")


def judged(game, seed, games, limit, bot="random"):
    """The verdicts of games of a seed, looked at once."""
    plan = replace(plan_of(game, games), seed=seed, seats=(bot, bot))
    effects = TableEffects(plan, core_of(game).by_having(2), by_points=True, lowest=False)
    effects.add(play_games(game, plan, range(games)))
    return balance_of(effects, BalanceQuestion(["ware"] * len(WARES), limit, 1))


def test_a_strong_card_and_a_useless_one_are_named(run, planted):  # noqa: F811
    code, out, err = run("balance", planted, "--games", "2000")
    assert (code, err) == (0, "")
    strong, unchosen = (out.partition(head)[2].split("\n\n")[0] for head in ("TOO STRONG\n", "NEVER CHOSEN\n"))
    assert strong.split()[0] == "Amber"
    assert len(strong.splitlines()) == 1
    assert unchosen.split()[:4] == ["Brass", "taken", "by", "0"]
    assert out.partition("TOO WEAK\n")[2].split("\n")[0].strip() == "none"
    assert "Surely within the limit (10): Cedar, Delft" in out
    assert "NOT KNOWN YET" not in out


def test_a_weak_card_is_named_with_what_it_is_worth(planted):
    """Nobody can pay for the brass, so it is worth nothing; of those who choose by lot it is taken as often as what is worth two."""
    found = judged(planted, 1, 2500, 1.5)
    assert [WARES[each.card] for each in found.of("weak")] == ["brass"]
    assert [WARES[each.card] for each in found.of("strong")] == ["amber"]
    brass = found.of("weak")[0].beside
    assert brass.mean + brass.margin < -1.5


@pytest.mark.slow
def test_of_cards_that_are_alike_few_reports_name_one(alike):
    """Without a limit any difference is one too much: in 5 of 100 reports one may be named, and with a limit none is."""
    wrong = sum(bool(judged(alike, seed, 250, 1e-9).of("strong", "weak", "unchosen")) for seed in range(30))
    assert wrong <= 5
    assert not judged(alike, 1, 1000, None).of("strong", "weak", "unchosen", "unseen")


def test_what_is_said_to_tell_more_does(planted):
    """Where a card is open, so many games more settle it, as a rule."""
    first = judged(planted, 4, 300, 3.5)
    amber = next(each for each in first.of("open") if WARES[each.card] == "amber")
    assert 100 < amber.needed < 10_000
    assert judged(planted, 4, 300 + amber.needed, 3.5).cards[amber.card].verdict == "strong"


def test_how_often_somebody_looks():
    assert looks_of(1000) == [250, 500, 1000]
    assert looks_of(100) == [100]
    assert abs(exp(log_chance_of_at_most(1, 3, 0.5)) - 0.5) < 1e-9
    assert log_chance_of_at_most(3, 3, 0.5) == pytest.approx(log(1))


@pytest.mark.slow
def test_games_are_kept_when_somebody_stops(run, planted, monkeypatch, tmp_path):  # noqa: F811
    words = ("--bot", "random", "--games", "4500", "--limit", "2.9", "--format", "json", "--keep", str(tmp_path / "b"))
    whole = command.run_plan

    def stopped(*given):
        yield next(iter(whole(*given)))
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "run_plan", stopped)
    code, out, err = run("balance", planted, *words)
    assert (code, json.loads(out)["games"]) == (130, 2048)
    assert "2048" in err.replace(",", "")
    monkeypatch.setattr(command, "run_plan", whole)
    code, out, _ = run("balance", planted, *words, "--resume")
    assert code == 0
    again = run("balance", planted, *words[:-1], str(tmp_path / "c"))[1]
    assert out == again


def test_a_game_without_cards_is_refused(run):  # noqa: F811
    code, _, err = run("balance", SimpleNamespace(directory="pig"), "--games", "2")
    assert (code, "has no cards of its own" in err) == (2, True)


def test_cards_that_nobody_may_get_or_that_never_come_are_set_apart(tmp_path):
    """In the first game nobody takes anything; in the second the cards below the first two stay where they are."""
    text = GAME.replace("choose up to 1 buy w in market {", "choose up to 1 buy w in market where w.worth > 50 {")
    still = lay_out(tmp_path / "still", text=text)
    assert {each.verdict for each in judged(still, 1, 30, None).cards} == {"apart"}
    ordered = lay_out(
        tmp_path / "ordered", text=GAME.replace("shuffle crate;", "").replace("; move crate[0] to market }", " }")
    )
    assert {WARES[each.card] for each in judged(ordered, 1, 30, None).of("unseen")} == set(WARES[2:])

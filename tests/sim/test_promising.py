"""What positions promise: fitted to what became of them, learned from games, written with the game."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import pytest

from ruleset_core import Game, RulesetError, ValueFeatures, core_of, load
from ruleset_core.cli import main
from ruleset_core.cli.experiments import learn as command
from ruleset_core.lab.sim.plans import SimulationPlan
from ruleset_core.lab.sim.prospect_learning import (
    LearnedProspects,
    ProspectsFit,
    ProspectsGames,
    ProspectsTraining,
    RoundSamples,
    TurnEnd,
    learn_prospects,
)

np = pytest.importorskip("numpy")
LEVELS = {"normal": {"sims": 7, "learned": False}, "odds": {"step": 9, "table": [[1, 2], [3, 4]]}}


@pytest.fixture
def dice() -> Game:
    game = load("troyes_dice")
    if core_of(game).executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")
    return game


def schooling(name: str = "troyes_dice", clock: tuple[str, ...] = ("day", "half"), **more: int) -> ProspectsTraining:
    plan = SimulationPlan(name, ("strong", "strong"), more.get("games", 60), 3)
    return ProspectsTraining(plan, more.get("rounds", 2), clock, more.get("units", 2), mixed=bool(more.get("mixed")))


def passed(random: Random) -> TurnEnd:
    """A seat of a game in which one thing is worth 2 points at the beginning and 1 later, and the second only with the first."""
    moment, one, other = random.randrange(2), random.randrange(5), random.randrange(2)
    return TurnEnd(moment, (one, 7, other), (2 - moment) * one + (3 * one if other else 0) + random.choice((-1, 1)))


@pytest.mark.slow
@pytest.mark.parametrize("units", [0, 8])
def test_what_things_are_worth_is_found_again_and_with_units_what_they_are_worth_together(units: int) -> None:
    from ruleset_core.lab.sim.prospect_learning import ProspectsFit

    random, fit = Random(2), ProspectsFit(["one", "same", "other"], ("half",), units, 1)
    for _ in range(15):
        assert fit.take([passed(random) for _ in range(8000)], 3)
    found = fit.prospects()
    assert [name for name, _ in found.worth] == ["one", "other"]  # what is always the same tells nothing
    assert len(found.base) == 2

    def worth(moment: int, one: int, other: int) -> float:
        together = 0.0
        for unit, (bias, out) in enumerate(zip(found.bias, found.out, strict=True)):
            bent = bias + one * found.bent[0][1][unit] + other * found.bent[1][1][unit]
            together += max(bent, 0) * out / 1024
        return (
            found.base[moment] + one * found.worth[0][1][moment] + other * found.worth[1][1][moment] + together
        ) / 1024

    wrong = [
        abs(worth(moment, one, other) - (2 - moment) * one - 3 * one * other)
        for moment in range(2) for one in range(5) for other in range(2)
    ]  # fmt: skip
    assert (max(wrong) < 0.6) if units else (max(wrong) > 2)


@pytest.mark.slow
def test_the_same_seed_learns_the_same_with_as_many_processes_as_one_likes(dice: Game) -> None:
    short = schooling(games=24)
    games: list[int] = []
    found = list(learn_prospects(short, dice, progress=games.append))
    assert games == sorted(games[: len(games) // 2]) * 2
    assert games[-1] == 24
    assert [each.rounds for each in found] == [1, 2]
    assert found[0].prospects != found[1].prospects
    assert len(found[1].prospects.base) == 17  # sixteen half-days, and who has chosen in the last one
    assert (
        list(learn_prospects(short, dice, [found[0].heard], workers=2)) == found
    )  # where it was stopped does not matter


@pytest.mark.slow
def test_who_goes_by_what_was_learned_plays_better(dice: Game) -> None:
    *_, last = learn_prospects(schooling(rounds=2, games=80, units=0), dice)
    look = {"sims": 1, "policy": "random", "cut": 0, "prospects": last.prospects}
    played = core_of(dice).play(2, 60, 5, policies=["normal", "easy"], turned=True, levels={"normal": look})
    ahead = [played.scores[row, row % 2] - played.scores[row, 1 - row % 2] for row in range(60)]
    assert sum(ahead) > 0


def test_a_seat_reads_its_cards_who_decides_and_what_lies_on_the_table() -> None:
    game = load("carcassonne_masons")
    terms, state = ValueFeatures.terms(game, ("walls_left",), ("decides", "towers_left")), game.new(2, 4)
    for seat in range(2):
        moment, own = terms.read(state, seat)
        found = dict(zip(terms.names, own, strict=True))
        hand = [card.partition("#")[0] for card in state.observe(seat)["seats"][seat]["hand"]]
        assert (moment, found["decides"], found["towers_left[grey]"]) == (33, int(state.seat == seat), 10)
        assert {name: count for name, count in found.items() if name.startswith("hand.") and count} == {
            "hand.count": 6, **{f"hand.{card}": hand.count(card) for card in hand},
        }  # fmt: skip
    with pytest.raises(RulesetError, match="no shared value `moon`"):
        ValueFeatures.terms(game, (), ("moon",))


@pytest.mark.slow
def test_against_easy_only_the_seat_that_knows_something_is_heard(dice: Game) -> None:
    mixed, alone = (schooling(games=40, rounds=2, units=0, mixed=each) for each in (True, False))
    found = [len(each) for one in (mixed, alone) for each in heard_in(one, dice)]
    assert found[0] == found[2]
    assert 0.6 * found[3] < found[1] < 0.9 * found[3]


def heard_in(school: ProspectsTraining, game: Game) -> list[list[TurnEnd]]:
    """What is heard in the first and in the second round."""
    first, second = learn_prospects(school, game)
    halves = (range(20), range(20, 40))
    return [
        [row for half in halves for row in ProspectsGames(school, number, manners, game)(half)[0]]
        for number, manners in ((0, (None,)), (1, (first.prospects, second.prospects)))
    ]


def test_where_nobody_has_anything_of_its_own_nothing_is_learned(dice: Game) -> None:
    with pytest.raises(RulesetError, match="nothing to learn"):
        list(learn_prospects(schooling("tic_tac_toe", (), rounds=1, games=2), load("tic_tac_toe")))
    with pytest.raises(RulesetError, match="no shared value `night`"):
        list(learn_prospects(schooling(clock=("night",)), dice))


def test_what_is_learned_is_written_even_if_somebody_stops(
    dice: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = ValueFeatures(("day",), (1, 2), (("built[market_2]", (3, -4)),), (("built[market_2]", (5,)),), (6,), (7,))

    def stopped(*_: object) -> object:
        yield LearnedProspects(1, one, 40.5, RoundSamples([], [40, 41]))
        raise KeyboardInterrupt

    monkeypatch.setattr("ruleset_core.cli.experiments.learn.learn_prospects", stopped)
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    box = tmp_path / "box"
    copytree(dice.directory, box)
    (box / "levels.json").write_text(json.dumps(LEVELS))
    err = io.StringIO()
    with contextlib.redirect_stderr(err):
        assert main(["learn", str(box), "--prospects", "--clock", "day", "--lang", "en"]) == 130
    written = json.loads((box / "levels.json").read_text())
    assert ValueFeatures.from_data(written.pop("prospects")) == one
    assert written == LEVELS
    assert "Round 1 of 18: 40.5 points in a game on average" in err.getvalue()
    monkeypatch.setattr(command, "find_spec", lambda _: None)
    with contextlib.redirect_stderr(err):
        assert main(["learn", str(box), "--prospects", "--lang", "en"]) != 0
    assert "numpy" in err.getvalue()


@pytest.fixture
def run(dice: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    copytree(dice.directory, tmp_path / "box")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("RULESET_LANG", "en")

    def typed(*words: str) -> tuple[int, str]:
        err = io.StringIO()
        with contextlib.redirect_stderr(err):
            code = main(["learn", "./box", "--workers", "1", *words])
        return code, err.getvalue()

    return typed


SHORT = ("--prospects", "--clock", "day", "--games", "40", "--units", "2", "--far", "50")


@pytest.mark.slow
def test_stopped_and_gone_on_with_it_is_the_same(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopping(*given: Any) -> Iterator[LearnedProspects]:
        for each in learn_prospects(*given):
            yield each
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("ruleset_core.cli.experiments.learn.learn_prospects", stopping)
        code, err = run(*SHORT, "--rounds", "2", "--out", "one.json")
    assert (code, err.count("continue with the same command and --resume")) == (130, 1)
    (kept,) = Path("state/sims").iterdir()
    heard, played = kept.read_bytes(), list[int]()
    monkeypatch.setattr(ProspectsGames, "__call__", counted(ProspectsGames.__call__, played))
    code, err = run(*SHORT, "--rounds", "2", "--out", "one.json", "--resume")
    assert (code, "Round 2 of 2" in err, [*Path("state/sims").iterdir()]) == (0, True, [])
    assert len(played) == 2  # parts of the second round alone
    assert run(*SHORT, "--rounds", "2", "--out", "other.json")[0] == 0
    assert Path("one.json").read_bytes() == Path("other.json").read_bytes()
    Path("cut.rounds").write_bytes(heard[:-9])
    assert run(*SHORT, "--rounds", "1", "--out", "cut.json", "--keep", "cut.rounds", "--resume")[0] == 0
    assert Path("cut.rounds").read_bytes() == heard  # the round that was cut off was played again
    code, err = run(*SHORT, "--mixed", "--keep", "cut.rounds", "--resume")
    assert (code, "holds games of another plan" in err) == (1, True)


def no_space(*_: Any) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.slow
def test_rounds_are_kept_until_prospects_are_written(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    words = (*SHORT, "--rounds", "1", "--out", "one.json")
    with monkeypatch.context() as patched:
        patched.setattr("ruleset_core.play.records.write_atomically", no_space)
        code, err = run(*words)
    (kept,) = Path("state/sims").iterdir()
    assert (code, "one.json: No space left on device" in err) == (1, True)
    assert f"What was learned is kept in {kept.absolute()}; continue with the same command and --resume." in err
    assert (run(*words, "--resume")[0], [*Path("state/sims").iterdir()]) == (0, [])


def counted(work: Any, played: list[int]) -> Any:
    def call(self: ProspectsGames, numbers: Any) -> RoundSamples:
        played.append(len(numbers))
        return work(self, numbers)

    return call


def test_options_that_would_say_nothing_are_refused(run: Any) -> None:
    code, err = run("--mixed", "--clock", "day")
    assert (code, "--clock, --mixed: only with --prospects" in err) == (2, True)
    code, err = run("--prospects", "--sims", "9")
    assert (code, "--sims: cannot be used with --prospects" in err) == (2, True)


def test_only_named_fields_are_looked_at_and_steady_ones_are_worth_the_same_at_all_times() -> None:
    """A box that is open brings ten points, whenever; what lies in a hand says nothing."""
    fit = ProspectsFit(("open[a]", "open[b]", "hand.count"), ("round",), 0, 1, ("open",), steady=True)
    passed = [
        TurnEnd(moment, (a, b, lot % 3), 10 * a + 4 * b + moment)
        for moment in range(3) for a in (0, 1) for b in (0, 1) for lot in range(30)
    ]  # fmt: skip
    assert fit.take(passed, 1)
    found = fit.prospects()
    assert [name for name, _ in found.worth] == ["open[a]", "open[b]"]
    assert all(len({*row}) == 1 for _, row in found.worth)
    assert [round(row[0] / 1024) for _, row in found.worth] == [10, 4]
    assert [round(each / 1024) for each in found.base] == [0, 1, 2]

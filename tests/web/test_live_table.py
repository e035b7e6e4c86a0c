"""A table goes on with the files of its game that somebody saves, or says at which move and after which change it cannot."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="pages are an extra: `pip install 'ruleset[web]'`")

from ruleset_core import BrokenRuleError
from ruleset_core.check.workspace import Workspace
from ruleset_core.cli.live_output import LivePrinter
from ruleset_core.web.live_table import LiveState, LiveTable
from ruleset_core.web.lobby import Lobby, MatchRequest
from ruleset_core.web.page_messages import Refusal
from ruleset_core.web.persistence import KeptSeat
from ruleset_core.web.viewers import SeatViewer

RACE = """
game: race
name: {en: Race, es: Carrera}
about: {en: Run., es: Corre.}
version: "1.0"
provenance: house
players: 1..2
sets:
  pace: {members: [slow, fast], name: {en: pace, es: paso}}
resources:
  members:
    step: {name: {en: step, es: paso}}
state:
  face: {is: 1..6, name: {en: die, es: dado}}
decisions:
  run: {of: pace, ask: {en: How fast?, es: "¿Cómo?"}}
flow:
  - phase: race
    turns: forever
    do: |
      choose run {
        slow { gain 3 step } |
        fast { roll face; if face > 2 { gain face step } }
      };
      if step >= 30 { end_game }
score:
  steps: {name: {en: steps, es: pasos}, amount: step}
"""
SCENARIO = """
scenarios:
  - name: slow is worth three
    given: {seats: [{step: 1}]}
    do: [run slow]
    expect: {that: "seat 0: step == 4"}
  - name: fast may be worth more
    dice: {face: [5]}
    do: [run fast]
    expect: {that: "seat 0: step == 5"}
"""


class Desk:
    """A game in a directory, its table, and what was told of each save."""

    def __init__(self, root: Path, *kinds: str) -> None:
        self.file = root / "race" / "game.yaml"
        (root / "race" / "scenarios").mkdir(parents=True)
        self.file.write_text(RACE, encoding="utf-8")
        (root / "race" / "scenarios" / "pace.yaml").write_text(SCENARIO, encoding="utf-8")
        self.lobby = Lobby([root], pause=0)
        seats = [KeptSeat(f"P{seat}", kind) for seat, kind in enumerate(kinds)]
        self.room, _ = self.lobby.begin(MatchRequest("race", seats, seed=4))
        self.told: list[LiveState] = []
        self.live = LiveTable(self.lobby, self.room, Workspace(root / "race", [root]), self.told.append)

    def save(self, old: str, new: str, file: Path | None = None) -> dict[str, Any]:
        """Save a change, wait for its scenarios, and give what a page is told then."""
        path = file or self.file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

        async def saved() -> None:
            await self.live.saved([path])
            if self.live._testing is not None:
                await self.live._testing

        asyncio.run(saved())
        return self.live.data("en")

    def play(self, *answers: str) -> None:
        match = self.room.match
        for answer in answers:
            match.answer(match.live.seat, answer)

    @property
    def steps(self) -> list[int]:
        return list(self.room.match.live.scores())


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Desk]]:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    made: list[Desk] = []

    def begin(*kinds: str) -> Desk:
        made.append(Desk(tmp_path / "games", *kinds))
        return made[0]

    yield begin
    made[0].lobby.close()


@pytest.fixture
def desk(begun: Callable[..., Desk]) -> Desk:
    """Two persons at a table."""
    return begun("human", "human")


def test_answers_are_taken_back_and_bots_move_in_the_changed_game(begun: Callable[..., Desk]) -> None:
    alone = begun("human")
    alone.play("run slow", "run slow")
    alone.save("gain 3 step", "gain 2 step")
    alone.room.undo(0)
    assert alone.steps == [2]
    alone.room.sit(0, "random")

    async def bots() -> None:
        page = alone.room.enter("0", "en")
        while len(alone.room.match.session.steps) < 3:
            await page.news.get()
        alone.room.leave()

    asyncio.run(asyncio.wait_for(bots(), 20))


def test_where_all_moves_fit_the_table_goes_on_with_the_changed_game(desk: Desk) -> None:
    desk.play("run slow", "run slow", "run slow")
    page = json.loads(json.dumps(desk.save("gain 3 step", "gain 2 step")))
    assert desk.steps == [4, 2]
    assert page["said"][0] == "game.yaml was saved; the table goes on with it."
    assert page["said"][-1] == "1 scenario fails: slow is worth three."
    assert page["acts"] == {}
    assert desk.save("gain 2 step", "gain 3 step")["said"][-1] == "All 2 scenarios pass."
    assert desk.steps == [6, 3]


def test_pages_are_sent_all_of_the_changed_table(desk: Desk) -> None:
    async def look() -> list[dict[str, Any]]:
        desk.file.write_text(RACE.replace("en: Race", "en: Run"), encoding="utf-8")
        page = desk.room.enter("0", "en")
        await desk.live.saved([desk.file])
        return [json.loads(news) for news in iter(lambda: page.news.get_nowait() if page.news.qsize() else None, None)]

    found = asyncio.run(look())
    changed = next(each for each in found if each["title"] == "Run")
    assert found[0]["title"] == "Race"
    assert "base" not in changed
    assert changed["live"]["said"]
    assert changed["panels"]


def test_where_a_move_fits_no_more_the_table_stays_until_somebody_says_how_to_go_on(desk: Desk) -> None:
    desk.play("run slow", "run fast", "run slow")
    before = desk.steps
    page = desk.save("is: 1..6", "is: 1..8")
    assert desk.steps == before
    assert (
        "1 of 3 moves fit, then `run fast` brings other dice or cards; changed since: field `face`" in page["said"][1]
    )
    assert page["acts"] == {"back": "Go back to the position after 1 move", "anew": "Begin anew"}
    desk.live.go_back()
    assert len(desk.room.match.session.steps) == 1
    assert desk.live.data("en")["acts"] == {}
    with pytest.raises(Refusal):
        desk.live.go_back()
    desk.play("run fast")
    desk.save("is: 1..8", "is: 1..6")
    desk.live.begin_anew()
    assert desk.room.match.session.steps == []


def test_with_mistakes_the_table_stays_and_the_page_names_place_and_fix(desk: Desk) -> None:
    desk.play("run slow")
    page = desk.save("gain 3 step", "gian 3 step")
    assert page["said"] == ["game.yaml was saved; the table is as it was before.", "1 finding."]
    ((place, what, fix),) = page["findings"]
    assert place.endswith(":22")
    assert what.startswith("E302 ")
    assert "gain" in fix
    assert desk.told[-1].failed == []
    desk.play("run slow")
    assert desk.steps == [3, 3]
    with pytest.raises(Refusal):
        desk.live.begin_anew()
    assert desk.save("gian 3 step", "gain 1 step")["findings"] == []
    assert desk.steps == [1, 1]


def test_a_changed_scenario_leaves_the_table_alone(desk: Desk) -> None:
    match = desk.room.match
    page = desk.save("step == 4", "step == 5", desk.file.parent / "scenarios" / "pace.yaml")
    assert desk.room.match is match
    assert page["said"][-1] == "1 scenario fails: slow is worth three."


def test_only_one_record_is_kept_of_a_table_that_goes_on(desk: Desk, tmp_path: Path) -> None:
    desk.play("run slow")
    for amount in range(4, 7):
        desk.save(f"gain {amount - 1} step", f"gain {amount} step")
    assert len([*(tmp_path / "state").rglob("*.ruleset")]) == 1
    assert desk.steps == [6, 0]


class Broken(BrokenRuleError):
    """A rule that breaks when a page looks ahead."""

    def __init__(self) -> None:
        Exception.__init__(self, "game.yaml:22: it breaks")

    def __str__(self) -> str:
        return "game.yaml:22: it breaks"


def test_where_a_rule_breaks_when_the_table_is_shown_it_stays_as_it_was(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = SeatViewer.news

    def news(self: SeatViewer, extra: Any) -> Any:
        if self.match.game.title("en") == "Run":
            raise Broken
        return shown(self, extra)

    async def save() -> None:
        monkeypatch.setattr(SeatViewer, "news", news)
        page = desk.room.enter("0", "en")
        desk.file.write_text(RACE.replace("en: Race", "en: Run"), encoding="utf-8")
        await desk.live.saved([desk.file])
        desk.room.close(page)

    asyncio.run(save())
    said = desk.live.data("en")["said"]
    assert said == ["game.yaml was saved; the table is as it was before.", "game.yaml:22: it breaks"]
    desk.play("run slow")
    assert desk.steps == [3, 0]
    assert desk.room.match.game.title("en") == "Race"


def test_a_game_whose_header_is_gone_comes_back(desk: Desk) -> None:
    text = desk.file.read_text(encoding="utf-8")
    desk.file.unlink()
    asyncio.run(desk.live.saved([desk.file]))
    first, why, *_ = desk.live.data("en")["said"]
    assert (first, "game.yaml" in why) == ("game.yaml was saved; the table is as it was before.", True)
    desk.file.write_text(text, encoding="utf-8")
    assert desk.save("gain 3 step", "gain 2 step")["said"][0] == "game.yaml was saved; the table goes on with it."


def test_a_rule_that_breaks_in_play_stands_above_the_table_until_the_next_save(
    begun: Callable[..., Desk], capsys: pytest.CaptureFixture[str]
) -> None:
    desk = begun("human", "human")
    desk.save("fast { roll face;", "fast { set face = step + 7;")
    question = desk.room.match.question(0)
    assert question is not None
    fast = desk.room.match.game.parse("run fast")
    before = len(desk.told)
    for _ in range(2):
        assert "cannot be 7" in desk.room.answer(0, fast, question.number, "en")
    assert len(desk.told) == before + 1
    said = desk.live.data("en")
    assert said["wrong"]
    assert "`face` is `1..6` and cannot be 7" in " ".join(said["said"])
    printed = LivePrinter("en")
    for _ in range(2):
        printed.show(desk.live.state)
    assert capsys.readouterr().out.count("`face` is `1..6` and cannot be 7") >= 1
    assert not desk.save("fast { set face = step + 7;", "fast { roll face;")["wrong"]


def test_a_table_is_shown_where_an_answer_to_the_next_question_breaks_a_rule(begun: Callable[..., Desk]) -> None:
    desk = begun("human", "human")
    asked = "choose run { slow { choose run { slow { gain 1 step } | fast { set face = step + 7 } } } | fast {"
    desk.save("choose run {\n        slow { gain 3 step } |\n        fast {", asked)

    async def entered() -> None:
        desk.room.close(desk.room.enter("0", "en"))

    asyncio.run(entered())
    assert "choose run { slow" in desk.file.read_text(encoding="utf-8")
    question = desk.room.match.question(0)
    assert question is not None
    desk.room.match.answer(0, desk.room.match.game.parse("run slow"), question.number)
    asyncio.run(entered())
    question = desk.room.match.question(0)
    assert question is not None
    assert "cannot be 7" in desk.room.answer(0, desk.room.match.game.parse("run fast"), question.number, "en")

"""What the pages of one seat, or of those who watch, are shown, and what of it is new.

All pages of a seat get the same news, so that they agree. News say which version they lead on from: a page that missed some
asks for the whole again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from ruleset_core import looks
from ruleset_core.lookup.asked import Asked
from ruleset_core.scenes.build import scene
from ruleset_core.scenes.nodes import as_data
from ruleset_core.scenes.scores import result, sheet
from ruleset_core.scenes.things import seat_colours
from ruleset_core.table import BEGINNING
from ruleset_core.table.seen import scores_of, seen_by
from ruleset_core.texts.menu import menu_keys, offers, plain_offers
from ruleset_core.texts.names import player_names

from .about import about, found, lookup, search, start
from .sent import Sent

if TYPE_CHECKING:
    from ruleset_core import State, Story
    from ruleset_core.record import Step
    from ruleset_core.scenes.nodes import Panel, Scene
    from ruleset_core.table import Question, Table

__all__ = ["Drawn", "Viewer"]

Data = dict[str, Any]
LONG: Final = 400
"""More options than this are not put into words: they are chosen on the board."""
FEW: Final = 12
"""Of more options than this it is not told what comes of them, which takes a hundredth of a second each to work out."""


@dataclass(frozen=True, slots=True)
class _Settled:
    """Up to where the story will not change: before this part of what came of this move, with so many lines.

    `followed`: what the viewer had lost sight of before the move.
    """

    step: int
    parts: int
    lines: int
    followed: looks.Followed
    move: Step | None = None


class Drawn:
    """What was drawn for the pages of a table in one language: all of them look there first."""

    def __init__(self) -> None:
        self.memory, self.sent = looks.Memory(), Sent()


class Viewer:
    """What one seat, or somebody who watches, is shown.

    Attributes:
        seat: the seat; None for those who watch.
        lang: the language of the pages.
        version: it counts what was new.
    """

    def __init__(
        self,
        table: Table,
        seat: int | None,
        lang: str,
        names: Callable[[str], list[str]] | None = None,
        colours: Callable[[], tuple[str, ...]] | None = None,
        *,
        reveals: bool = True,
        drawn: Drawn | None = None,
    ) -> None:
        self.table, self.seat, self.lang, self.reveals = table, seat, lang, reveals
        self._called, self._coloured = names, colours
        self.version = 0
        self._panels: dict[str, Panel] = {}
        self._data: dict[str, str] = {}
        self._rest: Data = {}
        self._lines: list[Data] = []
        self._told: tuple[int, Step | None] | None = None
        self._followed = looks.Followed()
        self._drawn = drawn or Drawn()
        self._made: tuple[tuple[Any, ...], Scene] | None = None
        self._offered: tuple[State, list[str], list[Data]] | None = None
        self._scores: list[int | None] = []
        self._settled = [_Settled(BEGINNING, 0, 0, self._followed)]

    @property
    def _looks(self) -> int:
        """Who looks, as observations count: -1 watches."""
        return -1 if self.seat is None else self.seat

    @property
    def _hears(self) -> int:
        """Who is told, as stories count: those who watch come after the last seat."""
        return self.table.live.n if self.seat is None else self.seat

    # -- what is shown ----------------------------------------------------------------------------------------------

    @property
    def whole(self) -> Data:
        """All that was shown last."""
        return {**self._rest, "version": self.version, "panels": self._data, "log": {"from": 0, "lines": self._lines}}

    def news(self, extra: Mapping[str, Any]) -> Data | None:
        """What is new since the last time; None where nothing is. `extra`: what the table says besides, the same way."""
        first = self._tell()
        question = None if self.seat is None else self.table.question(self.seat)
        shown = self._scene(question)
        panels = {_key(panel): panel for panel in shown.panels}
        rest = {**self._around(shown, question), **extra, "order": list(panels)}
        changed = {key: panel for key, panel in panels.items() if self._panels.get(key) != panel}
        if not changed and rest == self._rest and first == len(self._lines):
            return None
        fresh = {key: self._drawn.sent.text(key, panel) for key, panel in changed.items()}
        self._data = {key: fresh.get(key) or self._data[key] for key in panels}
        self._panels, self._rest = panels, rest
        self.version += 1
        lines = {"from": first, "lines": self._lines[first:]}
        return {**rest, "base": self.version - 1, "version": self.version, "panels": fresh, "log": lines}

    def _scene(self, question: Question | None) -> Scene:
        """The scene; the one before where nothing of it can be another one."""
        made = self._made
        now = (
            self.table.live,
            None if question is None else question.state,
            self._followed,
            self._names,
            self._colours,
        )
        if (
            made is None
            or any(one is not other for one, other in zip(made[0][:2], now[:2], strict=True))
            or made[0][2:] != now[2:]
        ):
            made = self._made = now, self._new_scene(question)
        return made[1]

    def _new_scene(self, question: Question | None) -> Scene:
        state = self.table.live if question is None else question.state
        seen = self._seen(state)
        options = () if question is None else question.state.options
        self._scores = scores_of(state, self._looks)
        made = scene(
            self.table.game, seen, self.lang, self._names, options, self._followed, self._scores,
            self._colours, self._drawn.memory,
        )  # fmt: skip
        if state.over:
            return made.only((*self._result(state).panels, *made.panels))
        return made

    def _result(self, state: State) -> Scene:
        return result(state.game, state, self.lang, self._names, self._colours)

    def sheet(self) -> list[Data]:
        """The score sheets as they are now, as far as they may be told."""
        state = self.table.live
        if state.over:
            return [as_data(panel) for panel in self._result(state).panels]
        made = sheet(state, range(state.n), self._looks, self.lang, self._names, self._colours)
        return [as_data(panel) for panel in made.panels]

    def _seen(self, state: State) -> Data:
        """What may be known here; after the end also what the others held, unless the table keeps it from those who watch."""
        return seen_by(state, self._looks) if self.seat is not None or self.reveals else state.observe(self._looks)

    @property
    def _names(self) -> list[str]:
        return player_names(self.table.session.header, self.lang) if self._called is None else self._called(self.lang)

    @property
    def _colours(self) -> tuple[str, ...]:
        return seat_colours(self.table.game, [""] * self.table.live.n) if self._coloured is None else self._coloured()

    def _around(self, shown: Scene, question: Question | None) -> Data:
        """What stands around the panels."""
        table = self.table
        told: Data = {
            "game": shown.game, "title": shown.title, "lang": self.lang, "seat": self.seat, "players": list(shown.players),
            "phase": shown.phase, "over": shown.over, "acting": table.live.seat if not table.over else None,
            "asked": [each.seat for each in table.questions], "question": self._question(question),
            "kept": len(table.kept(self.seat)) if self.seat is not None else 0,
            "scores": self._scores,
        }  # fmt: skip
        told["undo"] = self.seat is not None and table.undo_problem(self.seat) is None
        return told

    def _question(self, question: Question | None) -> Data | None:
        if question is None:
            return None
        state = question.state
        now = state, self._names
        if self._offered is None or self._offered[0] is not state or self._offered[1] != now[1]:
            self._offered = *now, self._options(state)
        return {
            "number": question.number,
            "prompt": question.decision.prompt(self.lang, self._names),
            "options": self._offered[2],
            "count": len(state.options),
            "usual": question.decision.default,
            "ahead": question.ahead,
        }

    def _options(self, state: State) -> list[Data]:
        """What can be answered: its key and label, and where there are few what is certain to come of it, such as a price."""
        if len(state.options) > LONG:
            return []
        menu = (offers if len(state.options) <= FEW else plain_offers)(state.game, state, self.lang, self._names)
        return [
            {
                "option": offer.option,
                "label": offer.label,
                "key": key,
                **({"comes": offer.outcome} if offer.outcome else {}),
            }
            for offer, key in zip(menu, menu_keys(menu), strict=True)
        ]

    def about(self, identity: str) -> Data:
        """What there is to say of a thing that is shown."""
        thing = found(tuple(self._panels.values()), identity)
        return {"told": [], "moves": []} if thing is None else about(self._asked(), *thing)

    def lookup(self, name: str) -> Data:
        """What there is to say of what is called so, on the table or not."""
        return lookup(self._asked(), name)

    def search(self, typed: str) -> Data:
        """What may be meant by what somebody typed; all that there is to look up, where that is nothing."""
        if not typed.strip():
            return start(self.table.game, self.lang)
        asked = self._asked()
        offered = asked.asking and len(asked.state.options) <= LONG
        menu = plain_offers(asked.game, asked.state, self.lang, self._names) if offered else []
        return search(replace(asked, menu=menu), typed)

    def _asked(self) -> Asked:
        """Who asks about something, and where."""
        question = None if self.seat is None else self.table.question(self.seat)
        state = self.table.live if question is None else question.state
        return Asked(
            [], state.game, state, self.lang, self._names, self._looks, self._seen(state), asking=question is not None
        )

    # -- what is told -----------------------------------------------------------------------------------------------

    def _tell(self) -> int:
        """Put what happened since into sentences; the number of the first line that is new or another one.

        Lines of a turn that goes on are made anew each time, so that it is told as one in the end.
        """
        session = self.table.session
        end = len(session.steps)
        now = end, session.steps[-1] if end else None
        if now == self._told:
            return len(self._lines)
        self._told, before = now, self._lines[:]
        while self._settled[-1].move is not None and not self._stands(self._settled[-1]):  # moves were taken back
            self._settled.pop()
        at = self._settled[-1]
        whole, story = self._story(at, end)
        self._followed = at.followed.after(whole)
        del self._lines[at.lines :]
        self._add(self._settle(at, story, end))
        same = (place for place, (one, other) in enumerate(zip(before, self._lines, strict=False)) if one != other)
        return next(same, min(len(before), len(self._lines)))

    def _settle(self, at: _Settled, story: Story, end: int) -> Story:
        """Settle the turns that are over; what is left. What is held back while all choose may still come in before its end."""
        session = self.table.session
        group = session.group(end)
        limit = end if group < 0 else group
        count = next((place for place, (step, _) in enumerate(story.heard) if step >= limit), len(story.heard))
        parted = story.between(0, count).parted(None)
        if parted is None or not at.step < parted[1][0] < limit:
            return story
        done, (step, _) = parted
        self._add(done)
        left = story.between(len(done.heard))
        before = self._story(at, end)[0]
        known = next((place for place, (each, _) in enumerate(before.heard) if each >= step), len(before.heard))
        followed = at.followed.after(before.between(0, known))
        # Parts are counted from behind: what was held back stands behind what happened after it.
        parts = len(session.story(step, end, self._hears).heard) - len(left.heard)
        self._settled.append(_Settled(step, parts, len(self._lines), followed, session.steps[step]))
        return left

    def _story(self, at: _Settled, end: int) -> tuple[Story, Story]:
        """What came after something settled, from its move on, and what of it is not settled."""
        whole = self.table.session.story(at.step, end, self._hears)
        return whole, (whole.from_first_turn if at.step == BEGINNING else whole).between(at.parts)

    def _stands(self, settled: _Settled) -> bool:
        """Whether the move is still there of which a part is settled."""
        steps = self.table.session.steps
        return settled.step < len(steps) and steps[settled.step] is settled.move

    def _add(self, story: Story) -> None:
        self._lines += [{"step": step, "text": text} for step, text in story.lines(self.lang, self._names)]


def _key(panel: Panel) -> str:
    return panel.id if panel.seat is None else f"{panel.id}.{panel.seat}"

"""Where an amount came from: what a seat gained, lost and scores in a game, added up by what stands behind it.

An account is made of the story as somebody is told it, of what that seat is shown, and of the score sheet it may read: it
knows nothing that these do not tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ruleset_core.engine.arguments import seat_of
from ruleset_core.engine.story.reasons import HIDDEN_REASON, START, Change, Reason, changes
from ruleset_core.engine.story.sheets import sheet
from ruleset_core.engine.story.subjects import Counted, counted
from ruleset_core.lang.evaluate.trace import Changed, Decided

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.state import State
    from ruleset_core.engine.story.story import Story
    from ruleset_core.lang.origin import Origin
    from ruleset_core.model.outward.story import Plain

__all__ = ["Account", "Row", "account"]


@dataclass(frozen=True, slots=True)
class Row:
    """All that one thing gave, or all that it took.

    Attributes:
        reason: what stands behind it.
        amount: how much; None where that may not be known yet.
        times: how often; None where it is worked out at once, or may not be known.
        category: of the score, the one it counts for; empty in other accounts.
        title: of the category, by language.
        origins: the lines of the data that did it.
    """

    reason: Reason
    amount: int | None
    times: int | None = None
    category: str = ""
    title: tuple[tuple[str, str], ...] = ()
    origins: tuple[Origin, ...] = ()

    def words(self, game: Game, lang: str, names: Sequence[str] = ()) -> str:
        """What stands behind it, in words; of several categories of the score with the name of its own."""
        said, title = self.reason.words(game, lang, names), dict(self.title).get(lang, "")
        if not title or len(game.program.scores) == 1:
            return said or title
        return title if said in {"", title} else f"{title}: {said}"


@dataclass(frozen=True, slots=True)
class Account:
    """Where an amount came from, as somebody may be told it.

    Attributes:
        game: the game played.
        name: the resource or field; None for the score.
        seat: whose it is; -1 where all share it.
        at: which of several; empty for all of them together.
        before: what it was before the setup; None where that may not be known.
        after: what it is; None where that may not be known.
        rows: they add up to the difference; the largest first.
        changes: one after the other.
        decided: of the score of a game that is over, who has won and by what.
    """

    game: Game
    name: str | None
    seat: int
    at: tuple[Plain, ...]
    before: int | None
    after: int | None
    rows: tuple[Row, ...]
    changes: tuple[Change, ...]
    decided: Decided | None = None

    @property
    def outcome(self) -> int | None:
        """Of the score of a game that is over: 1 if the seat has won, 0 if it is drawn, -1 if it has lost."""
        return None if self.decided is None else self.decided.outcomes[self.seat]

    def verdict(self, lang: str, names: Sequence[str] = ()) -> str:
        """Who has won and by what, in a sentence; empty where there is nothing to say of it."""
        from ruleset_core.engine.story.decided import decided_words
        from ruleset_core.engine.story.wording import Wording

        return "" if self.decided is None else decided_words(Wording(self.game, lang, names), self.decided)

    def to_json(self) -> dict[str, Any]:
        """The account as plain data, as `account.schema.json` says."""
        from ruleset_core.engine.story.naming import because
        from ruleset_core.model.outward.account import AccountChange, AccountFormat, AccountRow
        from ruleset_core.model.outward.plain import as_json

        rows = tuple(
            AccountRow(
                **_behind(self.game, each.reason), category=each.category or None, amount=each.amount, times=each.times,
                because=tuple(map(because, each.origins)),
            )
            for each in self.rows
        )  # fmt: skip
        told = tuple(
            AccountChange(
                **_behind(self.game, each.reason), step=each.step, before=each.before, after=each.after,
                because=None if each.origin is None else because(each.origin),
            )
            for each in self.changes
        )  # fmt: skip
        made = AccountFormat(
            name=self.name, of=self.seat if self.seat >= 0 else None, at=self.at, before=self.before, after=self.after,
            rows=rows, changes=told, outcome=self.outcome,
        )  # fmt: skip
        found: dict[str, Any] = as_json(made)
        return found


def _behind(game: Game, reason: Reason) -> dict[str, Any]:
    item = game.notation(reason.option) if reason.option >= 0 else reason.item
    return {"kind": reason.kind, "name": reason.name, "item": item, "by": reason.by if reason.by >= 0 else None}


def account(
    state: State, story: Story, name: str | None = None, seat: int | None = None, at: Sequence[Plain] = ()
) -> Account:
    """See `State.why`."""
    whose = seat_of(0 if seat is None else seat, state.n)
    viewer = story.viewer if story.viewer is None or story.viewer < state.n else -1
    if name is None:
        return _of_score(state, story, whose, viewer)
    values = counted(state, name, at, whose)
    if not values.seen_by(viewer):
        return Account(state.game, name, values.seat, tuple(at), None, None, (), ())
    before, after, found = _of_values(state, story, values, viewer)
    return Account(
        state.game, name, values.seat, tuple(at), before, after, _sorted(_added_up(found, after - before)), found
    )


def _of_values(state: State, story: Story, values: Counted, viewer: int | None) -> tuple[int, int, tuple[Change, ...]]:
    """What values were before the setup, what they are, and how they changed."""
    after = values.value(state, viewer)
    told = {part.address for _, part in story.heard if isinstance(part, Changed) and part.address in values.addresses}
    untouched = Counted(values.addresses - told, values.visible, values.seat).value(state, viewer)
    found = tuple(changes(state.game, story.heard, values.addresses, untouched))
    return (found[0].before if found else after), after, found


def _added_up(found: Iterable[Change], difference: int) -> Iterator[Row]:
    """Changes by what stands behind them, gains and losses apart; what is not told of the difference in a row of its own."""
    sums: dict[tuple[object, ...], list[Change]] = {}
    for each in found:
        sums.setdefault((*each.reason.key, each.amount > 0), []).append(each)
        difference -= each.amount
    for several in sums.values():
        origins = tuple(dict.fromkeys(each.origin for each in several if each.origin is not None))
        yield Row(several[0].reason, sum(each.amount for each in several), len(several), origins=origins)
    if difference:
        yield Row(HIDDEN_REASON, difference)


def _of_score(state: State, story: Story, seat: int, viewer: int | None) -> Account:
    rows: list[Row] = []
    steps: list[Change] = []
    for line in sheet(state, seat, viewer):
        title = tuple(line.title.items())
        if line.values is None or not line.values.seen_by(viewer):
            reason = Reason(line.kind, line.name, item=line.item, names=line.names)
            rows.append(Row(reason, line.amount, None, line.category, title, line.origins))
            continue
        before, after, found = _of_values(state, story, line.values, viewer)
        split = [*_added_up(found, after - before), *([Row(START, before)] if before else [])]
        rows += [replace(row, category=line.category, title=title) for row in split]
        steps += found
    known = [row.amount for row in rows if row.amount is not None]
    total = sum(known) if len(known) == len(rows) else None
    steps.sort(key=lambda each: each.step)
    decided = next((part for _, part in reversed(story.heard) if isinstance(part, Decided)), None)
    return Account(state.game, None, seat, (), 0, total, _sorted(rows), tuple(steps), decided if state.over else None)


def _sorted(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The largest first; what is not known last."""
    return tuple(
        sorted((row for row in rows if row.amount != 0), key=lambda row: (row.amount is None, -abs(row.amount or 0)))
    )

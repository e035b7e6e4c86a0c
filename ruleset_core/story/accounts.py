"""Where an amount came from: changes of values with the card, rule, choice or phase behind each, added up to an account or to the points of a game.

Who has 16 points wants to know what for. An account adds up the changes of a value by what stands behind them. In Pig, after
roll, roll and hold:

    changes   step 2: 0 became 16, because of the choice `hold` of the decision `decide`
    rows      hold: 16, once
    before 0, after 16: rows always add up to the difference

    of the score, by category: points, hold: 16

A card of somebody else, a rule, the track behind a reward or a phase may stand behind a change, too; where the viewer may not
know which, it is a row without a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as field_of
from functools import cached_property
from typing import Any

from ruleset_core.engine.game import Game
from ruleset_core.engine.rule_errors import checked_seat
from ruleset_core.engine.state import State
from ruleset_core.eval.recorder import WatchedValues
from ruleset_core.eval.trace import (
    AnyPart,
    OptionChosen,
    OutcomeDecided,
    PhaseEntered,
    SimultaneousChoice,
    TurnStarted,
    ValueChanged,
)
from ruleset_core.formats.story_format import ObservedScalar, ReasonKind
from ruleset_core.lang.origins import Origin
from ruleset_core.messages import labelled, message
from ruleset_core.story.score_sheets import CountedValues, counted_values, score_sheet_lines
from ruleset_core.story.step_events import HIDDEN, cause_of_line, final_result_text, namer_of
from ruleset_core.story.stories import StepEvents, Story, story_of, trace_setup, trace_step
from ruleset_core.story.story_wording import NamedCause, StoryWording, named_causes, worded
from ruleset_core.story.text.language import LANGUAGES

# What stands behind a change, in the words of players: a card, a rule with words of its own, a choice, or a phase.


@dataclass(frozen=True, slots=True)
class ChangeReason:
    """What stands behind an amount.

    Attributes:
        kind: what it is.
        name: the card, rule, decision, phase or category of the score.
        option: what was chosen, where a choice stands behind it; -1 for none.
        item: the item of the score.
        by: who chose, if that was another seat than the one it befell; else -1.
    """

    kind: ReasonKind
    name: str = ""
    option: int = -1
    item: str | None = None
    by: int = -1
    names: Mapping[str, str] = field_of(default_factory=dict, compare=False, repr=False)

    @property
    def key(self) -> tuple[object, ...]:
        """What players take for the same thing has the same."""
        return self.kind, tuple(self.names.values()) or self.name, self.item, self.by

    def words(self, game: Game, lang: str, names: Sequence[str] = ()) -> str:
        """What players read; `names` are theirs, by seat."""
        if self.kind in {"start", "hidden"}:
            return message(f"story.why_{self.kind}", lang)
        said = game.option_name(self.option, lang, names) if self.option >= 0 else self.names.get(lang, self.name)
        if self.by < 0:
            return said
        whose = names[self.by] if self.by < len(names) else game.program.vocabulary.domains["seat"].names[self.by][lang]
        return f"{said} ({whose})"


START = ChangeReason("start")
HIDDEN_REASON = ChangeReason("hidden")


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A value changed: in which move, from what to what, why, and by which line of the data (None: that is not known)."""

    step: int
    before: int
    after: int
    reason: ChangeReason
    origin: Origin | None

    @property
    def amount(self) -> int:
        """By how much."""
        return self.after - self.before


def value_changes(
    game: Game, heard: Sequence[tuple[int, AnyPart]], addresses: frozenset[int], untouched: int = 0
) -> Iterator[ValueChange]:
    """What happened to some values, added up where they are several, each with what stands behind it.

    What comes unit by unit of one thing is one change.

    Args:
        game: the game played.
        heard: the story as somebody may be told it.
        addresses: where the values lie in a state.
        untouched: what those add up to of which nothing is told.
    """
    choices = ChoiceTracker(game)
    values: dict[int, int] = {}
    for _, part in heard:
        if isinstance(part, ValueChanged) and part.address in addresses:
            values.setdefault(part.address, part.before)
    total = untouched + sum(values.values())
    last: ValueChange | None = None
    for step, part in heard:
        choices.look(part)
        if not isinstance(part, ValueChanged) or part.address not in addresses or part.after == part.before:
            continue
        reason, origin = choices.reason(part)
        now = ValueChange(step, total, total + part.after - part.before, reason, origin)
        total = now.after
        if last is not None and _one(last, now):
            last = ValueChange(step, last.before, now.after, reason, last.origin)
            continue
        if last is not None:
            yield last
        last = now
    if last is not None:
        yield last


def _one(before: ValueChange, now: ValueChange) -> bool:
    return (before.step, before.reason.key) == (now.step, now.reason.key) and (before.amount > 0) == (now.amount > 0)


class ChoiceTracker:
    """Knows which choice stands behind what happens, while a story goes by."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.v = game.program.vocabulary
        self.mask = namer_of(game).mask
        self._choice: OptionChosen | None = None

    def look(self, part: AnyPart) -> None:
        """Go on: the last choice of something that has a name is what stands behind what follows in its turn."""
        of_another = (
            self._choice is not None and part.apart and isinstance(part, OptionChosen) and part.me != self._choice.me
        )
        settled = self.settled_by(part)
        if settled or of_another:
            self._choice = part if settled and isinstance(part, OptionChosen) else None

    def settled_by(self, part: AnyPart) -> bool:
        """Whether it is known after this which choice stands behind what follows, whatever was before."""
        if isinstance(part, OptionChosen):
            return part.option != HIDDEN and self._is_named(part)
        return isinstance(part, PhaseEntered | TurnStarted | SimultaneousChoice)

    def _is_named(self, part: OptionChosen) -> bool:
        """Whether it is what a seat does, or the card it does it with, rather than where or how much."""
        decision = self.v.decisions[part.decision]
        if not decision.note or decision.type.kind != "member" or part.option == decision.base + decision.size:
            return False
        kinds = [part.type for part in self.v.parts(decision.type)] or [decision.type]
        domains = [self.v.domains[kind.domain] for kind in kinds if kind.kind == "member"]
        return any(each.card is not None or (each.kind == "set" and each.name not in self._places) for each in domains)

    @cached_property
    def _places(self) -> frozenset[str]:
        """Sets that fields and zones are indexed by."""
        indexed = [each.index for each in self.v.fields.values()] + [each.index for each in self.v.zones.values()]
        return frozenset(kind.domain for index in indexed for kind in index)

    def reason(self, part: ValueChanged) -> tuple[ChangeReason, Origin | None]:
        """What stands behind a change, and the line that made it."""
        if not part.because:
            return HIDDEN_REASON, None
        origin = part.because[0].origin
        known = list(named_causes(self.game.program, part.because))
        for each in known:
            if each.kind == "card":
                return ChangeReason("card", each.name, names=each.names), each.origin
        tracks = {each.origin: each for each in known}
        for cause in part.because:
            named = self._named(cause.origin, tracks.get(cause.origin))
            if named is not None:
                return replace(named, by=self._by(part)), cause.origin
        choice = self._choice
        if choice is not None:
            names = {lang: self.game.option_name(choice.option, lang) for lang in LANGUAGES}
            return ChangeReason("choice", choice.decision, choice.option, None, self._by(part), names), origin
        for cause in part.because:
            owner = cause.origin.owner
            if owner.section == "flow":
                return ChangeReason("phase", owner.name, names=self.v.phases.get(owner.name, {})), cause.origin
        return ChangeReason("rule", origin.owner.name, names=worded(origin.owner.name)), origin

    def _by(self, part: ValueChanged) -> int:
        """The seat whose choice it was, if it befell another."""
        _, whose, _ = self.mask.place(part.address)
        return self._choice.me if self._choice is not None and whose >= 0 and self._choice.me != whose else -1

    def _named(self, origin: Origin, track: NamedCause | None) -> ChangeReason | None:
        """A rule, definition, track or event that has words for players."""
        owner = origin.owner
        said = self.v.because.get((owner.section, owner.name))
        if said is None and track is not None:
            said = {lang: message("story.why_track", lang, what=what) for lang, what in track.names.items()}
        if said is None and owner.section == "events":
            event = self.v.events.get(owner.name)
            said = event.title if event is not None else None
        return ChangeReason("rule", owner.name, names=said) if said else None


# Where an amount came from: what a seat gained, lost and scores in a game, added up by what stands behind it.
#
# An account is made of the story as somebody is told it, of what that seat is shown, and of the score sheet it may
# read: it knows nothing that these do not tell.


@dataclass(frozen=True, slots=True)
class Contribution:
    """All that one thing gave, or all that it took.

    Attributes:
        reason: what stands behind it.
        amount: how much; None where that may not be known yet.
        times: how often; None where it is worked out at once, or may not be known.
        category: of the score, the one it counts for; empty in other accounts.
        title: of the category, by language.
        origins: the lines of the data that did it.
    """

    reason: ChangeReason
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
        return title if said in {"", title} else labelled(title, said, lang)


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

    Example:
        >>> from ruleset_core import account_of, load, story_of, trace_setup, trace_step
        >>> state = load("pig").new(players=2, seed=1)
        >>> heard = [trace_setup(state), trace_step(state, state.options[0])]
        >>> state.apply(state.options[0])
        >>> account = account_of(state, story_of(state.game, 2, heard), "points", seat=0)
        >>> account.before, account.after
        (0, 0)
    """

    game: Game
    name: str | None
    seat: int
    at: tuple[ObservedScalar, ...]
    before: int | None
    after: int | None
    rows: tuple[Contribution, ...]
    changes: tuple[ValueChange, ...]
    decided: OutcomeDecided | None = None

    @property
    def outcome(self) -> int | None:
        """Of the score of a game that is over: 1 if the seat has won, 0 if it is drawn, -1 if it has lost."""
        return None if self.decided is None else self.decided.outcomes[self.seat]

    def verdict(self, lang: str, names: Sequence[str] = ()) -> str:
        """Who has won and by what, in a sentence; empty where there is nothing to say of it."""
        return "" if self.decided is None else final_result_text(StoryWording(self.game, lang, names), self.decided)

    def to_json(self) -> dict[str, Any]:
        """The account as plain data, as `account.schema.json` says."""
        from ruleset_core.formats.story_format import AccountChange, AccountFormat, AccountRow
        from ruleset_core.values import dataclass_as_json

        rows = tuple(
            AccountRow(
                **_behind(self.game, each.reason), category=each.category or None, amount=each.amount, times=each.times,
                because=tuple(map(cause_of_line, each.origins)),
            )
            for each in self.rows
        )  # fmt: skip
        told = tuple(
            AccountChange(
                **_behind(self.game, each.reason), step=each.step, before=each.before, after=each.after,
                because=None if each.origin is None else cause_of_line(each.origin),
            )
            for each in self.changes
        )  # fmt: skip
        made = AccountFormat(
            name=self.name, of=self.seat if self.seat >= 0 else None, at=self.at, before=self.before, after=self.after,
            rows=rows, changes=told, outcome=self.outcome,
        )  # fmt: skip
        found: dict[str, Any] = dataclass_as_json(made)
        return found


def _behind(game: Game, reason: ChangeReason) -> dict[str, Any]:
    item = game.notation(reason.option) if reason.option >= 0 else reason.item
    return {"kind": reason.kind, "name": reason.name, "item": item, "by": reason.by if reason.by >= 0 else None}


def account_of(
    state: State, story: Story, name: str | None = None, seat: int | None = None, at: Sequence[ObservedScalar] = ()
) -> Account:
    """Where an amount came from, as the one whom the story is told may know it.

    Args:
        state: the state that the story leads to.
        story: all that happened from before the setup to this state, from `story_of`.
        name: a resource or a field that is a number; None for the score.
        seat: whose it is; nothing for a field that all share.
        at: which of several, as data writes it; all of them together if left out.

    Raises:
        OptionError: there is no such seat, nothing of that name is a number, or there is no such place.
    """
    whose = checked_seat(0 if seat is None else seat, state.n)
    viewer = story.viewer if story.viewer is None or story.viewer < state.n else -1
    if name is None:
        return _of_score(state, story, whose, viewer)
    values = counted_values(state, name, at, whose)
    after = values.value(state, viewer)
    if after is None:
        return Account(state.game, name, values.seat, tuple(at), None, None, (), ())
    before, found = _of_values(state, story, values, viewer, after)
    return Account(
        state.game, name, values.seat, tuple(at), before, after, _sorted(_added_up(found, after - before)), found
    )


def _of_values(
    state: State, story: Story, values: CountedValues, viewer: int | None, after: int
) -> tuple[int, tuple[ValueChange, ...]]:
    """What values were before the setup, and how they changed to what they add up to now."""
    told = {
        part.address for _, part in story.events if isinstance(part, ValueChanged) and part.address in values.addresses
    }
    untouched = CountedValues(values.addresses - told, values.seat).value(state, viewer)
    found = tuple(value_changes(state.game, story.events, values.addresses, untouched or 0))
    return (found[0].before if found else after), found


def _added_up(found: Iterable[ValueChange], difference: int) -> Iterator[Contribution]:
    """Changes by what stands behind them, gains and losses apart; what is not told of the difference in a row of its own."""
    sums: dict[tuple[object, ...], list[ValueChange]] = {}
    for each in found:
        sums.setdefault((*each.reason.key, each.amount > 0), []).append(each)
        difference -= each.amount
    for several in sums.values():
        origins = tuple(dict.fromkeys(each.origin for each in several if each.origin is not None))
        yield Contribution(several[0].reason, sum(each.amount for each in several), len(several), origins=origins)
    if difference:
        yield Contribution(HIDDEN_REASON, difference)


def _of_score(state: State, story: Story, seat: int, viewer: int | None) -> Account:
    rows: list[Contribution] = []
    steps: list[ValueChange] = []
    for line in score_sheet_lines(state, seat, viewer):
        title = tuple(line.title.items())
        after = None if line.values is None else line.values.value(state, viewer)
        if line.values is None or after is None:
            reason = ChangeReason(line.kind, line.name, item=line.item, names=line.names)
            rows.append(Contribution(reason, line.amount, None, line.category, title, line.origins))
            continue
        before, found = _of_values(state, story, line.values, viewer, after)
        split = [*_added_up(found, after - before), *([Contribution(START, before)] if before else [])]
        rows += [replace(row, category=line.category, title=title) for row in split]
        steps += found
    known = [row.amount for row in rows if row.amount is not None]
    total = sum(known) if len(known) == len(rows) else None
    steps.sort(key=lambda each: each.step)
    decided = next((part for _, part in reversed(story.events) if isinstance(part, OutcomeDecided)), None)
    return Account(state.game, None, seat, (), 0, total, _sorted(rows), tuple(steps), decided if state.over else None)


def _sorted(rows: Iterable[Contribution]) -> tuple[Contribution, ...]:
    """The largest first; what is not known last."""
    return tuple(
        sorted((row for row in rows if row.amount != 0), key=lambda row: (row.amount is None, -abs(row.amount or 0)))
    )


# What the points of a game came from, without its whole story: only those moves are heard that change what is scored.
#
# To hear a move takes many times as long as to make it, and most moves change nothing that counts at the end.


class ScoreTracker:
    """A game that is played by `take`, so that it can be told in the end what its points came from.

    `accounts` are those that `account_of` gives of the score when the whole story was heard.

    Example:
        >>> from ruleset_core import ScoreTracker, load
        >>> state = load("pig").new(players=2, seed=1)
        >>> tracker = ScoreTracker(state)
        >>> tracker.take(state.options[0])
        >>> len(tracker.accounts())
        2
    """

    def __init__(self, state: State) -> None:
        """`state`: at its first decision; it is played on."""
        self._state, self._choices = state, ChoiceTracker(state.game)
        self._watched = state.plain()
        self._moves: list[tuple[State, int, frozenset[int]]] = []
        """Of each move the state before it, the option, and the places of the values that it wrote."""

    def take(self, option: int) -> None:
        """Take an option. Raises what `State.apply` does."""
        self._state.apply(option)
        state, before = self._watched, self._watched.clone()
        state.v = written = WatchedValues(state.v)
        state.game.take(state, option)
        state.v = [*written]
        self._moves.append((before, option, frozenset(place for place, _ in written.written)))

    def accounts(self) -> list[Account]:
        """Where the score of each seat came from, for somebody who may know all.

        Raises:
            BrokenRuleError: the rules ask for something without meaning.
        """
        state = self._state
        lines = (line for seat in range(state.n) for line in score_sheet_lines(state, seat, None))
        counted = frozenset(place for line in lines if line.values is not None for place in line.values.addresses)
        heard = {-1: trace_setup(self._moves[0][0] if self._moves else state)}
        for step, (_, _, written) in enumerate(self._moves):
            if written & counted:
                self._record_step(step, heard)
                self._trace_back_to_choice(step, heard, counted)
        if self._moves:
            self._record_step(len(self._moves) - 1, heard)  # says who has won
        story = story_of(state.game, state.n, [heard[step] for step in sorted(heard)], None)
        return [account_of(state, story, seat=seat) for seat in range(state.n)]

    def _record_step(self, step: int, heard: dict[int, StepEvents]) -> None:
        if step not in heard:
            before, option, _ = self._moves[step]
            heard[step] = trace_step(before, option, step)

    def _trace_back_to_choice(self, step: int, heard: dict[int, StepEvents], counted: frozenset[int]) -> None:
        """Hear the moves before one, back to where it is said which choice, if any, stands behind what it changes."""
        parts: Iterable[AnyPart] = _up_to_change(heard[step].parts, counted)
        while step >= 0 and not any(map(self._choices.settled_by, parts)):
            step -= 1
            self._record_step(step, heard)
            parts = heard[step].parts


def _up_to_change(parts: Iterable[AnyPart], counted: frozenset[int]) -> Iterable[AnyPart]:
    """The parts of a move before the first value of these changes."""
    for part in parts:
        if isinstance(part, ValueChanged) and part.address in counted:
            return
        yield part

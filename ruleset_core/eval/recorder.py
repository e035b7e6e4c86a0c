"""The tracing evaluator: a step is run once more on a copy, and every change becomes a part of a trace.

A story needs to know what a step did and why; playing needs neither. So a step that somebody wants to hear of is played once more on
a copy, by an evaluator whose closures note what they change. Option 0, `roll`, in Pig:

>>> from ruleset_core import load, trace_step
>>> state = load("pig").new(players=2, seed=4)
>>> for part in trace_step(state, 0).parts[1:3]:
...     print(type(part).__name__, part.address, part.before, part.after, part.how, part.because[0].origin.start)
ValueChanged 0 4 6 roll 29
ValueChanged 1 4 10 put 91

The last number is where the statement begins in the text of the phase: `roll face`, and `set pot = pot + face`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import Any, Final, NamedTuple, TypeVar

from ruleset_core.analysis.secrecy import AT, all_lists, indices, secret_log_texts, section_of
from ruleset_core.eval.access_policies import LookaheadAccess, Unknown, UnknownOutcome
from ruleset_core.eval.blocks import ProcedureEntry, make_evaluator
from ruleset_core.eval.closures import Call, Effect, Ends, Env, EvaluationTracer, Value
from ruleset_core.eval.evaluation_errors import BrokenRule
from ruleset_core.eval.evaluator import Evaluator, StateWriter
from ruleset_core.eval.statements import units
from ruleset_core.eval.trace import (
    AnyPart,
    CandidatesRefused,
    CauseTracker,
    EventHappened,
    GameEnding,
    ListReordered,
    OptionChosen,
    PhaseEntered,
    PieceMoved,
    PieceShown,
    Sentence,
    SimultaneousChoice,
    SpokenValue,
    TraceCause,
    TurnStarted,
    ValueChanged,
)
from ruleset_core.formats.story_format import ReorderKind, ValueChangeKind
from ruleset_core.lang import program as p
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.program import Program
from ruleset_core.lang.runtime import StateMemory
from ruleset_core.lang.typed_statements import StatementNode
from ruleset_core.lang.types import Type
from ruleset_core.lang.visibility import OTHERS, VisibilityMask, column_of, everybody, mask_of
from ruleset_core.lang.vocabulary import DecisionDeclaration, Field, Template, Zone, text_parts

# Effects that are recorded: they do what `StateWriter` do, and tell of it.


def is_set(kind: Type, value: int) -> bool:
    """Whether a value of a field is neither none, false nor 0: the first member of a set is a value like any other."""
    return kind.kind == "member" and value >= 0


class WatchedValues(list[int]):
    """Values that note what they were before they are written."""

    __slots__ = ("written",)

    def __init__(self, values: list[int]) -> None:
        super().__init__(values)
        self.written: list[tuple[int, int]] = []

    def __setitem__(self, place: Any, value: Any) -> None:
        if isinstance(place, slice):
            self.written += [(each, self[each]) for each in range(*place.indices(len(self)))]
        else:
            self.written.append((int(place) % len(self), self[place]))
        super().__setitem__(place, value)

    def take(self, *, same: bool) -> list[tuple[int, int, int]]:
        """What was written since the last time: the place, the value before and the value now; `same`: also where they do not differ."""
        first: dict[int, int] = {}
        for place, before in self.written:
            first.setdefault(place, before)
        self.written = []
        return [(place, before, self[place]) for place, before in first.items() if same or self[place] != before]


# -- effects -----------------------------------------------------------------------------------------------------------


class _Excluded(NamedTuple):
    """A value that a seat gets to know a piece not to have."""

    kind: str
    piece: int
    to: int
    column: int


class RecordingStateWriter(StateWriter):
    """Writes into states, and tells a recorder of it.

    Attributes:
        me: the seat that acts.
        excluded: what the loop in progress has excluded: one hint.
    """

    def __init__(self, recorder: TraceRecorder) -> None:
        super().__init__(recorder.vocabulary)
        self._recorder = recorder
        self.me = -1
        self.excluded: tuple[_Excluded, ...] = ()

    @property
    def _mask(self) -> VisibilityMask:
        return self._recorder.mask

    @cached_property
    def lists(self) -> list[tuple[Zone, int, int]]:
        """The zone of every list of pieces, its seat (-1: shared), and how far from the beginning of the zone it lies."""
        return all_lists(self.vocabulary)

    def move(self, s: StateMemory, kind: str, piece: int, zone: int) -> None:
        """See `StateWriter.move`."""
        at, mask, recorder = self.vocabulary.fields[f"{kind}.at"].offset + piece, self._mask, self._recorder
        source = s.v[at]
        place = s.z[source].index(piece) if source >= 0 else -1
        known = mask.touched(s, kind, piece).bits(s.n)
        looked = mask.lists[source].whole.bits(s.n) if source >= 0 else 0
        super().move(s, kind, piece, zone)
        if isinstance(s.v, WatchedValues):
            s.v.written = [each for each in s.v.written if each[0] != at]
        known |= mask.piece(s, kind, piece).bits(s.n)
        recorder.tell(
            PieceMoved(
                because=recorder.because(s), me=self.me, known=known, apart=s.sim is not None,
                kind=kind, piece=piece, at=at, source=source, place=place, target=zone, looked=looked,
                words=recorder.log_text(*self.lists[zone], s=s, value=piece),
            )
        )  # fmt: skip

    def shuffle(self, s: StateMemory, stream: int, zone: int) -> None:
        """See `StateWriter.shuffle`."""
        before = tuple(s.z[zone])
        super().shuffle(s, stream, zone)
        self.reordered(s, zone, before, "shuffle", always=True)

    def sort(self, s: StateMemory, zone: int, pieces: list[int]) -> None:
        """See `StateWriter.sort`. Whether the list was in order already is a secret too."""
        before = tuple(s.z[zone])
        super().sort(s, zone, pieces)
        self.reordered(s, zone, before, "sort", always=True)

    def reordered(
        self, s: StateMemory, zone: int, before: tuple[int, ...], how: ReorderKind, *, always: bool = False
    ) -> None:
        """Tell of another order of a list of pieces, if it is one."""
        after = tuple(s.z[zone])
        if always or after != before:
            self._recorder.tell(
                ListReordered(
                    because=self._recorder.because(s), me=self.me, known=self._mask.lists[zone].whole.bits(s.n), apart=s.sim is not None,
                    zone=zone, before=before, after=after, how=how,
                )
            )  # fmt: skip

    def pay(self, s: StateMemory, me: int, costs: Sequence[tuple[int, int, int]]) -> None:
        """See `StateWriter.pay`. It is told before what is paid for happens."""
        super().pay(s, me, costs)
        self._recorder.written(s, me, "pay")

    def show(self, s: StateMemory, kind: str, piece: int, seat: int, column: int) -> None:
        """See `StateWriter.show`. That a piece is not of some values is told when all of them are known."""
        if not 0 <= seat < s.n:
            return
        if column:
            super().show(s, kind, piece, seat, column)
            self.excluded += (_Excluded(kind, piece, seat, column),)
            return
        known = self._mask.touched(s, kind, piece).bits(s.n)
        if not self._mask.piece(s, kind, piece).to(seat):
            known |= 1 << seat
        super().show(s, kind, piece, seat, column)
        self._record_shown(s, _Excluded(kind, piece, seat, 0), known, known)

    def hinted(self, s: StateMemory) -> None:
        """A hint is told to whom it was given, and of what all but the owner see to all of them. That anybody else was told is secret."""
        first = self.excluded[0]
        found = [column_of(self.vocabulary, first.kind, each.column) for each in self.excluded]
        known = self._mask.touched(s, first.kind, first.piece).bits(s.n)
        self.excluded = ()
        zone = s.v[self.vocabulary.fields[f"{first.kind}.at"].offset + first.piece]
        together = known if zone >= 0 and self._mask.lists[zone].whole.sight == OTHERS else 0
        self._record_shown(s, first, known, together | 1 << first.to, found[0][0], tuple(value for _, value in found))

    def _record_shown(
        self, s: StateMemory, what: _Excluded, known: int, told: int, fact: str = "", values: tuple[int, ...] = ()
    ) -> None:
        """Of a piece that is known of a hand nobody is told which of its cards it was."""
        kind, piece, to, _ = what
        zone = s.v[self.vocabulary.fields[f"{kind}.at"].offset + piece]
        place = s.z[zone].index(piece) if zone >= 0 and not self._mask.lists[zone].hand else -1
        self._recorder.tell(
            PieceShown(
                because=self._recorder.because(s), me=self.me, known=known, apart=s.sim is not None,
                kind=kind, piece=piece, zone=zone, to=to, told=told, place=place, fact=fact, values=values,
            )
        )  # fmt: skip


# Records what happens while the evaluator runs, in order, as the parts of a `trace`.
#
# Nothing that plays pays for it: who wants to know what a step did lets it happen once more on a copy, by an
# evaluator with a `TraceRecorder`. `CauseTracker` says which lines of the data each part happened because of, `CauseTexts` puts
# together what the data says of it.

SILENT: Final[tuple[type[Exception], ...]] = (BrokenRule, UnknownOutcome)
"""What keeps a text from being put together; what happens goes on without it."""
LOOKED_AT: Final = 40
"""So many candidates that were not offered are asked for their reason."""
MOST_REASONS: Final = 2
"""So many different reasons are told; more explain nothing."""


class CauseTexts:
    """Puts texts together, by an evaluator. `wanted`: whether anybody reads them."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self.wanted = True

    def fill(self, template: dict[str, Template], s: StateMemory, env: Env) -> Sentence:
        """A text of the data with what stands in its places now; nothing if that has no value."""
        if not self.wanted:
            return {}
        value = self._evaluator.value
        try:
            return {
                lang: tuple(
                    part if isinstance(part, str) else self._value(part, s, env)
                    for part in text_parts(parts, lambda when: bool(value(when)(s, env)))
                )
                for lang, parts in template.items()
            }
        except SILENT:
            return {}

    def _value(self, part: t.Expr, s: StateMemory, env: Env) -> SpokenValue:
        none = part.fact.none if isinstance(part, t.FactOf) else {}
        return SpokenValue(part.type, self._evaluator.value(part)(s, env), none)

    def refused(self, ask: p.Ask, s: StateMemory, env: Env, option: int) -> CandidatesRefused:
        """The candidates that a question with one answer did not offer, and why, as far as the data says it in few words."""
        decision, steps = ask.decision, s.steps
        low, beyond = decision.low, decision.low + decision.size
        if decision.keys or ask.selection.answer is not None:
            return CandidatesRefused()  # an option stands for several pieces, or there are too many that could be told
        others = [value for value in self._evaluator.members(ask.selection)(s, env) if low <= value < beyond]
        s.steps = steps  # who listens is not charged for it
        taken = option - decision.base + decision.low
        others = [value for value in others if value != taken]
        reasons: list[Sentence] = []
        for value in others[:LOOKED_AT]:
            reason = self._reason(decision, s, {"me": env["me"], "it": value})
            if reason and reason not in reasons:
                reasons.append(reason)
        s.steps = steps
        told = tuple(reasons) if len(reasons) <= MOST_REASONS and len(others) <= LOOKED_AT else ()
        return CandidatesRefused(
            len(others), told, ways=ask.item.startswith("_")
        )  # the data names what goes through things, not ways

    def _reason(self, decision: DecisionDeclaration, s: StateMemory, env: Env) -> Sentence:
        """The first reason of the data against an answer."""
        for reason in decision.why:
            try:
                if not self._evaluator.value(reason.unless)(s, env):
                    return self.fill(reason.say, s, env)
            except SILENT:
                continue
        return {}


# -- Records what happens while the evaluator runs ---------------------------------------------------------------------


B = TypeVar("B")
HOW: Final[dict[type[t.Statement], ValueChangeKind]] = {
    t.Gain: "gain",
    t.Lose: "lose",
    t.Take: "pay",
    t.Roll: "roll",
    t.Flip: "flip",
    t.Hooked: "hook",
}
"""What a change is called, by the statement that made it; else it is `put`."""
EVENT: Final = "event "
QUIET: Final = ("gain", "lose", "reach")
"""Events that say again what a change says."""
PHASES: Final = ("begin ", "end ")


class TraceRecorder(EvaluationTracer):
    """Hands every part of what happens to `tell`.

    Attributes:
        tell: who is told.
        seat: the seat that looks ahead: of what others are asked only whether they are is of interest; -1 where nobody does.
    """

    tell: Callable[[AnyPart], None]
    seat = -1
    _briefly = False

    def attach(self, evaluator: Evaluator) -> None:
        """See `EvaluationTracer.attach`."""
        super().attach(evaluator)
        self.vocabulary = evaluator.vocabulary
        self._units = units(evaluator)
        self._causes = CauseTracker(evaluator.program, self._units)
        self._texts = CauseTexts(evaluator)
        evaluator.effects = self.effects = RecordingStateWriter(self)
        evaluator.enough = lambda seat: 1 if self._briefly or self.seat not in {-1, seat} else inf

    def record_until_question(
        self,
        s: StateMemory,
        answer: int | None,
        tell: Callable[[AnyPart], None],
        *,
        briefly: bool = False,
        reasons: bool = True,
    ) -> None:
        """Go on with a state until a seat must decide; `answer` is the option that was taken, None at the beginning.

        It is worked out which answers the next question has, unless that is told `briefly`. Without `reasons` nothing is said
        of why something happened, nor what the data says of it.
        """
        self.tell, self._briefly, self._texts.wanted = tell, briefly, reasons
        self.effects.excluded = ()
        self._causes.begin()
        s.v = WatchedValues(s.v)
        try:
            if answer is not None:
                self._chosen(s, s.seat, answer)
            self.evaluator.run(s)
        finally:
            s.v = [*s.v]

    @property
    def mask(self) -> VisibilityMask:
        """Who may know what."""
        return mask_of(self.vocabulary)

    # -- what is wrapped ------------------------------------------------------------------------------------------

    def wrap(self, node: Any, closure: B) -> B:
        """See `EvaluationTracer.wrap`."""
        if isinstance(node, StatementNode):
            return self._statement(node, closure)  # type: ignore[arg-type, return-value]
        if isinstance(node, p.BasicBlock):
            return self._block(node, closure)  # type: ignore[arg-type, return-value]
        if isinstance(node, p.Ask):
            return self._question(node, closure)  # type: ignore[arg-type, return-value]
        if isinstance(node, (p.Call, p.CallCard)):
            return self._causes.calls(node, closure)  # type: ignore[arg-type, return-value]
        if isinstance(node, p.Procedure):
            return self._event(node, self._causes.called(closure))  # type: ignore[arg-type, return-value]
        if isinstance(node, ProcedureEntry):
            return self._event(node.procedure, closure)  # type: ignore[arg-type, return-value]
        if isinstance(node, t.Would):
            return self._trial(closure)  # type: ignore[arg-type, return-value]
        return closure

    def _trial(self, tried: Value) -> Value:
        """Nothing is told of what is only tried."""
        causes = self._causes

        def quietly(s: StateMemory, env: Env) -> int:
            tell, at, me = self.tell, causes.at, self.effects.me
            self.tell = _ignore
            try:
                return tried(s, env)  # type: ignore[no-any-return]
            finally:
                self.tell, causes.at, self.effects.me = tell, at, me

        return quietly

    def _statement(self, node: t.Statement, run: Effect) -> Effect:
        """Tell what a statement did itself: what stands in it tells for itself."""
        causes, origin = self._causes, node.origin if node.origin is not self._units else None
        how: ValueChangeKind = (
            "gain" if isinstance(node, t.Put) and node.origin is self._units else HOW.get(type(node), "put")
        )
        before, after = self._before(node), self._after(node)

        def statement(s: StateMemory, env: Env) -> None:
            outer, me = causes.at, env.get("me", -1)
            self.effects.me = me
            if origin is not None:
                causes.at = origin
            if before is not None:
                before(s, env)
            run(s, env)
            if isinstance(s.v, WatchedValues) and s.v.written:
                self.written(s, me, how)
            if after is not None:
                after(s, env)
            causes.at = outer

        return statement

    def _before(self, node: t.Statement) -> Effect | None:
        """What is told before a statement: an event that nobody listens to."""
        if isinstance(node, t.Emit) and node.event.name not in self.vocabulary.listeners:
            name, args = node.event.name, [self.evaluator.value(arg) for arg in node.args]
            return lambda s, env: self._happened(name, s, env, [arg(s, env) for arg in args])
        if isinstance(node, t.Hooked):
            return lambda s, _env: setattr(self, "_lists", [tuple(each) for each in s.z])
        return None

    _lists: list[tuple[int, ...]]

    def _after(self, node: t.Statement) -> Effect | None:
        """What is told after a statement, besides the values that it wrote."""
        match node:
            case t.Hooked():
                return self._hooked
            case t.EndGame():
                return lambda s, env: self.tell(GameEnding(because=self.because(s), me=env.get("me", -1)))
            case t.EnterPhase(number=number):
                return lambda s, env: self.tell(
                    PhaseEntered(because=self.because(s), me=env.get("me", -1), number=number)
                )
            case t.Let(turn=True):
                return lambda s, env: self.tell(
                    TurnStarted(because=self.because(s), me=env.get("me", -1), apart=s.sim is not None)
                )
            case t.For():
                return lambda s, _env: self.effects.hinted(s) if self.effects.excluded else None
            case t.Simultaneous(on=on):
                return lambda s, env: self.tell(
                    SimultaneousChoice(because=self.because(s), me=env.get("me", -1), on=on)
                )
            case _:
                return None

    def _hooked(self, s: StateMemory, _env: Env) -> None:
        for slot, before in enumerate(self._lists):
            self.effects.reordered(s, slot, before, "hook")

    def _block(self, node: p.BasicBlock, run: Ends) -> Ends:
        causes = self._causes

        def block(s: StateMemory, env: Env) -> bool:
            causes.block(node, s)
            self.effects.me = env.get("me", -1)
            return run(s, env)

        return block

    def _question(self, ask: p.Ask, run: Ends) -> Ends:
        """Tell of the answer where there was no other."""

        def question(s: StateMemory, env: Env) -> bool:
            count = len(s.forced)
            waits = run(s, env)
            for place in range(count, len(s.forced), 2):
                seat, option = s.forced[place : place + 2]
                refused = CandidatesRefused() if self.seat >= 0 else self._texts.refused(ask, s, env, option)
                self._chosen(s, seat, option, refused=refused)
            return waits

        return question

    def _event(self, node: p.Procedure, call: Call) -> Call:
        """An event is told before those who react to it."""
        if not node.name.startswith(EVENT):
            return call
        name = node.name.removeprefix(EVENT)

        def event(s: StateMemory, env: Env, args: list[int]) -> None:
            self._happened(name, s, env, args)
            call(s, env, args)

        return event

    # -- what is told ---------------------------------------------------------------------------------------------

    def because(self, s: StateMemory) -> tuple[TraceCause, ...]:
        """The lines of data behind what happens now, each with who may be told of it."""
        if not self._texts.wanted:
            return ()
        of_owner = self.mask.of_owner
        return tuple([TraceCause(origin, of_owner(s, owner)) for owner, origin in self._causes.lines().items()])

    def written(self, s: StateMemory, me: int, how: ValueChangeKind) -> None:
        """Tell of the values that were written since something was told."""
        if not isinstance(s.v, WatchedValues) or not s.v.written:
            return
        for address, before, after in s.v.take(same=how == "roll"):
            field, seat, place = self.mask.place(address)
            words = (
                self.log_text(field, seat, place, s=s, value=after) if after > 0 or is_set(field.type, after) else {}
            )
            self.tell(
                ValueChanged(
                    because=self.because(s), me=me, known=self.mask.value(s, address).bits(s.n), apart=s.sim is not None,
                    address=address, before=before, after=after, how=how, beside=field.hidden or field.name == "filled", words=words,
                )
            )  # fmt: skip

    def _happened(self, name: str, s: StateMemory, env: Env, args: list[int]) -> None:
        event = self.vocabulary.events.get(name)
        if event is None or name in QUIET or name.startswith(PHASES):
            return
        known = self.mask.of_values(s, event.fields.values(), args)
        self.tell(
            EventHappened(
                because=self.because(s), me=env.get("me", -1), known=known, apart=s.sim is not None, event=name, args=tuple(args),
                words={} if ("events", name) in self._secret_log_texts else self._texts.fill(event.tell, s, {**env, **dict(zip(event.fields, args, strict=True))}),
            )
        )  # fmt: skip

    @cached_property
    def _secret_log_texts(self) -> frozenset[tuple[str, str]]:
        """What is told of by texts that look at what not all may see: nobody is told these."""
        return secret_log_texts(self.evaluator.program)

    def log_text(self, thing: Field | Zone, seat: int, place: int, *, s: StateMemory, value: int) -> Sentence:
        """What the data says of a value, or of a piece that comes to a list."""
        if not thing.tell or (section_of(thing), thing.name) in self._secret_log_texts:
            return {}
        env = {"me": seat, "it": value, **dict(zip(AT, indices(thing, place), strict=False))}
        return self._texts.fill(thing.tell, s, env)

    def _chosen(self, s: StateMemory, seat: int, option: int, *, refused: CandidatesRefused | None = None) -> None:
        decision = self.vocabulary.home(option)
        if decision is None:
            raise LookupError(f"{option} is not an option of this game")
        number, texts = option - decision.base, self._texts
        env: Env = {"me": seat, "it": number + decision.low}
        label, words = decision.label, decision.told
        if number == decision.size:
            label, words = decision.done, decision.told_of.get(env["it"], {})
        elif decision.keys:
            env["it"] = self.evaluator.showing(decision, number, s, seat)
        if number != decision.size:
            label, words = decision.label_of.get(env["it"], label), decision.told_of.get(env["it"], words)
        self.tell(
            OptionChosen(
                because=() if decision.origin is None else (TraceCause(decision.origin, everybody(s.n)),), me=seat,
                known=1 << seat if decision.secret else everybody(s.n), apart=s.sim is not None,
                decision=decision.name, option=option, forced=refused is not None, refused=refused or CandidatesRefused(),
                asked={} if refused is None else texts.fill(decision.ask, s, {"me": seat}),
                label=texts.fill(label, s, env), words=texts.fill(words, s, env),
            )
        )  # fmt: skip


def _ignore(_part: AnyPart) -> None:
    """Nobody hears of it."""


# -- looking ahead -----------------------------------------------------------------------------------------------------


class LookaheadRecorder:
    """Runs a step until a seat must decide, or until it depends on chance or on what the seat that decides does not know."""

    def __init__(self, program: Program, hooks: Mapping[str, Callable[..., int]]) -> None:
        self._access, self._recorder = LookaheadAccess(program), TraceRecorder()
        self.evaluator = make_evaluator(program, hooks, self._access, self._recorder)

    def foresee(
        self,
        s: StateMemory,
        option: int,
        tell: Callable[[AnyPart], None],
        *,
        briefly: bool = False,
        reasons: bool = True,
    ) -> Unknown | None:
        """Take an option; why no more could be told than `tell` heard, or None where all was told.

        Of the next question it is worked out which answers it has if the same seat is asked, and not if that is told `briefly`.
        `reasons`: as of `TraceRecorder.record_until_question`.
        """
        self._access.seat = self._recorder.seat = s.seat
        try:
            self._recorder.record_until_question(s, option, tell, briefly=briefly, reasons=reasons)
        except UnknownOutcome as unforeseen:
            return unforeseen.why
        return None

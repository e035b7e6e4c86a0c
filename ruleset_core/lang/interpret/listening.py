"""The reference interpreter, listened to: it does what it always does, and says what happens while it does it.

Nothing that plays pays for it: who wants to know what a step did lets it happen once more here, on a copy.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal

from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.interpret.broken import BrokenRule
from ruleset_core.lang.interpret.eyes import Eyes, everybody
from ruleset_core.lang.interpret.parts import (
    AnyPart,
    Cause,
    Changed,
    Chosen,
    Ended,
    Entered,
    Happened,
    Moved,
    Ordered,
    Refused,
    Sentence,
    Spoken,
    Together,
    Turned,
)
from ruleset_core.lang.interpret.showing import Showing
from ruleset_core.lang.interpret.values import Env
from ruleset_core.lang.interpret.watched import Watched, is_something
from ruleset_core.lang.origin import Origin, Owner
from ruleset_core.lang.runtime import Memory
from ruleset_core.lang.tells import AT, indices, lists, secret_tells, section_of
from ruleset_core.lang.templates import spoken
from ruleset_core.model.outward.story import How, Reordered

if TYPE_CHECKING:
    from ruleset_core.lang.templates import Template
    from ruleset_core.lang.vocabulary import Decision, Field, Zone

Unknown = Literal["chance", "hidden", "others"]
"""What keeps a seat from looking further ahead: chance, what is hidden from it, or that others are to act who may know more.

`others` stands too where it would take too many steps: no reason is told.
"""


class Unforeseen(Exception):
    """From here on it depends on something that the seat who looks ahead does not know; see `foreseeing`."""

    def __init__(self, why: Unknown) -> None:
        super().__init__(why)
        self.why: Unknown = why


HOW: Final[dict[type[t.Statement], How]] = {
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
SILENT: Final[tuple[type[Exception], ...]] = (BrokenRule, Unforeseen)
"""What keeps a text from being put together; what happens goes on without it."""
PHASES: Final = ("begin ", "end ")
LOOKED_AT: Final = 40
"""So many candidates that were not offered are asked for their reason."""
FEW: Final = 2
"""So many different reasons are told; more explain nothing."""


class Listening(Showing):
    """Runs a program on states and hands every part of what happens to `tell`."""

    tell: Callable[[AnyPart], None]
    patient = True
    _me = -1
    _briefly = False

    def listen(self, s: Memory, answer: int | None, tell: Callable[[AnyPart], None], *, briefly: bool = False) -> None:
        """Go on with a state until a seat must decide; `answer` is the option that was taken, None at the beginning.

        It is worked out which answers the next question has, unless that is told `briefly`.
        """
        self.tell, self._briefly = tell, briefly
        self._calls: list[Origin] = []
        self._at: Origin | None = None
        self._node: p.Node | None = None
        self._waiting: tuple[int, ...] = ()
        self._tails: list[tuple[int, Origin]] = []
        s.v = Watched(s.v)
        try:
            if answer is not None:
                self._chosen(s, s.seat, answer)
            self.run(s)
        finally:
            s.v = [*s.v]

    # -- what happens ---------------------------------------------------------------------------------------------

    def execute(self, node: t.Statement, s: Memory, env: Env) -> None:
        """Run a statement, and tell what it did itself: what stands in it tells for itself."""
        outer, self._me = self._at, env.get("me", -1)
        if node.origin is not None and node.origin is not self._units:
            self._at = node.origin
        if isinstance(node, t.Emit):
            self._emitted(node, s, env)
        lists = [tuple(each) for each in s.z] if isinstance(node, t.Hooked) else []
        super().execute(node, s, env)
        me = env.get("me", -1)
        self._values(node, s, me)
        for slot, before in enumerate(lists):
            self._reordered(s, slot, before, "hook")
        match node:
            case t.EndGame():
                self.tell(Ended(because=self._because(s), me=me))
            case t.EnterPhase():
                self.tell(Entered(because=self._because(s), me=me, number=node.number))
            case t.Let(turn=True):
                self.tell(Turned(because=self._because(s), me=me, apart=s.sim is not None))
            case t.For() if self.excluded:
                self.hinted(s)
            case t.Simultaneous():
                self.tell(Together(because=self._because(s), me=me, on=node.on))
        self._at = outer

    def _values(self, node: t.Statement, s: Memory, me: int) -> None:
        how: How = "gain" if isinstance(node, t.Put) and node.origin is self._units else HOW.get(type(node), "put")
        self._written(s, me, how)

    def _take(self, costs: tuple[tuple[t.Expr, t.Expr], ...], s: Memory, env: Env) -> None:
        """Pay; it is told before what is paid for happens."""
        super()._take(costs, s, env)
        self._written(s, env.get("me", -1), "pay")

    def _written(self, s: Memory, me: int, how: How) -> None:
        """Tell of the values that were written since something was told."""
        if not isinstance(s.v, Watched) or not s.v.written:
            return
        for address, before, after in s.v.take(same=how == "roll"):
            field, seat, place = self.eyes.place(address)
            words = (
                self._told_of(field, seat, place, s=s, value=after)
                if after > 0 or is_something(field.type, after)
                else {}
            )
            self.tell(
                Changed(
                    because=self._because(s), me=me, known=self.eyes.of_value(s, address), apart=s.sim is not None,
                    address=address, before=before, after=after, how=how, beside=field.hidden or field.name == "filled", words=words,
                )
            )  # fmt: skip

    def _emitted(self, node: t.Emit, s: Memory, env: Env) -> None:
        if node.event.name not in self.vocabulary.listeners:
            self._happened(node.event.name, s, env, [self.value(arg, s, env) for arg in node.args])

    def _happened(self, name: str, s: Memory, env: Env, args: list[int]) -> None:
        event = self.vocabulary.events.get(name)
        if event is None or name in QUIET or name.startswith(PHASES):
            return
        known = self.eyes.of_values(s, event.fields.values(), args)
        self.tell(
            Happened(
                because=self._because(s), me=env.get("me", -1), known=known, apart=s.sim is not None, event=name, args=tuple(args),
                words={} if ("events", name) in self._secret_tells else self._spoken(event.tell, s, {**env, **dict(zip(event.fields, args, strict=True))}),
            )
        )  # fmt: skip

    @cached_property
    def _secret_tells(self) -> frozenset[tuple[str, str]]:
        """What is told of by texts that look at what not all may see: nobody is told these."""
        return secret_tells(self.program)

    def _told_of(self, thing: Field | Zone, seat: int, place: int, *, s: Memory, value: int) -> Sentence:
        """What the data says of a value, or of a piece that comes to a list."""
        if not thing.tell or (section_of(thing), thing.name) in self._secret_tells:
            return {}
        return self._spoken(
            thing.tell, s, {"me": seat, "it": value, **dict(zip(AT, indices(thing, place), strict=False))}
        )

    @cached_property
    def lists(self) -> list[tuple[Zone, int, int]]:
        """The zone of every list of pieces, its seat (-1: shared), and how far from the beginning of the zone it lies."""
        return lists(self.vocabulary)

    def call(self, name: str, s: Memory, env: Env, args: list[int]) -> None:
        """Run a procedure that never suspends; an event is told before those who react to it."""
        if name.startswith(EVENT):
            self._happened(name.removeprefix(EVENT), s, env, args)
        if self._at is not None:
            self._calls.append(self._at)
        depth = len(self._calls)
        super().call(name, s, env, args)
        if depth:
            del self._calls[depth - 1 :]

    def _enter(self, s: Memory, name: str, env: Env, args: list[int]) -> None:
        if name.startswith(EVENT) and self.program.procedures[name].entry >= 0:
            self._happened(name.removeprefix(EVENT), s, env, args)
        super()._enter(s, name, env, args)

    def moved(self, s: Memory, kind: str, piece: int, zone: int) -> None:
        """Put a piece at the end of a list of pieces."""
        at = self.vocabulary.fields[f"{kind}.at"].offset + piece
        source = s.v[at]
        place = s.z[source].index(piece) if source >= 0 else -1
        known = self.eyes.of_touched(s, kind, piece)
        looked = self.eyes.of_list(s, source) if source >= 0 else 0
        super().moved(s, kind, piece, zone)
        if isinstance(s.v, Watched):
            s.v.written = [each for each in s.v.written if each[0] != at]
        known |= self.eyes.of_piece(s, kind, piece)
        self.tell(
            Moved(
                because=self._because(s), me=self._me, known=known, apart=s.sim is not None,
                kind=kind, piece=piece, at=at, source=source, place=place, target=zone, looked=looked,
                words=self._told_of(*self.lists[zone], s=s, value=piece),
            )
        )  # fmt: skip

    def shuffled(self, s: Memory, stream: int, zone: int) -> None:
        """Put a list of pieces in random order, which nobody knows."""
        before = tuple(s.z[zone])
        super().shuffled(s, stream, zone)
        self._reordered(s, zone, before, "shuffle", always=True)

    def ordered(self, s: Memory, zone: int, pieces: list[int]) -> None:
        """Put a list of pieces in this order."""
        before = tuple(s.z[zone])
        super().ordered(s, zone, pieces)
        self._reordered(s, zone, before, "sort", always=True)  # whether it was in order already is a secret too

    def _reordered(
        self, s: Memory, zone: int, before: tuple[int, ...], how: Reordered, *, always: bool = False
    ) -> None:
        after = tuple(s.z[zone])
        if always or after != before:
            self.tell(
                Ordered(
                    because=self._because(s), me=self._me, known=self.eyes.of_list(s, zone), apart=s.sim is not None,
                    zone=zone, before=before, after=after, how=how,
                )
            )  # fmt: skip

    def _chosen(self, s: Memory, seat: int, option: int, *, refused: Refused | None = None) -> None:
        decision = self.vocabulary.home(option)
        if decision is None:
            raise LookupError(f"{option} is not an option of this game")
        number = option - decision.base
        env: Env = {"me": seat, "it": number + decision.low}
        label, words = decision.label, decision.told
        if number == decision.size:
            label, words = decision.done, decision.told_of.get(env["it"], {})
        elif decision.keys:
            env["it"] = self.showing(decision, number, s, seat)
        if number != decision.size:
            label, words = decision.label_of.get(env["it"], label), decision.told_of.get(env["it"], words)
        self.tell(
            Chosen(
                because=() if decision.origin is None else (Cause(decision.origin, everybody(s.n)),), me=seat,
                known=1 << seat if decision.secret else everybody(s.n), apart=s.sim is not None,
                decision=decision.name, option=option, forced=refused is not None, refused=refused or Refused(),
                asked={} if refused is None else self._spoken(decision.ask, s, {"me": seat}),
                label=self._spoken(label, s, env), words=self._spoken(words, s, env),
            )
        )  # fmt: skip

    def _spoken(self, template: dict[str, Template], s: Memory, env: Env) -> Sentence:
        """A text of the data with what stands in its places now; nothing if that has no value."""
        try:
            return {
                lang: tuple(
                    part if isinstance(part, str) else self._value_said(part, s, env)
                    for part in spoken(parts, lambda when: bool(self.value(when, s, env)))
                )
                for lang, parts in template.items()
            }
        except SILENT:
            return {}

    def _value_said(self, part: t.Expr, s: Memory, env: Env) -> Spoken:
        none = part.fact.none if isinstance(part, t.FactOf) else {}
        return Spoken(part.type, self.value(part, s, env), none)

    def _ask(self, ask: p.Ask, s: Memory, env: Env) -> bool:
        count = len(s.forced)
        waits = super()._ask(ask, s, env)
        for place in range(count, len(s.forced), 2):
            seat, option = s.forced[place : place + 2]
            self._chosen(s, seat, option, refused=self._refused(ask, s, env, option))
        return waits

    def _offered(self, ask: p.Ask, s: Memory, seat: int, each: list[Env]) -> list[int]:
        """The answers that are possible; two of them, where it only matters whether somebody is asked."""
        if not self._asks_briefly(seat):
            return super()._offered(ask, s, seat, each)
        found: set[int] = set()
        for one in each:
            if self.holds(ask.where, s, one):
                found.add(self.value(ask.key, s, one))
            if len(found) > 1:
                break
        return sorted(found)

    def _asks_briefly(self, seat: int) -> bool:  # noqa: ARG002 - who looks ahead cares
        return self._briefly

    def _refused(self, ask: p.Ask, s: Memory, env: Env, option: int) -> Refused:
        """The candidates that a question with one answer did not offer, and why, as far as the data says it in few words."""
        decision, steps = ask.decision, s.steps
        low, beyond = decision.low, decision.low + decision.size
        if decision.keys or ask.selection.pairs is not None:
            return Refused()  # an option stands for several pieces, or there are too many that could be told
        others = [value for value in self.members(ask.selection, s, env) if low <= value < beyond]
        s.steps = steps  # who listens is not charged for it
        taken = option - decision.base + decision.low
        others = [value for value in others if value != taken]
        reasons: list[Sentence] = []
        for value in others[:LOOKED_AT]:
            reason = self._reason(decision, s, {"me": env["me"], "it": value})
            if reason and reason not in reasons:
                reasons.append(reason)
        s.steps = steps
        told = tuple(reasons) if len(reasons) <= FEW and len(others) <= LOOKED_AT else ()
        return Refused(
            len(others), told, ways=ask.item.startswith("_")
        )  # the data names what goes through things, not ways

    def _reason(self, decision: Decision, s: Memory, env: Env) -> Sentence:
        """The first reason of the data against an answer."""
        for reason in decision.why:
            try:
                if not self.value(reason.unless, s, env):
                    return self._spoken(reason.say, s, env)
            except SILENT:
                continue
        return {}

    # -- because of what ------------------------------------------------------------------------------------------

    def _block(self, node: p.Node, s: Memory, env: Env) -> bool:
        self._node, self._waiting = node, tuple(frame[0] for frame in s.stack)
        while self._tails and self._tails[-1][0] > len(s.stack):
            self._tails.pop()
        self._calls.clear()
        self._at, self._me = None, env.get("me", -1)
        return super()._block(node, s, env)

    def _finish(self, node: p.Node, s: Memory, env: Env) -> bool:
        """End a block; where nothing follows a call, no frame tells who called, so that is noted here."""
        depth, end = len(s.stack), node.end
        waits = super()._finish(node, s, env)
        if (
            isinstance(end, p.Call | p.CallCard)
            and end.origin is not None
            and len(s.stack) == depth + 1
            and s.stack[-1][0] != end.then
        ):
            self._tails.append((depth, end.origin))
        return waits

    def _because(self, s: Memory) -> tuple[Cause, ...]:
        """The line in progress, then what called it, outermost last; of each owner one line."""
        found: dict[Owner, Origin] = {}
        for origin in (self._at, *reversed(self._calls), *self._outside()):
            if origin is not None and origin is not self._units:
                found.setdefault(origin.owner, origin)
        return tuple(Cause(origin, self.eyes.of_owner(s, owner)) for owner, origin in found.items())

    def _outside(self) -> list[Origin]:
        """The procedure that the block in progress is cut out of, and what waits for it."""
        if self._node is None:
            return []
        found = [*self._roots.get(self._node.number, ()), *self._called_at(len(self._waiting))]
        for place in reversed(range(len(self._waiting))):
            number = self._waiting[place]
            if number not in self._callers:
                self._callers[number] = [*self.program.callers(number)[:2]]
            callers = self._callers[number]
            found += callers if len(callers) == 1 else []
            found += [*self._roots.get(number, ()), *self._called_at(place)]
        return found

    def _called_at(self, depth: int) -> list[Origin]:
        """The calls that nothing follows, by which the frame at a place of the stack came there, innermost first."""
        return [origin for place, origin in reversed(self._tails) if place == depth]

    @cached_property
    def _callers(self) -> dict[int, list[Origin]]:
        return {}

    @cached_property
    def _roots(self) -> dict[int, tuple[Origin, ...]]:
        """Where the procedure that each block is cut out of comes from."""
        found: dict[int, tuple[Origin, ...]] = {}
        for procedure in self.program.procedures.values():
            origin = procedure.body.origin
            if procedure.entry >= 0 and origin is not None:
                for number in self._reached(procedure.entry):
                    found.setdefault(number, (origin,))
        return found

    def _reached(self, entry: int) -> set[int]:
        """The blocks of a procedure."""
        found, left = {entry}, [entry]
        while left:
            end = self.program.blocks[left.pop()].end
            ways = (getattr(end, name, None) for name in ("target", "then", "otherwise", "empty"))
            new = [way for way in ways if way is not None and way not in found]
            found.update(new)
            left += new
        return found

    @cached_property
    def eyes(self) -> Eyes:
        """Who may know what."""
        return Eyes(self.program)

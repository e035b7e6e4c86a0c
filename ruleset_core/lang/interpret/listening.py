"""The reference interpreter, listened to: it does what it always does, and says what happens while it does it.

Nothing that plays pays for it: who wants to know what a step did lets it happen once more here, on a copy.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, SupportsIndex

from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.interpret.broken import BrokenRule
from ruleset_core.lang.interpret.eyes import Eyes, everybody
from ruleset_core.lang.interpret.interpreter import Interpreter
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
    Sentence,
    Spoken,
    Together,
    Turned,
)
from ruleset_core.lang.interpret.values import Env
from ruleset_core.lang.origin import Origin, Owner
from ruleset_core.lang.runtime import Memory
from ruleset_core.lang.secrets import Secrets
from ruleset_core.model.story import How, Reordered

if TYPE_CHECKING:
    from ruleset_core.lang.vocabulary import Template

Unknown = Literal["chance", "hidden", "others"]
"""What keeps a seat from looking further ahead: chance, what is hidden from it, or that others are to act who may know more."""


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


class Watched(list[int]):
    """Values that note what they were before they are written."""

    __slots__ = ("written",)

    def __init__(self, values: list[int]) -> None:
        super().__init__(values)
        self.written: list[tuple[int, int]] = []

    def __setitem__(self, place: Any, value: Any) -> None:
        if isinstance(place, SupportsIndex):
            self.written.append((int(place) % len(self), self[place]))
        else:
            self.written += [(each, self[each]) for each in range(*place.indices(len(self)))]
        super().__setitem__(place, value)

    def take(self, *, same: bool) -> list[tuple[int, int, int]]:
        """What was written since the last time: the place, the value before and the value now; `same`: also where they do not differ."""
        first: dict[int, int] = {}
        for place, before in self.written:
            first.setdefault(place, before)
        self.written = []
        return [(place, before, self[place]) for place, before in first.items() if same or self[place] != before]


class Listening(Interpreter):
    """Runs a program on states and hands every part of what happens to `tell`."""

    tell: Callable[[AnyPart], None]
    _me = -1

    def listen(self, s: Memory, answer: int | None, tell: Callable[[AnyPart], None]) -> None:
        """Go on with a state until a seat must decide; `answer` is the option that was taken, None at the beginning."""
        self.tell = tell
        self._calls: list[Origin] = []
        self._at: Origin | None = None
        self._node: p.Node | None = None
        self._waiting: tuple[int, ...] = ()
        s.v = Watched(s.v)
        try:
            if answer is not None:
                self._chosen(s, s.seat, answer, forced=False)
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
            field, _, _ = self.eyes.place(address)
            self.tell(
                Changed(
                    because=self._because(s), me=me, known=self.eyes.of_value(s, address), apart=s.sim is not None,
                    address=address, before=before, after=after, how=how, beside=field.hidden or field.name == "filled",
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
                words={} if name in self._secret_tells else self._spoken(event.tell, s, {**env, **dict(zip(event.fields, args, strict=True))}),
            )
        )  # fmt: skip

    @cached_property
    def _secret_tells(self) -> frozenset[str]:
        """Events whose sentences look at what not all may see: nobody is told these."""
        secrets = Secrets(self.program, own=False)
        return frozenset(
            name
            for name, event in self.vocabulary.events.items()
            for template in event.tell.values()
            if any(secrets.hides(part) for part in template if not isinstance(part, str))
        )

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
        known = self.eyes.of_piece(s, kind, piece)
        looked = self.eyes.of_list(s, source) if source >= 0 else 0
        super().moved(s, kind, piece, zone)
        if isinstance(s.v, Watched):
            s.v.written = [each for each in s.v.written if each[0] != at]
        known |= self.eyes.of_piece(s, kind, piece)
        self.tell(
            Moved(
                because=self._because(s), me=self._me, known=known, apart=s.sim is not None,
                kind=kind, piece=piece, at=at, source=source, place=place, target=zone, looked=looked,
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

    def _chosen(self, s: Memory, seat: int, option: int, *, forced: bool) -> None:
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
                decision=decision.name, option=option, forced=forced,
                label=self._spoken(label, s, env), words=self._spoken(words, s, env),
            )
        )  # fmt: skip

    def _spoken(self, template: dict[str, Template], s: Memory, env: Env) -> Sentence:
        """A text of the data with what stands in its places now; nothing if that has no value."""
        try:
            return {
                lang: tuple(part if isinstance(part, str) else self._value_said(part, s, env) for part in parts)
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
            self._chosen(s, s.forced[place], s.forced[place + 1], forced=True)
        return waits

    # -- because of what ------------------------------------------------------------------------------------------

    def _block(self, node: p.Node, s: Memory, env: Env) -> bool:
        self._node, self._waiting = node, tuple(frame[0] for frame in s.stack)
        self._calls.clear()
        self._at, self._me = None, env.get("me", -1)
        return super()._block(node, s, env)

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
        found = list(self._roots.get(self._node.number, ()))
        for number in reversed(self._waiting):
            if number not in self._callers:
                self._callers[number] = [*self.program.callers(number)[:2]]
            callers = self._callers[number]
            found += callers if len(callers) == 1 else []
            found += self._roots.get(number, ())
        return found

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

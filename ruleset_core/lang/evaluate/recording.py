"""Records what happens while the evaluator runs, in order, as the parts of a `trace`.

Nothing that plays pays for it: who wants to know what a step did lets it happen once more on a copy, by an evaluator with a
`Recorder`. `causes` says which lines of the data each part happened because of, `texts` puts together what the data says of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_args

from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.evaluate.blocks import Entry
from ruleset_core.lang.evaluate.causes import Causes
from ruleset_core.lang.evaluate.recorded import RecordedEffects
from ruleset_core.lang.evaluate.texts import Texts
from ruleset_core.lang.evaluate.trace import (
    AnyPart,
    Cause,
    Changed,
    Chosen,
    Ended,
    Entered,
    Happened,
    Refused,
    Sentence,
    Together,
    Turned,
)
from ruleset_core.lang.evaluate.tracer import Tracer
from ruleset_core.lang.evaluate.verbs import units
from ruleset_core.lang.evaluate.visibility import Eyes, everybody
from ruleset_core.lang.evaluate.watched import Watched, is_something
from ruleset_core.lang.tells import AT, indices, secret_tells, section_of
from ruleset_core.model.outward.story import How

if TYPE_CHECKING:
    from ruleset_core.lang.evaluate.closures import Call, Effect, Ends, Env
    from ruleset_core.lang.evaluate.evaluator import Evaluator
    from ruleset_core.lang.runtime import Memory
    from ruleset_core.lang.vocabulary import Field, Zone

B = TypeVar("B")
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
PHASES: Final = ("begin ", "end ")
_STATEMENTS: Final = frozenset(get_args(t.Statement))


class Recorder(Tracer):
    """Hands every part of what happens to `tell`.

    Attributes:
        tell: who is told.
        seat: the seat that looks ahead: of what others are asked only whether they are is of interest; -1 where nobody does.
    """

    tell: Callable[[AnyPart], None]
    seat = -1
    _briefly = False

    def attach(self, evaluator: Evaluator) -> None:
        """See `Tracer.attach`."""
        super().attach(evaluator)
        self.vocabulary = evaluator.vocabulary
        self._units = units(evaluator)
        self._causes = Causes(evaluator.program, self._units)
        self._texts = Texts(evaluator)
        evaluator.effects = self.effects = RecordedEffects(self)
        evaluator.enough = lambda seat: 1 if self._briefly or self.seat not in {-1, seat} else inf

    def listen(self, s: Memory, answer: int | None, tell: Callable[[AnyPart], None], *, briefly: bool = False) -> None:
        """Go on with a state until a seat must decide; `answer` is the option that was taken, None at the beginning.

        It is worked out which answers the next question has, unless that is told `briefly`.
        """
        self.tell, self._briefly = tell, briefly
        self.effects.excluded = ()
        self._causes.begin()
        s.v = Watched(s.v)
        try:
            if answer is not None:
                self._chosen(s, s.seat, answer)
            self.evaluator.run(s)
        finally:
            s.v = [*s.v]

    @cached_property
    def eyes(self) -> Eyes:
        """Who may know what."""
        return Eyes(self.evaluator.program)

    # -- what is wrapped ------------------------------------------------------------------------------------------

    def wrap(self, node: Any, closure: B) -> B:
        """See `Tracer.wrap`."""
        if type(node) in _STATEMENTS:
            return self._statement(node, closure)  # type: ignore[arg-type, return-value]
        if isinstance(node, p.Node):
            return self._block(node, closure)  # type: ignore[arg-type, return-value]
        if isinstance(node, p.Ask):
            return self._question(node, closure)  # type: ignore[arg-type, return-value]
        if isinstance(node, (p.Call, p.CallCard)):
            return self._causes.calls(node, closure)  # type: ignore[arg-type, return-value]
        if isinstance(node, p.Procedure):
            return self._event(node, self._causes.called(closure))  # type: ignore[arg-type, return-value]
        if isinstance(node, Entry):
            return self._event(node.procedure, closure)  # type: ignore[arg-type, return-value]
        return closure

    def _statement(self, node: t.Statement, run: Effect) -> Effect:
        """Tell what a statement did itself: what stands in it tells for itself."""
        causes, origin = self._causes, node.origin if node.origin is not self._units else None
        how: How = "gain" if isinstance(node, t.Put) and node.origin is self._units else HOW.get(type(node), "put")
        before, after = self._before(node), self._after(node)

        def statement(s: Memory, env: Env) -> None:
            outer, me = causes.at, env.get("me", -1)
            self.effects.me = me
            if origin is not None:
                causes.at = origin
            if before is not None:
                before(s, env)
            run(s, env)
            if isinstance(s.v, Watched) and s.v.written:
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
                return lambda s, env: self.tell(Ended(because=self.because(s), me=env.get("me", -1)))
            case t.EnterPhase(number=number):
                return lambda s, env: self.tell(Entered(because=self.because(s), me=env.get("me", -1), number=number))
            case t.Let(turn=True):
                return lambda s, env: self.tell(
                    Turned(because=self.because(s), me=env.get("me", -1), apart=s.sim is not None)
                )
            case t.For():
                return lambda s, _env: self.effects.hinted(s) if self.effects.excluded else None
            case t.Simultaneous(on=on):
                return lambda s, env: self.tell(Together(because=self.because(s), me=env.get("me", -1), on=on))
            case _:
                return None

    def _hooked(self, s: Memory, _env: Env) -> None:
        for slot, before in enumerate(self._lists):
            self.effects.reordered(s, slot, before, "hook")

    def _block(self, node: p.Node, run: Ends) -> Ends:
        causes = self._causes

        def block(s: Memory, env: Env) -> bool:
            causes.block(node, s)
            self.effects.me = env.get("me", -1)
            return run(s, env)

        return block

    def _question(self, ask: p.Ask, run: Ends) -> Ends:
        """Tell of the answer where there was no other."""

        def question(s: Memory, env: Env) -> bool:
            count = len(s.forced)
            waits = run(s, env)
            for place in range(count, len(s.forced), 2):
                seat, option = s.forced[place : place + 2]
                refused = Refused() if self.seat >= 0 else self._texts.refused(ask, s, env, option)
                self._chosen(s, seat, option, refused=refused)
            return waits

        return question

    def _event(self, node: p.Procedure, call: Call) -> Call:
        """An event is told before those who react to it."""
        if not node.name.startswith(EVENT):
            return call
        name = node.name.removeprefix(EVENT)

        def event(s: Memory, env: Env, args: list[int]) -> None:
            self._happened(name, s, env, args)
            call(s, env, args)

        return event

    # -- what is told ---------------------------------------------------------------------------------------------

    def because(self, s: Memory) -> tuple[Cause, ...]:
        """The lines of data behind what happens now, each with who may be told of it."""
        return tuple(Cause(origin, self.eyes.of_owner(s, origin.owner)) for origin in self._causes.lines())

    def written(self, s: Memory, me: int, how: How) -> None:
        """Tell of the values that were written since something was told."""
        if not isinstance(s.v, Watched) or not s.v.written:
            return
        for address, before, after in s.v.take(same=how == "roll"):
            field, seat, place = self.eyes.place(address)
            words = (
                self.told_of(field, seat, place, s=s, value=after)
                if after > 0 or is_something(field.type, after)
                else {}
            )
            self.tell(
                Changed(
                    because=self.because(s), me=me, known=self.eyes.of_value(s, address), apart=s.sim is not None,
                    address=address, before=before, after=after, how=how, beside=field.hidden or field.name == "filled", words=words,
                )
            )  # fmt: skip

    def _happened(self, name: str, s: Memory, env: Env, args: list[int]) -> None:
        event = self.vocabulary.events.get(name)
        if event is None or name in QUIET or name.startswith(PHASES):
            return
        known = self.eyes.of_values(s, event.fields.values(), args)
        self.tell(
            Happened(
                because=self.because(s), me=env.get("me", -1), known=known, apart=s.sim is not None, event=name, args=tuple(args),
                words={} if ("events", name) in self._secret_tells else self._texts.said(event.tell, s, {**env, **dict(zip(event.fields, args, strict=True))}),
            )
        )  # fmt: skip

    @cached_property
    def _secret_tells(self) -> frozenset[tuple[str, str]]:
        """What is told of by texts that look at what not all may see: nobody is told these."""
        return secret_tells(self.evaluator.program)

    def told_of(self, thing: Field | Zone, seat: int, place: int, *, s: Memory, value: int) -> Sentence:
        """What the data says of a value, or of a piece that comes to a list."""
        if not thing.tell or (section_of(thing), thing.name) in self._secret_tells:
            return {}
        env = {"me": seat, "it": value, **dict(zip(AT, indices(thing, place), strict=False))}
        return self._texts.said(thing.tell, s, env)

    def _chosen(self, s: Memory, seat: int, option: int, *, refused: Refused | None = None) -> None:
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
            Chosen(
                because=() if decision.origin is None else (Cause(decision.origin, everybody(s.n)),), me=seat,
                known=1 << seat if decision.secret else everybody(s.n), apart=s.sim is not None,
                decision=decision.name, option=option, forced=refused is not None, refused=refused or Refused(),
                asked={} if refused is None else texts.said(decision.ask, s, {"me": seat}),
                label=texts.said(label, s, env), words=texts.said(words, s, env),
            )
        )  # fmt: skip

"""How the evaluator reads a state. This is what differs between its uses; what a node means does not.

`Access` reads the real state. Others read what one seat knows (`engine.look.known`), or look ahead for a seat and stop at what
it does not know (`lookahead`). Most methods are asked once, when a closure is built, and give the closure that reads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ruleset_core.lang import runtime
from ruleset_core.lang.evaluate.errors import BrokenRule

if TYPE_CHECKING:
    from ruleset_core.lang import tree as t
    from ruleset_core.lang.definitions import Define
    from ruleset_core.lang.evaluate.closures import Definition, Effect, Ends, Env, Members, Value
    from ruleset_core.lang.evaluate.evaluator import Evaluator
    from ruleset_core.lang.runtime import Memory
    from ruleset_core.lang.vocabulary import Field, Zone


class Access:
    """The real state, all of which is known.

    Attributes:
        patient: whether to go on up to `runtime.STEPS`, as is needed where generated code came to the end already; else
            `runtime.INTERPRETED` steps are enough.
        counts: whether loops and definitions are charged for.
    """

    counts = True

    def __init__(self, *, patient: bool = False) -> None:
        self.patient = patient

    # -- values and pieces ----------------------------------------------------------------------------------------

    def value(self, _field: Field, at: Value) -> Value:
        """What reads the value of a field that lies at a place."""
        return lambda s, env: s.v[at(s, env)]

    def value_there(self, _field: Field, address: int) -> Value:
        """The same where the place is known when the game is linked."""
        return lambda s, _env: s.v[address]

    def piece_at(self, _zone: Zone, slot: Value, place: Value) -> Value:
        """What reads the piece at a place of a list; -1 beyond its ends."""

        def piece(s: Memory, env: Env) -> int:
            pieces, number = s.z[slot(s, env)], place(s, env)
            return pieces[number] if 0 <= number < len(pieces) else -1

        return piece

    def pieces(self, _zone: Zone, slot: Value) -> Members:
        """What reads all pieces of a list."""
        return lambda s, env: s.z[slot(s, env)]

    def lies_in(self, _zone: Zone, slot: Value, piece: Value) -> Value:
        """What reads whether a piece lies in a list."""
        return lambda s, env: 1 if piece(s, env) in s.z[slot(s, env)] else 0

    def size(self, _zones: Sequence[Zone], slots: Sequence[Value]) -> Value:
        """What reads how many pieces lie in lists, each list counted once."""
        if len(slots) == 1:
            (slot,) = slots
            return lambda s, env: len(s.z[slot(s, env)])
        return lambda s, env: sum(len(s.z[at]) for at in {slot(s, env) for slot in slots})

    # -- what is looked at before something is read or done -------------------------------------------------------

    def before_field(self, field: Field) -> Effect | None:
        """What is run before all values of a field are read at once; None for nothing."""
        _ = field
        return None

    def before_own(self, evaluator: Evaluator) -> Callable[[Memory, Env, int, int], None] | None:
        """What is run, given the acting seat and a resource, before the amount of it is read or changed; None for nothing."""
        _ = evaluator
        return None

    def before_statement(self, evaluator: Evaluator, node: t.Statement) -> Effect | None:
        """What is run before a statement; None for nothing."""
        _ = evaluator, node
        return None

    # -- what has a name ------------------------------------------------------------------------------------------

    def hook(self, called: Value) -> Value:
        """A query of the game's plugin, given what calls it."""
        return called

    def definition(self, _define: Define, worked_out: Definition) -> Definition:
        """A definition, given what works it out."""
        return worked_out

    def question(self, asked: Ends) -> Ends:
        """A question, given what works out its answers and puts it."""
        return asked

    # -- what cannot go on ----------------------------------------------------------------------------------------

    def beyond(self, s: Memory) -> None:
        """More steps were counted than the evaluator takes by itself, or than are allowed: it gives up."""
        if s.steps > runtime.STEPS or not self.patient:
            raise BrokenRule("steps")

    def broken(self, reason: str, what: str = "", **values: object) -> Exception:
        """What is raised where something has no meaning; see `errors.BrokenRule`."""
        return BrokenRule(reason, what, **values)

"""States in the middle of a game, described in the game's words: what scenarios begin with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ruleset_core.errors import OptionError
from ruleset_core.lang.knowledge import forget, seen_field
from ruleset_core.lang.types import INT, Type, a
from ruleset_core.lang.vocabulary import Field, Zone
from ruleset_core.lang.words import mapping, read_value
from ruleset_core.model.diagnostic import hint

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.state import State
    from ruleset_core.lang.program import Program

SETUP = "setup"
"""The phase that is played before a scenario changes anything."""


def start_at(
    game: Game, phase: str | None, players: int | None, seed: int | None, options: Mapping[str, object],
    given: Mapping[str, Any], script: Mapping[str, Sequence[object]],
) -> State:  # fmt: skip
    """See `Game.start_at`."""
    state = game.blank(players, seed, options)
    program = game.program
    if phase is None:
        Given(state).apply(given)
        _script(state, script)
        state.stack.append((program.procedures["flow"].entry, -1))
        game.run(state)
        return state
    if phase not in program.phase_names:
        raise OptionError(f"{game.title()} has no phase `{phase}`; {hint(phase, program.phase_names, 'phases')}")
    if phase != SETUP and f"phase {SETUP}" in program.procedures:
        state.stack.append((program.procedures[f"phase {SETUP}"].entry, -1))
        game.run(state)
        while not state.over:
            state.apply(state.options[0])
        state.draws.clear()
        state.ended = 0
    Given(state).apply(given)
    _script(state, script)
    number = program.phase_names.index(phase)
    top = _top(game, number)
    entry = program.phase_entry[number]
    state.stack = [_entering(program, program.phase_after[top]), _entering(program, entry)]
    game.run(state)
    return state


def _entering(program: Program, number: int) -> tuple[int, ...]:
    """A frame for a block of the flow: nobody acts yet, and nothing is counted yet."""
    return (number, *([-1] * len(program.blocks[number].locals)))


def _top(game: Game, number: int) -> int:
    """The phase of the flow that holds a phase: phases are numbered in the order of the flow."""
    return max(top for top in game.program.top_phases if top <= number)


def _script(state: State, script: Mapping[str, Any]) -> None:
    program = state.game.program
    found: dict[int, list[int]] = {}
    for name, outcomes in script.items():
        if name not in program.streams:
            raise OptionError(f"nothing random is called `{name}`; {hint(str(name), program.streams, 'random')}")
        if not isinstance(outcomes, list | tuple):
            raise OptionError(f"the outcomes of `{name}` are a list, not `{outcomes}`")
        field = program.vocabulary.fields.get(name)
        if field is None:
            found[program.streams.index(name)] = [
                read_value(program.vocabulary, state.n, INT, each, name) for each in outcomes
            ]
        else:
            values = program.vocabulary.members(field.type)
            found[program.streams.index(name)] = [
                values.index(read_value(program.vocabulary, state.n, field.type, each, name)) for each in outcomes
            ]
    state.script = found or None


class Given:
    """Puts described values into a state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.v = state.game.program.vocabulary

    def _value(self, kind: Type, given: Any, where: str) -> int:
        return read_value(self.v, self.state.n, kind, given, where)

    def apply(self, given: Mapping[str, Any]) -> None:
        """All that is described: shared fields at the top, then `seats`, `zones`, `pieces`."""
        for name, value in given.items():
            if name == "seats":
                self._seats(value)
            elif name == "zones":
                for zone, pieces in mapping(value, name).items():
                    self._zone(zone, pieces, -1)
            elif name == "pieces":
                for kind, pieces in mapping(value, name).items():
                    for piece, values in mapping(pieces, kind).items():
                        self._piece(kind, piece, mapping(values, piece))
            else:
                self._field(self._shared(name), value, 0, name)

    def _shared(self, name: str) -> Field:
        fields = {each.name: each for each in self.v.fields.values() if not each.per_seat and not each.hidden}
        if name not in fields:
            raise OptionError(
                f"unknown field `{name}`; {hint(str(name), [*fields, 'seats', 'zones', 'pieces'], 'fields')}"
            )
        return fields[name]

    def _seats(self, given: Any) -> None:
        seats = enumerate(given) if isinstance(given, list) else mapping(given, "seats").items()
        for seat, values in seats:
            number = int(seat) if str(seat).isdecimal() else -1
            if not 0 <= number < self.state.n:
                raise OptionError(f"there is no seat {seat}; the scenario has {self.state.n} player(s)")
            for name, value in mapping(values or {}, f"seat {seat}").items():
                self._of_seat(number, name, value)

    def _of_seat(self, seat: int, name: str, value: Any) -> None:
        base = self.v.fields_of(seat)
        resources = self.v.domains["resource"].ids
        if name in resources:
            self._resource(base, resources.index(name), value, name)
            return
        field = self.v.fields.get(name)
        if field is not None and field.per_seat and not field.hidden:
            self._field(field, value, base, name)
            return
        if name in self.v.zones and self.v.zones[name].per_seat:
            self._zone(name, value, seat)
            return
        known = [*resources, *(each.name for each in self.v.fields.values() if each.per_seat)]
        raise OptionError(f"unknown field of a seat `{name}`; {hint(str(name), known, 'fields')}")

    def _resource(self, base: int, place: int, value: Any, name: str) -> None:
        """What is held; the track behind it is filled at least as far."""
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise OptionError(f"`{name}` needs a number, not `{value}`")
        held, filled = (self.v.fields[each].offset for each in ("held", "filled"))
        self.state.v[base + held + place] = value
        self.state.v[base + filled + place] = max(value, self.state.v[base + filled + place])

    def _field(self, field: Field, value: Any, base: int, where: str) -> None:
        self._nested(field, 0, value, base + field.offset, where)

    def _nested(self, field: Field, axis: int, value: Any, place: int, where: str) -> None:
        if axis == len(field.index):
            self.state.v[place] = self._value(field.type, value, where)
            return
        kind = field.index[axis]
        if isinstance(value, list):
            value = dict(zip((self.v.spell(kind, each) for each in self.v.members(kind)), value, strict=False))
        if not isinstance(value, Mapping):
            raise OptionError(f"`{where}` is by {kind}: write {{{self.v.spell(kind, self.v.members(kind)[0])}: ...}}")
        low = self.v.members(kind)[0]
        for key, inner in value.items():
            step = (self._value(kind, key, where) - low) * field.strides[axis]
            self._nested(field, axis + 1, inner, place + step, f"{where}[{key}]")

    def _zone(self, name: str, pieces: Any, seat: int) -> None:
        zone = self.v.zones.get(name)
        if zone is None or zone.per_seat != (seat >= 0):
            raise OptionError(f"unknown zone `{name}`; {hint(str(name), list(self.v.zones), 'zones')}")
        slot = zone.slot if seat < 0 else self.v.zones_of(seat) + zone.slot
        self._lists(zone, 0, pieces, slot, name)

    def _lists(self, zone: Zone, axis: int, given: Any, slot: int, where: str) -> None:
        """The lists of a zone, one for each combination of its indices."""
        if axis == len(zone.index):
            self._pieces(zone, given, slot, where)
            return
        kind = zone.index[axis]
        for key, inner in mapping(given, where).items():
            step = (self._value(kind, key, where) - self.v.members(kind)[0]) * zone.strides[axis]
            self._lists(zone, axis + 1, inner, slot + step, f"{where}[{key}]")

    def _pieces(self, zone: Zone, pieces: Any, slot: int, where: str) -> None:
        if not isinstance(pieces, list | tuple):
            raise OptionError(f"`{where}` needs a list of pieces, not `{pieces}`")
        ids = self.v.domains[zone.kind].ids
        at = self.v.fields[f"{zone.kind}.at"].offset
        wanted = []
        for piece in pieces:
            if piece not in ids:
                raise OptionError(f"unknown {zone.kind} `{piece}`; {hint(str(piece), ids, zone.kind)}")
            wanted.append(ids.index(piece))
        if len(set(wanted)) < len(wanted):
            raise OptionError(f"{a(zone.kind)} stands twice in `{where}`")
        if zone.fixed and sorted(wanted) != list(range(len(ids))):
            raise OptionError(f"the pieces of `{where}` never leave it; list all {len(ids)}, each once")
        for piece in [*self.state.z[slot]]:
            self.state.v[at + piece] = -1
        self.state.z[slot] = []
        for piece in wanted:
            old = self.state.v[at + piece]
            if old >= 0:
                self.state.z[old].remove(piece)
            self.state.z[slot].append(piece)
            self.state.v[at + piece] = slot
        if (seen := seen_field(self.v, zone.kind)) is not None:
            forget(self.state, seen.offset, wanted)

    def _piece(self, kind: str, piece: str, values: Mapping[str, Any]) -> None:
        domain = self.v.domains.get(kind)
        if domain is None or piece not in domain.ids:
            raise OptionError(f"unknown piece `{piece}` of kind `{kind}`")
        for name, value in values.items():
            field = self.v.fields.get(f"{kind}.{name}") or self.v.fields.get(name)
            if field is None or field.hidden or [each.domain for each in field.index] != [kind] or field.per_seat:
                raise OptionError(f"{a(kind)} has no field `{name}`")
            self.state.v[field.offset + domain.ids.index(piece)] = self._value(field.type, value, name)

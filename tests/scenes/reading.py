"""Observations read as masked states, for tests that draw what they have written into an observation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ruleset_core import Game
from ruleset_core.lang.situations import members_in_play, values_of
from ruleset_core.lang.types import Type
from ruleset_core.lang.visibility import mask_of
from ruleset_core.lang.vocabulary import Field, Vocabulary, Zone
from ruleset_core.view.look.game_looks import MaskedState


class _Numbers(dict[Any, int]):
    """Values as a state keeps them, by how observations tell them: by name, or as what they are."""

    def __missing__(self, told: int) -> int:
        return int(told)


def _numbers(v: Vocabulary, kind: Type, players: int) -> _Numbers:
    found = _Numbers({None: -1, True: 1, False: 0})
    if kind.kind != "int":
        found.update(values_of(v, kind, players))
    return found


def read(game: Game, observation: Mapping[str, Any]) -> MaskedState:
    """What an observation tells, as a masked state."""
    v, players, chosen = game.program.vocabulary, observation["players"], observation.get("options", {})
    settings = tuple(
        _numbers(v, each.type, players)[chosen[name]] if name in chosen else each.default
        for name, each in v.options.items()
    )
    seen = MaskedState(v, observation["seat"], players, settings)
    seen.phase, seen.over, seen.to_act = (observation[name] for name in ("phase", "over", "to_act"))
    reader = _Reader(game, seen)
    for field in v.fields.values():
        kind, _, short = field.name.partition(".")
        if field.hidden:
            continue
        if short and not field.per_seat:
            told = {piece: each.get(short) for piece, each in observation["pieces"].get(kind, {}).items()}
            reader.field(field, 0, told)
        elif not field.per_seat:
            reader.field(field, 0, observation["fields"][field.name])
        else:
            for seat, own in enumerate(observation["seats"]):
                reader.field(field, v.fields_of(seat), own if field.name == "held" else own[field.name])
    for zone in v.zones.values():
        if zone.per_seat:
            for seat, own in enumerate(observation["seats"]):
                reader.zone(zone, v.zones_of(seat), own[zone.name])
        else:
            reader.zone(zone, 0, observation["zones"][zone.name])
    return seen


class _Reader:
    """Puts what an observation tells where a state would keep it."""

    def __init__(self, game: Game, seen: MaskedState) -> None:
        self.game, self.v, self.seen = game, game.program.vocabulary, seen
        self.shown = mask_of(self.v).values

    def field(self, field: Field, base: int, told: Any) -> None:
        """The values of a field, by its indices in turn. None stands for `none` where the viewer is shown the value."""
        numbers = _numbers(self.v, field.type, self.seen.n)
        axes = [
            (stride, members_in_play(self.v, kind, self.seen.n))
            for stride, kind in zip(field.strides, field.index, strict=True)
        ]

        def below(axis: int, place: int, told: Any) -> None:
            if axis < len(axes):
                stride, names = axes[axis]
                for number, name in names:
                    below(axis + 1, place + number * stride, told.get(name))
            elif told is not None or self.shown[place].to(self.seen.seat):
                self.seen.v[place] = numbers[told]

        below(0, base + field.offset, told)

    def zone(self, zone: Zone, base: int, told: Any) -> None:
        """The lists of a zone, by its indices in turn."""

        def below(axis: int, place: int, told: Any) -> None:
            if axis == len(zone.index):
                self._list(zone, base + zone.slot + place, told)
                return
            for number, name in members_in_play(self.v, zone.index[axis], self.seen.n):
                below(axis + 1, place + number * zone.strides[axis], told[name])

        below(0, 0, told)

    def _list(self, zone: Zone, slot: int, told: Sequence[str] | Mapping[str, Any]) -> None:
        seen, domain = self.seen, self.v.domains[zone.kind]
        ids = _numbers(self.v, domain.type, seen.n)
        if not isinstance(told, Mapping):
            seen.z[slot] = [ids[each] for each in told]
            return
        if domain.back:
            shown = self.game.glossary.backs_by_rank(zone.kind)
            seen.backs[slot] = [shown.index(back) for back in told.get("backs", ())]
        known = told.get("known", ())
        for place, left in enumerate(told.get("hints", ()), start=len(known)):
            if left:
                seen.hints[slot, place] = {
                    name: [_numbers(self.v, domain.facts[name].type, seen.n)[value] for value in values]
                    for name, values in left.items()
                }
        names = told.get("seen") or [*known, *[None] * (told["count"] - len(known))]
        pieces: list[int | None] = [None if each is None else ids[each] for each in names]
        if "top" in told:
            pieces[-1] = ids[told["top"]]
        if known:
            seen.loose.add(slot)
        seen.z[slot] = pieces

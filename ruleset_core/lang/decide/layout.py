"""How large a state of a game can become."""

from __future__ import annotations

from ruleset_core.lang import tree as t
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.decide.build import Build
from ruleset_core.lang.lower.capacities import stack_words
from ruleset_core.lang.runtime import QUEUE


def layout(build: Build, blocks: dict[int, n.Block]) -> n.Layout:
    """Sizes and capacities."""
    v, program = build.v, build.program
    decisions = v.decisions.values()
    lists = dict(build.functions.longest)
    words = {number: _words(block, lists) for number, block in blocks.items()}
    queued = [each.procedure for all_ in v.listeners.values() for each in all_ if each.queued]
    zones = sorted(v.zones.values(), key=lambda zone: (zone.per_seat, zone.slot))
    return n.Layout(
        shared=v.shared_size,
        seat=v.seat_size,
        shared_zones=v.shared_zones,
        seat_zones=v.seat_zones,
        players=v.players,
        capacity=tuple(v.domains[zone.kind].size for zone in zones for _ in range(zone.size)),
        streams=len(program.streams),
        settings=len(v.options),
        options=max((each.base + each.size + int(each.stops) for each in decisions), default=0),
        most_options=max((each.size + int(each.stops) for each in decisions), default=1),
        stack_words=max(stack_words(program, lists), max(words.values(), default=1)),
        queue_entries=QUEUE if queued else 0,
        queue_words=max((2 + len(program.procedures[name].params) for name in queued), default=0),
        lists=lists,
        together=any(isinstance(each, t.Simultaneous) for node in program.blocks for each in node.statements),
    )


def _words(block: n.Block, lists: dict[str, int]) -> int:
    return 1 + sum(1 + lists.get(each, 0) if isinstance(each, str) else 1 for each in block.params)

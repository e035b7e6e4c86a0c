"""The module that thinks, beside the one of a game, whose functions and memory it imports.

It is made when somebody wants to think for the first time, so a game that is only played pays nothing for it. It is the same for
all games whose states are laid out alike.
"""

from __future__ import annotations

from types import SimpleNamespace

from ruleset_core.lang import seeds
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.search import counting, ends, games, greedy, known, odds, policies, prospects, tree
from ruleset_core.lang.search.room import fields
from ruleset_core.lang.wasm import native, native_many, native_room
from ruleset_core.lang.wasm.record import Shared
from ruleset_core.lang.wasm.restricted import Functions, parsed, signature
from ruleset_core.lang.wasm.restricted_kinds import words_of
from ruleset_core.lang.wasm.unit import Unit

IMPORTED = {
    "clone": native, "go_on": native, "new": native, "imagined": native_many, "ahead_by": native_many, "outcomes": native_many,
    "scores": native_many,
}  # fmt: skip
"""What it uses of the game's module, in this order; the memory stands before it."""
METHODS = (
    "put", "take", "drew", "offered", "option", "actor", "stage", "unseen", "margin", "judge", "points", "world", "stir", "below",
    "fresh", "over", "forced", "forced_seat", "forced_option", "number", "length", "piece",
    "think_as", "set_number", "set_piece", "together", "old_number", "old_length", "old_piece", "rewind",
)  # fmt: skip
THINKING = {
    greedy: ("value", "look_at", "consider", "explore", "behind", "replayed", "isqrt"),
    prospects: ("parts", "moment", "gather", "prospect", "lead_of"),
    odds: ("judges", "has_odds", "is_due", "chance"),
    policies: ("light", "turn", "walk", "enough", "playout"),
    tree: (
        "step_of", "measure", "calibrate", "edge_of", "spot", "node_at", "new_node", "price", "glances", "unknown", "promising", "standing", "leading",
        "contest", "begin", "down", "simulate",
    ),
    ends: ("asked", "answered"),
    native_room: ("fixes_of", "named", "fix"),
    known: (
        "may_see", "as_before", "value_of", "lay_out", "as_shown", "deal_of", "find_hidden", "is_shown", "forget_others", "known_first",
        "goes_before", "stocks_of", "told_of", "may_be", "lists_of", "hidden_values", "hidden_amounts",
    ),
    counting: ("begin_counts", "come_out", "in_sight", "offer", "offer_card", "choose", "by_itself", "have"),
    games: ("start", "act", "log", "decide", "lot", "think", "best_turn", "favourite"),
}  # fmt: skip
EXPORTS = {
    greedy: ("worths",),
    tree: ("halve", "search"),
    ends: ("ending",),
    games: ("play_on",),
    native_room: ("know",),
}


def second(layout: n.Layout) -> bytes:
    """The module that thinks, for games whose states are laid out so."""
    unit = Unit(n.Code({}, {}, [], layout, 0, [], [], n.Outcome(False, 0, -1, -1), None, (), {}))
    imports = {title: signature(parsed(module)[title]) for title, module in IMPORTED.items()}
    numbers = SimpleNamespace(
        streams=layout.streams, shared=layout.shared, seat=layout.seat, shared_zones=layout.shared_zones,
        seat_zones=layout.seat_zones,
    )  # fmt: skip
    functions = Functions(unit, {"R": unit.record, "G": Shared, "K": numbers}, imports)
    functions.fields = fields()
    needed = []
    for title, (kinds, result) in imports.items():
        unit.number(title)
        results = [] if result is None else [words_of(result)]
        needed.append((title, unit.type([words_of(kind) for kind in kinds], results)))
    functions.add(seeds, "numbered", kinds=(["wide", "wide"], "wide"))
    functions.add(native, "option_at", "entry_at", "set_entry", short=True)
    functions.add(native_many, "pick", short=True)
    functions.add(native_room, *METHODS)
    for module, titles in THINKING.items():
        functions.add(module, *titles)
    for module, titles in EXPORTS.items():
        functions.add(module, *titles, export=True)
    functions.write()
    return unit.beside(needed)

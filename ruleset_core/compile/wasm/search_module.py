"""The WebAssembly module of the search: imports memory and functions of the game module. Made when a bot first thinks.

    game module       exports its memory and functions: draw_world, clone, go_on, pick, ...
    search module     imports these; has `search`, `first_look`, `play_ending` and whole games of bots

Most who load a game never ask a bot, so the search is compiled when one first thinks. It depends on the layout of states
alone: games whose states are laid out alike share it.
"""

from __future__ import annotations

from types import SimpleNamespace

from ruleset_core.compile import ir
from ruleset_core.compile.search import game_runs, heuristics, tree_search, turn_graph, world_plans
from ruleset_core.compile.search.arena import arena_fields
from ruleset_core.compile.wasm import core_batch, core_game, core_search
from ruleset_core.compile.wasm.module_builder import ModuleBuilder
from ruleset_core.compile.wasm.restricted_expressions import words_of
from ruleset_core.compile.wasm.restricted_python import RestrictedFunctions, parse_functions, signature
from ruleset_core.compile.wasm.state_layout import SharedMemory
from ruleset_core.lang import runtime, visibility

IMPORTED = {
    "clone": core_game, "go_on": core_game, "new": core_game, "begin_world": core_batch, "ahead_by": core_batch, "outcomes": core_batch,
    "scores": core_batch, "sheets": core_batch,
}  # fmt: skip
"""What it uses of the game's module, in this order; the memory stands before it."""
METHODS = (
    "copy_state", "take", "has_drawn", "offered", "option", "actor", "stage", "is_secret", "margin", "find_winners", "find_scores", "enter_world", "reseed", "position_key", "random_below",
    "new_game", "finish_game", "forced_count", "forced_seat", "forced_option", "value_at", "list_length", "piece_at",
    "think_as", "set_value", "set_piece", "simultaneous", "old_value", "old_list_length", "old_piece_at", "restore_seat",
)  # fmt: skip
THINKING = (
    (heuristics, ("value", "look_at", "consider", "explore", "best_after_chance", "replay_steps", "isqrt")),
    (heuristics, ("parts", "time_row", "moment_of", "is_same_turn", "read_terms", "expected_points", "lead_of")),
    (heuristics, ("has_estimates", "has_odds", "is_due", "win_chance")),
    (heuristics, ("forget_moves", "note_move", "best_place", "best_on_average", "count_taken", "best_at_once", "play_turn", "take_path", "is_playout_over", "playout")),
    (heuristics, ("sum_worths",)),
    (turn_graph, ("turn_node_limit", "look_through", "sample_options", "is_like_end", "add_position", "judge_node", "option_mean")),
    (tree_search, (
        "margin_share", "measure", "calibrate", "edge_of", "table_index", "node_at", "new_node", "root_of", "end_proof", "settle", "settle_end", "judge_options", "set_priors", "unknown", "count_alike", "look_for_ends", "select_alike", "select_child", "candidate_worth", "best_candidate",
        "choose_candidates", "begin_search", "is_lost", "next_candidate", "descend", "simulate",
    )),
    (tree_search, ("play_until_asked", "take_if_offered")),
    (core_search, ("frame_key", "find_references", "add_frame_references", "add_reference")),
    (visibility, ("shows",)),
    (world_plans, (
        "as_before", "value_of", "lay_out", "hide_choices", "lay_deal", "lay_pieces", "find_hidden", "is_shown", "forget_what_others_know", "sort_hands",
        "goes_before", "lay_stocks", "lay_hints", "may_be_sort", "lay_lists", "hidden_values", "hidden_amounts",
    )),
    (game_runs, ("begin_counts", "count_sightings", "sighting_list", "count_offers", "count_offer", "count_choice", "count_forced", "count_owned")),
    (game_runs, ("begin_game", "take_place", "log", "decide", "draw_lot", "begin_thinking", "best_turn", "best_searched")),
)  # fmt: skip
EXPORTS = (
    (turn_graph, ("first_look",)),
    (tree_search, ("halve", "search")),
    (tree_search, ("play_ending",)),
    (game_runs, ("continue_games",)),
    (core_search, ("set_viewer",)),
)


def build_search_module(layout: ir.IrStateSizes) -> bytes:
    """The module that thinks, for games whose states are laid out so."""
    unit = ModuleBuilder(ir.IrProgram({}, {}, [], layout, 0, [], [], ir.IrOutcome(False, 0, -1, -1), None, (), {}))
    imports = {title: signature(parse_functions(module)[title]) for title, module in IMPORTED.items()}
    numbers = SimpleNamespace(
        streams=layout.streams, shared=layout.shared, seat=layout.seat, shared_zones=layout.shared_zones,
        seat_zones=layout.seat_zones,
    )  # fmt: skip
    functions = RestrictedFunctions(unit, {"R": unit.record, "G": SharedMemory, "K": numbers}, imports)
    functions.fields = arena_fields()
    needed = []
    for title, (kinds, result) in imports.items():
        unit.number(title)
        results = [] if result is None else [words_of(result)]
        needed.append((title, unit.type([words_of(kind) for kind in kinds], results)))
    functions.add(runtime, "numbered", "mixed", kinds=(["wide", "wide"], "wide"))
    functions.add(core_game, "option_at", "entry_at", "set_entry", short=True)
    functions.add(core_game, "pick", short=True)
    functions.add(core_search, *METHODS)
    for module, titles in THINKING:
        functions.add(module, *titles)
    for module, titles in EXPORTS:
        functions.add(module, *titles, export=True)
    functions.write()
    return unit.beside(needed)

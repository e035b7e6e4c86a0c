"""Search states in the memory of an instance: an arena to search in, and whole games played in it.

The search is compiled Python that works on numbered states and lists of numbers. This module lays both out in the memory of an
instance, fills in what is known of the game, and calls the search once:

    enter(state, seat=0, ...)   record 0 is what seat 0 knows of the state, with its plan of hidden things; then free records
    search(200 simulations)     calls of the module's `search`, each for as many as a slice of time allows
    SearchResult                read out of memory: for each option visits and values

Memory is never given back, so an arena is kept with its instance and used for every thought of that thread.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Generator, Mapping, Sequence
from math import inf
from time import perf_counter

from ruleset_core.compile.host.wasm_modules import HostModule
from ruleset_core.compile.host.wasmtime_binding import WasmError, WasmTrap
from ruleset_core.compile.search.arena import arena_fields
from ruleset_core.compile.search.game_runs import FIGURES
from ruleset_core.compile.search.tree_search import WORLD
from ruleset_core.engine.core.compiled_states import unpack_state
from ruleset_core.engine.core.game_results import MoveRows
from ruleset_core.engine.core.instances import CoreInstance
from ruleset_core.engine.core.interpreted_arenas import CountingTables, halvings, list_sizes, most_states
from ruleset_core.engine.core.interpreted_runner import ENDLESS, WORK
from ruleset_core.engine.core.seat_policies import (
    GameBatch,
    SearchResult,
    SearchSettings,
    SearchTree,
    SeatingPlan,
    exploration_tables,
    search_result,
)
from ruleset_core.engine.core.value_features import ValueFeatures, WinProbabilities
from ruleset_core.engine.determinization import tables_of
from ruleset_core.engine.rule_errors import endless_game
from ruleset_core.engine.state import State
from ruleset_core.messages import translations
from ruleset_core.slices import SliceSize

# A room to think in within the core: its attributes and states in the memory of a host, and the module that works on
# them.

WIDTH = {"Words": 4, "Longs": 8}
CHUNK = 64
"""Most simulations in one call."""
TIMED_CHUNK = 4
"""The same where a clock ends them, and the first of them, too: of two options neither is tried more often than the other."""


class ArenaTooSmallError(Exception):
    """A memory is too small for so many states, each of which has room for all that could ever be offered."""


class CompiledArena:
    """Room for thinking as far as a settings does, in the memory of a host. It is kept and used again: memory is never given back."""

    def __init__(self, host: CoreInstance, module: HostModule, settings: SearchSettings, state: State) -> None:
        self.host, self.seats, self._fields = host, state.n, arena_fields()
        self.instance = instance = host.beside(module)
        self._worths, self._search = instance.function("first_look"), instance.function("search")
        self._halve = instance.function("halve")
        self._ending, self._set_viewer = instance.function("play_ending"), instance.function("set_viewer")
        layout = host.notes.layout
        lengths = list_sizes(settings, layout.most_options, state.n, state.game.vocabulary_size)
        self.game_state = most_states(settings, layout.most_options)
        self._fixed = {
            "seats": state.n,
            "vocabulary_size": state.game.vocabulary_size,
            "table_mask": lengths["node_table"] - 1,
            "game_state": self.game_state,
            "root_state": self.game_state + 1,
        }
        try:
            self._fixed["records"] = host.room(
                (self.game_state + 2) * host.size
            )  # by far the most: if that fails, nothing was taken
            self.at = host.room(8 * len(self._fields))
            for name, length in lengths.items():
                self._fixed[name] = self._room(name, length)
            self._fixed["stream_bases"] = host.room(8 * (layout.streams + 1))
            self._fixed["secret_options"] = host.room(layout.options)
            self._know_how(state)
        except WasmError as error:
            raise ArenaTooSmallError from error
        for name, numbers in zip(("log_table", "inverse_root_table"), exploration_tables(), strict=True):
            host.memory.write(self._fixed[name], struct.pack(f"<{len(numbers)}i", *numbers))
        secrets = bytes(state.game.is_secret(each) for each in range(state.game.vocabulary_size))
        host.memory.write(self._fixed["secret_options"], secrets)
        self._odds: WinProbabilities | None = None
        self._prospects: ValueFeatures | None = None
        self._lengths = dict[str, int]()
        """How long lists may be that come with what positions promise."""
        self._game = state.game
        begun = (self._fixed.get(name, 0) for name in self._fields)
        host.memory.write(self.at, struct.pack(f"<{len(self._fields)}q", *begun))

    def _room(self, name: str, length: int) -> int:
        """Room for a list."""
        return self.host.room(WIDTH[self._fields[name][1]] * length)

    def words(self, numbers: Sequence[int]) -> int:
        """Where a list of these numbers lies from now on, 32 bits each."""
        at = self.host.room(4 * len(numbers))
        self.host.memory.write(at, struct.pack(f"<{len(numbers)}i", *numbers))
        return at

    def _know_how(self, state: State) -> None:
        """The tables by which it is told what a seat knows, and room for a plan of it."""
        host, fixed, found = self.host, self._fixed, tables_of(state)
        for name in ("kind_rows", "list_rows", "fact_table", "home_rows", "value_rows", "amount_rows"):
            fixed[name] = self.words(getattr(found, name))
        for name, length in found.lengths().items():
            fixed[name] = self._room(name, length)
        fixed["plan"] = host.room(2 * 4 * found.words)  # once as it is, once for the world that is drawn
        record = host.image.record
        fixed["piece_references"] = host.room(2 * (record.stack_bytes + record.entry * record.entries))
        fixed["zone_places"] = self.words([*record.zones, record.board_end])
        fixed["frame_shapes"] = self.words(frames_of(state, host, found.hidden))
        names = ("kind_count", "home_count", "value_count", "amount_count", "is_open")
        fixed |= {name: getattr(found, name) for name in names}

    def enter(self, state: State, seat: int, bases: bytes, first: int, settings: SearchSettings) -> None:
        """Lay out what a seat knows of a state, and how it is to think: in a settings for which there is as much room."""
        host = self.host
        host.memory.write(self._fixed["records"] + self.game_state * host.size, host.image.pack(state.plain()))
        host.memory.write(self._fixed["stream_bases"], bases)
        self._options = state.options
        self.judge_by(settings.odds, settings.prospects)
        self.write({**settings.figures(), "stream_bases": self._fixed["stream_bases"], "first_world": first})
        self._set_viewer(self.at, self.game_state, seat)

    def judge_by(self, odds: WinProbabilities | None, prospects: ValueFeatures | None) -> None:
        """The chances that states are judged by from now on, and what they promise; with None there are none."""
        if odds is not None and odds is not self._odds:
            flat = odds.flat
            self.host.memory.write(self._fixed["odds"], struct.pack(f"<{len(flat)}i", *flat))
            self._odds = odds
        if prospects is not None and prospects is not self._prospects:
            laid = prospects.laid(self._game)
            for name, numbers in laid.lists.items():
                if len(numbers) > self._lengths.get(name, -1):
                    self._fixed[name] = self._room(name, len(numbers))
                    self._lengths[name] = len(numbers)
                self.host.memory.write(self._fixed[name], struct.pack(f"<{len(numbers)}i", *numbers))
            self.write({**laid.numbers, **{name: self._fixed[name] for name in laid.lists}})
            self._prospects = prospects

    def write(self, numbers: Mapping[str, int]) -> None:
        """Set attributes of the room: numbers, and where lists lie."""
        view = self.host.memory.view(self.at, 8 * len(self._fields), "q")
        for name, number in numbers.items():
            view[self._fields[name][0] >> 3] = number

    def read(self, name: str) -> int:
        """An attribute of 32 bits."""
        found: int = self.host.memory.view(self.at + self._fields[name][0], 4, "i")[0]
        return found

    def worths(self, wide: int, far: int) -> list[int]:
        """What greedy thinks of every option. Raises WasmTrap."""
        self.write({"budget": wide, "ahead": far})
        self._worths(self.at, 0)
        return self.host.memory.view(self._fixed["option_worths"], 8 * len(self._options), "q").tolist()

    def search(self, sims: int, until: float) -> Generator[int, None, SearchResult]:
        """A search of so many simulations, or of those that are begun until a time, in slices. Raises WasmTrap."""
        done, size = 0, SliceSize(CHUNK) if until == inf else SliceSize(TIMED_CHUNK, TIMED_CHUNK)
        self.write({"sims": sims})
        marks = list[float]()
        while done < sims and (not done or perf_counter() < until):
            count = size.next(sims - done)
            self._search(self.at, done, count)
            if not done and until < inf:
                marks = halvings(self.read("candidate_count"), until)
            while marks and perf_counter() > marks[0]:
                marks.pop(0)
                self._halve(self.at)
            done += count
            yield done
        rows = []
        for place, option in enumerate(self._options):
            child = self._child(self.read("viewer"), option * self._fixed["seats"] + self.read("viewer"))
            seen = (
                [self._entry(name, child) for name in ("node_visits", "node_total", "node_prior", "node_proof")]
                if child >= 0
                else [0, 0, 0, 0]
            )
            rows.append(
                (
                    *seen,
                    *(
                        self._entry(name, place)
                        for name in ("root_visits", "root_outcomes", "root_margins", "root_squares")
                    ),
                )
            )
        tree = SearchTree(self.read("viewer"), self._fixed["seats"], *map(self._nodes, ("parent", "edge", "visits")))
        return search_result(self._options, rows, done, tree, full=bool(self.read("tree_full")))

    def _nodes(self, what: str) -> memoryview:
        """A copy of what is known of every node of the trees."""
        view = self.host.memory.view(self._fixed[f"node_{what}"], 4 * self.read("node_count"), "i")
        return memoryview(view.tobytes()).cast("i")

    def ending(self, option: int, number: int, answers: Sequence[int]) -> tuple[int, list[int], list[int]]:
        """Play an option on in a world, after answers: decisions, scores, outcomes. Raises WasmTrap."""
        self.host.memory.write(self._fixed["path"], struct.pack(f"<{len(answers)}i", *answers))
        count, seats = self._ending(self.at, option, number, len(answers)), self._fixed["seats"]
        view = self.host.memory.view
        return (
            count,
            view(self._fixed["seat_worth"], 8 * seats, "q").tolist(),
            view(self._fixed["seat_result"], 4 * seats, "i").tolist(),
        )

    @property
    def ended(self) -> State:
        """Where the last play-out ended, outside of the core."""
        host, at = self.host, self._fixed["records"] + WORLD * self.host.size
        return unpack_state(self._game, host.image, host.memory.view(at, host.size), ([], []))

    def _entry(self, name: str, place: int) -> int:
        width = WIDTH[self._fields[name][1]]
        found: int = self.host.memory.view(self._fixed[name] + width * place, width, "i" if width == 4 else "q")[0]
        return found

    def _child(self, node: int, edge: int) -> int:
        """The node that an edge leads to; -1 if there is none. See `compile.search.tree_search.table_index`."""
        at = (node * 40503 + edge * 9973) & self._fixed["table_mask"]
        while (child := self._entry("node_table", at)) >= 0:
            if self._entry("node_parent", child) == node and self._entry("node_edge", child) == edge:
                return child
            at = (at + 1) & self._fixed["table_mask"]
        return -1


def frames_of(state: State, host: CoreInstance, hidden: list[str]) -> list[int]:
    """By block, where what follows begins: how many words the values of its frame take; how many values; for each the kind of hidden pieces that
    it names, -1 for none, and how long a list it is at most, -1 for none.
    """
    blocks, shapes = state.game.program.blocks, host.notes.frames
    last = max(shapes, default=-1)
    found = [0] * (last + 1)
    for block in range(last + 1):
        if block in shapes:
            found[block] = len(found)
            found += [sum(1 if most < 0 else 1 + most for most in shapes[block]), len(shapes[block])]
            for kind, most in zip(blocks[block].kinds, shapes[block], strict=True):
                found += [hidden.index(kind.domain) if kind.domain in hidden else -1, most]
    return found


# Whole games within the core, one after the other: who sits at them chooses, and what becomes of cards is counted.


class CompiledGames:
    """A room of the core in which whole games are played."""

    def __init__(self, room: CompiledArena, bases: Callable[..., bytes]) -> None:
        self._room, self._bases, self._play = room, bases, room.instance.function("continue_games")
        host, seats = room.host, room.seats
        self._width = 8 * (host.notes.layout.streams + 1)
        self._deals, self._template = host.room(self._width), host.record()
        words = {"policy_settings": FIGURES * seats, "policy_of_seat": seats, "seat_decisions": seats, "log": WORK + 1}
        self._fixed = {name: room.words([0] * length) for name, length in words.items()}
        longs = {
            "policy_streams": 8 * seats * seats,
            "seat_streams": 8 * seats,
            "world_streams": self._width * seats * seats,
        }
        self._fixed |= {name: host.room(length) for name, length in longs.items()}
        self._tables: dict[str, int] = {}

    def _count_in(self, counted: CountingTables) -> None:
        """Count cards from now on."""
        if not self._tables:
            for name in ("card_pieces", "list_sights", "card_flags", "option_cards", "open_cards"):
                self._tables[name] = self._room.words(getattr(counted, name))
            seats, cards = self._room.seats, len(counted.cards)
            for name, length in (
                ("counts", (4 * seats + 1) * cards),
                ("leads", seats * cards),
                ("last_offered", cards),
                ("unseen_pieces", counted.piece_count),
            ):
                self._tables[name] = self._room.words([0] * length)
            self._tables |= {"piece_count": counted.piece_count, "card_flag_count": counted.card_flag_count}

    def _sit(self, sitting: SeatingPlan) -> None:
        """Who plays from now on."""
        memory, seeds = self._room.host.memory, [each.seed for each in sitting.lots]
        memory.write(self._fixed["policy_settings"], struct.pack(f"<{len(sitting.figures)}i", *sitting.figures))
        self._room.judge_by(sitting.odds, sitting.prospects)
        memory.write(self._fixed["policy_streams"], struct.pack(f"<{len(seeds)}Q", *seeds))
        memory.write(self._fixed["world_streams"], b"".join(map(self._bases, seeds)))

    def play(self, blank: State, batch: GameBatch, start: int, stop: int) -> None:
        """Play games and put what came out into their rows. Raises WasmTrap; then there is that of those before it."""
        room, count, found, sitting = self._room, stop - start, batch.found, batch.sitting
        memory = room.host.memory
        memory.write(self._template, room.host.image.pack(blank))
        memory.write(self._deals, self._bases(found.seed, batch.redrawn))
        if batch.counted is not None:
            self._count_in(batch.counted)
        if sitting is not None:
            self._sit(sitting)
        columns = found.columns()
        sizes = [column.nbytes // len(found) for column in columns]
        places = room.host.rooms([size * count for size in sizes])
        categories = len(blank.game.program.scores) if len(found.categories) else 0
        by_category = ["out_categories"] if categories else []
        names = ("out_scores", "out_winners", "out_outcomes", "out_decisions", "out_options", *by_category, "out_counts", "out_leads")  # fmt: skip
        room.write(
            {
                **self._fixed, **self._tables, **dict(zip(names, places, strict=False)), "deal_streams": self._deals,
                "blank_record": self._template, "category_count": categories, "card_count": 0 if batch.counted is None else len(batch.counted.cards),
                "policy_count": 0 if sitting is None else room.seats, "seats_rotate": sitting is not None and sitting.turned,
                "log_wanted": found.moves is not None, "leads_wanted": found.counts is not None and found.counts.leads is not None, "game_row": 0, "game_count": count, "first_game": found.first + start, "game_begun": 0,
            }
        )  # fmt: skip
        moves = MoveRows(found.moves, start)
        try:
            going = 1
            while going:
                going = self._play(room.at, WORK)
                if found.moves is not None:
                    moves.add(memory.view(self._fixed["log"], 4 * room.read("log_length"), "i").tolist())
                if going == ENDLESS:
                    count = self.playing()
                    number, game = found.first + start + count, blank.game
                    raise endless_game(game).within(translations("rule.in_game", number=number, seed=found.seed))
        except WasmTrap:
            count = self.playing()
            moves.add(memory.view(self._fixed["log"], 4 * room.read("log_length"), "i").tolist())
            raise
        finally:
            for size, place, column in zip(sizes, places, columns, strict=True):
                column.cast("B")[size * start : size * (start + count)] = memory.view(place, size * count)

    def playing(self) -> int:
        """The row of the game in progress."""
        return self._room.read("game_row")

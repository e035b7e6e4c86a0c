"""Random declarations of board games: a ground of 3x3 to 12x12 cells, a plan or a map, other sets, pieces, fields, zones and decisions.

A `World` says what `board_game` may speak of, and what stands in the file for it. Sizes go across the limits of the deciding
step (what is written out value by value, what becomes a table, what becomes a loop), so the same text is lowered in different ways.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.boards.plans import random_map, random_plan

Pick = Callable[[int], int]
NAME = {"en": "thing", "es": "cosa"}
ASK = {"en": "Which?", "es": "¿Cuál?"}
LEAST, MOST = 3, 12
"""Of files, ranks and rows."""
PAIRS = 9000
"""Fewer answers than this has a decision of several things, so that a random game goes on."""


@dataclass
class Kind:
    """A set or a kind of piece.

    Attributes:
        some: ids of a few members, to be named in texts.
        lists: facts that are lists, with the kind of what is in them (or `int`).
        maybe: facts that are a member of a kind, or none.
        own: facts that are a member of a kind.
        numbers, truths: facts that are numbers; conditions.
        size: how many members there are, or a few less.
        piece: whether its members are pieces.
        by_cell: lists of cells that there are for each cell.
    """

    some: list[str]
    size: int
    lists: dict[str, str] = field(default_factory=dict)
    maybe: dict[str, str] = field(default_factory=dict)
    own: dict[str, str] = field(default_factory=dict)
    numbers: list[str] = field(default_factory=list)
    truths: list[str] = field(default_factory=list)
    piece: bool = False
    by_cell: list[str] = field(default_factory=list)


@dataclass
class Field:
    """A field: what it is indexed by, `seat` first if at all, and its type: a kind, `int` or `bool`."""

    by: tuple[str, ...]
    type: str
    optional: bool = False
    low: int = 0
    high: int = 0


class World:
    """What a random board game declares.

    Attributes:
        ground: the kinds of places: the cells first, then sides, corners and directions, or the parts of a plan or of a map.
        sections: what stands in `game.yaml`; `files`: other files, by path.
        zones: by name the kind of piece, and what it is indexed by.
        decisions: by name the kinds of its things, two for a pair.
        walls: the field by line that says which are walled, on a plan.
    """

    def __init__(self, pick: Pick) -> None:
        self.pick = pick
        self.kinds: dict[str, Kind] = {"seat": Kind(["seat_0", "seat_1"], 2)}
        self.fields: dict[str, Field] = {}
        self.zones: dict[str, tuple[str, tuple[str, ...]]] = {}
        self.decisions: dict[str, tuple[str, ...]] = {}
        self.files: dict[str, Any] = {}
        self.sections: dict[str, Any] = {"sets": {}, "pieces": {}, "state": {}, "zones": {}, "decisions": {}}
        self.walls = ""
        if pick(5):
            self.ground = self._grid()
        else:
            self.ground = self._plan() if pick(3) else self._map()
        self._shapes()
        self._products()
        self._state()
        self._decide()

    def one(self, *ways: Any) -> Any:
        """One of these."""
        return ways[self.pick(len(ways))]

    # -- places -------------------------------------------------------------------------------------------------

    def _grid(self) -> list[str]:
        """A grid of squares or hexes, as large as may be."""
        wide, high = (LEAST + self.pick(MOST - LEAST + 1) for _ in range(2))
        squares = self.pick(5) > 1
        radius = 2 + self.pick(5)
        form: dict[str, Any] = {"squares": [wide, high]}
        if not squares:
            form = self.one({"hexes": [wide, high]}, {"hexagon": radius})
        names = ["a1", "b1", "a2", "b2", "c1"] if "hexagon" not in form else []
        size = wide * high if names else 3 * radius * (radius - 1) + 1
        cell = Kind(names, size, lists={"near": "cell"}, numbers=["x", "y"], truths=["rim"])
        if squares:
            cell.lists["around"] = "cell"
        ground = ["cell"]
        self.kinds["cell"] = cell
        sides, corners, ways = self.pick(3) > 0, self.pick(2) > 0, self.pick(2) > 0
        if sides:
            form["sides"] = "side"
            self.kinds["side"] = Kind([], 2 * size, lists={"cells": "cell", "near": "side"}, truths=["rim"])
            cell.lists["sides"] = "side"
            ground.append("side")
        if corners:
            form["corners"] = "corner"
            self.kinds["corner"] = Kind([], 2 * size, lists={"cells": "cell", "near": "corner"}, truths=["rim"])
            cell.lists["corners"] = "corner"
            ground.append("corner")
        if sides and corners:
            self.kinds["side"].lists["ends"] = "corner"
            self.kinds["corner"].lists["sides"] = "side"
        if ways:
            form["directions"] = "way"
            words = ["n", "e", "s", "w", "ne", "se", "sw", "nw"] if squares else ["ne", "e", "se", "sw", "w", "nw"]
            self.kinds["way"] = Kind(words, len(words), own={"opposite": "way"}, truths=["diagonal"] if squares else [])
        self.sections["sets"]["cell"] = {"name": NAME, "grid": form}
        self._polyforms(squares=squares)
        return ground

    def _polyforms(self, *, squares: bool) -> None:
        """A set of shapes made of cells, and one of their forms."""
        pictures = {"dot": ["#"], "bend": ["##", "#."], "bar": ["ab"], "zed": ["##.", ".##"]}
        if not squares:
            pictures = {"dot": ["#"], "bend": [" #", "# #"], "bar": ["a b"]}
        turn, flip = self.pick(3) > 0, self.pick(2) > 0
        shapes = {"on": "cell", "forms": "lie", "turn": turn, "flip": flip, "pictures": pictures}
        self.sections["sets"]["slab"] = {"name": NAME, "shapes": shapes}
        self.kinds["slab"] = Kind([*pictures], len(pictures), lists={"forms": "lie"}, numbers=["area"])
        own = {"shape": "slab", **({"turned": "lie"} if turn else {}), **({"flipped": "lie"} if flip else {})}
        lists = {"places": "cell", "dx": "int", "dy": "int"}
        self.kinds["lie"] = Kind(["dot_0", "bend_0"], 4, lists=lists, own=own)
        self.kinds["lie"].by_cell = ["cells", "near", *(["corners"] if squares else [])]

    def _plan(self) -> list[str]:
        """A planar board of spaces with three or four corners, gaps in it."""
        random = Random(self.pick(1 << 30))
        plan = random_plan(random, LEAST + self.pick(5), LEAST + self.pick(MOST - LEAST + 1))
        spaces, crossings = list(plan["spaces"]), list(plan["crossings"])
        plan["regions"] = {"hill": {"worth": 2}, "vale": {"worth": 1}}
        for place, name in enumerate(spaces):
            plan["spaces"][name]["region"] = "hill" if place < len(spaces) // 2 else "vale"
        self.files["boards/land.yaml"] = plan
        self.sections["boards"] = {"land": {"name": NAME, "region_facts": {"worth": "int"}}}
        self.kinds |= {
            "space": Kind(
                spaces[:4], len(spaces), {"corners": "crossing", "lines": "line", "next": "space"}, {"region": "region"}
            ),
            "crossing": Kind(
                crossings[:4], len(crossings), {"lines": "line", "spaces": "space"}, truths=["outer"]
            ),
            "line": Kind([], 2 * len(spaces), {"ends": "crossing", "spaces": "space"}, truths=["outer", "border"]),
            "region": Kind(["hill", "vale"], 2, numbers=["worth"]),
        }  # fmt: skip
        self.walls = "at_line"
        return ["space", "line", "crossing"]

    def _map(self) -> list[str]:
        """A map of places and roads, without spaces."""
        plan = random_map(Random(self.pick(1 << 30)), LEAST + self.pick(5), LEAST + self.pick(MOST - LEAST + 1))
        crossings, lines = list(plan["crossings"]), list(plan["lines"])
        self.files["boards/land.yaml"] = plan
        self.sections["boards"] = {"land": {"name": NAME}}
        below = {"over": "line"} if "bridge" in lines else {}
        self.kinds |= {
            "crossing": Kind(crossings[:4], len(crossings), {"lines": "line"}, truths=["outer"]),
            "line": Kind(lines[-2:], len(lines), {"ends": "crossing", **below}),
        }
        return ["crossing", "line"]

    # -- other sets and pieces ----------------------------------------------------------------------------------

    def _shapes(self) -> None:
        """A set of turns, and one of shapes with lists of turns and numbers; often so many that they are gone through in a loop."""
        turns = [f"t{number}" for number in range(2 + self.pick(7))]
        shapes = [f"s{number}" for number in range(self.one(3, 8, 13, 20, 30))]
        place = self.ground[0]
        homes = self.kinds[place].some
        self.sections["sets"]["turn"] = {
            "name": NAME,
            "facts": {"dx": "-1..1", "mirrored": "bool"},
            "members": {name: {"dx": number % 3 - 1, "mirrored": number > 3} for number, name in enumerate(turns)},
        }
        facts = {"size": "1..5", "turns": "list of turn", "steps": "list of -2..5", "twin": "shape?"}
        members = {
            name: {
                "size": 1 + self.pick(5),
                "turns": [self.one(*turns) for _ in range(self.pick(len(turns) + 1))],
                "steps": [self.pick(8) - 2 for _ in range(self.pick(6))],
                "twin": self.one("none", self.one(*shapes)),
            }
            for name in shapes
        }
        shape = Kind(shapes[:5], len(shapes), {"turns": "turn", "steps": "int"}, {"twin": "shape"}, numbers=["size"])
        if homes:
            facts["homes"] = f"list of {place}"
            shape.lists["homes"] = place
            for each in members.values():
                each["homes"] = [self.one(*homes) for _ in range(self.pick(5))]
        self.kinds["turn"] = Kind(turns, len(turns), numbers=["dx"], truths=["mirrored"])
        self.kinds["shape"] = shape
        self.sections["sets"]["shape"] = {"name": NAME, "facts": facts, "members": members}

    def _products(self) -> None:
        """A set and two kinds of pieces that are products, and zones by place and by seat."""
        sets, pieces, zones, place = (
            self.sections["sets"],
            self.sections["pieces"],
            self.sections["zones"],
            self.ground[0],
        )
        how = self.one("all", "in_order", "apart")
        parts = {"left": "turn", "right": "turn"} if self.pick(2) or how != "all" else {"left": "turn", "right": "0..6"}
        sets["bond"] = {"name": NAME, "product": parts, "combine": how}
        bond = Kind([], 6, own={"left": "turn"})
        if parts["right"] == "turn":
            bond.own["right"] = "turn"
        else:
            bond.numbers.append("right")
        self.kinds["bond"] = bond
        ranks = 1 + self.pick(6)
        pieces["tile"] = {"name": NAME, "product": {"turn": "turn", "rank": f"1..{ranks}"}, "copies": 1 + self.pick(2)}
        if ranks % 2:
            pieces["tile"]["names"] = {"en": "{rank} of {turn}", "es": "{rank} de {turn}"}
        size = len(self.kinds["turn"].some) * ranks
        self.kinds["tile"] = Kind([], size, own={"turn": "turn"}, numbers=["rank"], piece=True)
        count = self.one(3, 8, 14)
        pieces["man"] = {"name": NAME, "count": count}
        self.kinds["man"] = Kind(["man_1", "man_2", "man_3"], count, piece=True)
        for name, kind, by in (
            ("bag", "tile", ()),
            ("hand", "tile", ("seat",)),
            ("lies", "tile", (place,)),
            ("rack", "tile", ("seat", "turn")),
            ("camp", "man", ()),
            ("stands", "man", (place,)),
            ("home", "man", ("seat",)),
        ):
            self.zones[name] = (kind, by)
            zones[name] = {"name": NAME, "of": kind, **({"by": list(by)} if by else {})}
        for name in ("bag", "camp"):
            zones[name]["start"] = "all"

    # -- state and decisions ------------------------------------------------------------------------------------

    def _state(self) -> None:
        def add(name: str, by: tuple[str, ...], type_: str, low: int = 0, high: int = 9, **more: Any) -> None:
            optional = bool(more.pop("optional", False))
            self.fields[name] = Field(by, type_, optional, low, high)
            said = f"{low}..{high}" if type_ == "int" else type_ + "?" * optional
            self.sections["state"][name] = {"name": NAME, "is": said, **({"by": list(by)} if by else {}), **more}

        place = self.ground[0]
        add("clock", (), "int", 0, 1000)
        add("total", (), "int", -50, 50)
        add("points", ("seat",), "int", 0, 500)
        add("ready", ("seat",), "bool")
        add("chosen", (), "shape", optional=True)
        add("used", ("seat", "shape"), "bool")
        add("many", ("shape",), "int", 0, 3)
        add("tied", ("bond",), "bool")
        add("wind", (), "turn")
        add("rider", ("man",), "seat", optional=True)
        add("worth", ("tile",), "int", -2, 5)
        add("spot", ("seat",), place, **({"start": self.kinds[place].some[0]} if self.kinds[place].some else {}))
        add("goal", ("seat",), place, optional=True)
        for kind in self.ground:
            add(f"at_{kind}", (kind,), "bool")
            if self.pick(2):
                add(f"of_{kind}", (kind,), "seat", optional=True)
            if self.pick(2):
                add(f"by_{kind}", ("seat", kind), self.one("bool", "int"), 0, 5)
            if self.pick(3) == 0:
                add(f"height_{kind}", (kind,), "int", -1, 4)
        if "way" in self.kinds:
            add("facing", ("seat",), "way")

    def _decide(self) -> None:
        place = self.ground[0]
        kinds: dict[str, tuple[str, ...]] = {
            f"pick_{kind}": (kind,) for kind in self.kinds if kind != "seat" or self.pick(2)
        }
        kinds["whom"] = ("seat",)
        kinds["number"] = ("int",)
        pairs = {
            "go": (place, place),
            **({"set_down": ("lie", place)} if "lie" in self.kinds else {}),
            "lay": ("turn", place),
            "put": ("tile", place),
            "form": ("shape", self.ground[-1]),
            "deal": ("man", "seat"),
        }
        kinds |= {name: pair for name, pair in pairs.items() if self._size(pair[0]) * self._size(pair[1]) < PAIRS}
        for name, things in kinds.items():
            said = ["0..6" if kind == "int" else kind for kind in things]
            of = said[0] if len(said) == 1 else {"one": said[0], "two": said[1]}
            self.sections["decisions"][name] = {"of": of, "ask": ASK, "word": name}
            self.decisions[name] = things

    def _size(self, kind: str) -> int:
        """How many members a kind has at most."""
        return 2 * self.kinds[kind].size

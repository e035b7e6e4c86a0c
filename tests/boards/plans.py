"""Plans for tests: triangles in rows as on the house board of Masons, and random planar boards with gaps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import yaml

from ruleset_core.analysis.board_plans import shape_of
from ruleset_core.analysis.plan_geometry import lies_on, where_crossed
from ruleset_core.lang.vocabulary import BoardShape
from ruleset_core.model.schema.layouts import BoardFile

GAME = """\
game: walls
name: {en: Walls, es: Muros}
about: {en: Walls go up and fall., es: Los muros suben y caen.}
version: "1.0"
players: 1..2
provenance: house
boards: {land: {name: {en: land, es: tierra}}}
state:
  walled: {by: [line], is: bool}
  city: {by: [space], is: bool}
  found: {is: 0..20000}
decisions:
  wall: {of: line, ask: {en: "Which wall?", es: "¿Qué muro?"}}
  breach: {of: line, ask: {en: "Which wall falls?", es: "¿Qué muro cae?"}}
flow:
  - phase: walls
    turns: forever
    until: no e in line where not walled[e]
    do: |
      choose wall e in line where not walled[e] {
        set walled[e] = true;
        set found = count s in enclosed(walled, e);
        for each s in enclosed(walled, e) { set city[s] = true }
      };
      choose up to 1 breach e in line where walled[e] { set walled[e] = false }
score:
  city: {name: {en: city, es: ciudad}, amount: "count s in space where city[s]"}
  last: {name: {en: last, es: última}, amount: found}
"""
Plan = dict[str, Any]


def triangles(rows: int, columns: int) -> Plan:
    """`rows` of `columns` triangles; 6 and 15 make the house board of Masons."""
    wide = columns // 2 + 2
    number = {(row, place): f"c{row}_{place}" for row in range(rows + 1) for place in range(wide)}
    spaces: dict[str, Any] = {}
    for row in range(rows):
        top, low = (row, row + 1) if row % 2 == 0 else (row + 1, row)  # the row of whole steps, the row half a step in
        for place in range(columns):
            at = place // 2
            corners = (
                [(top, at), (top, at + 1), (low, at)] if place % 2 == 0 else [(top, at + 1), (low, at + 1), (low, at)]
            )
            spaces[f"s{row}_{place}"] = {"corners": [number[each] for each in corners]}
    used = {each for space in spaces.values() for each in space["corners"]}
    crossings = {
        name: {"x": 100 * place + 50 * (row % 2), "y": 87 * row}
        for (row, place), name in number.items()
        if name in used
    }
    return {"board": "land", "provenance": "house", "crossings": crossings, "spaces": spaces}


def random_plan(random: Random, rows: int = 4, columns: int = 9, gaps: float = 0.1) -> Plan:
    """A random planar board: triangles, some joined to spaces of four corners, crossings moved, some left out."""
    plan = triangles(rows, columns)
    for crossing in plan["crossings"].values():
        crossing["x"] += random.randrange(-15, 16)
        crossing["y"] += random.randrange(-15, 16)
    spaces = plan["spaces"]
    for name in [*spaces]:
        if name not in spaces:
            continue
        row, place = (int(each) for each in name[1:].split("_"))
        beside = f"s{row}_{place + 1}"
        if random.random() < 0.3 and beside in spaces and len(spaces[name]["corners"]) == 3:
            one, other = spaces[name]["corners"], spaces.pop(beside)["corners"]
            alone = next(each for each in other if each not in one)
            at = next(n for n in range(3) if one[n] in other and one[(n + 1) % 3] in other)
            spaces[name]["corners"] = [*one[: at + 1], alone, *one[at + 1 :]]
        if random.random() < 0.1:
            spaces[name]["corners"].reverse()
    for name in [*spaces]:
        if random.random() < gaps:
            del spaces[name]
    return _largest(plan)


def random_map(random: Random, rows: int = 4, columns: int = 9) -> Plan:
    """A random map of places and roads: the sides of a random plan, some of them twice, and roads that pass over others."""
    plan = random_plan(random, rows, columns)
    whole = shape(plan)
    names, points = list(plan["crossings"]), whole.points
    lines: dict[str, Any] = {}
    for number, ends in enumerate(whole.ends):
        for each in range(1 + (random.random() < 0.1)):
            lines[f"r{number}" + "b" * each] = {"ends": random.sample([names[end] for end in ends], 2)}
    straight = [name for name in lines if not name.endswith("b")]
    for number, (one, other) in enumerate(whole.sides):
        far = [
            next((corner for corner in whole.corners[space] if corner not in whole.ends[number]), -1)
            for space in (one, other)
            if space >= 0 and len(whole.corners[space]) == 3
        ]
        if len(far) == 2 and random.random() < 0.1:
            way = (far[0], far[1])
            crossed = [
                name
                for name, ends in zip(straight, whole.ends, strict=True)
                if where_crossed(points, way, ends) is not None
            ]
            clear = not any(lies_on(points, way, each) for each in range(len(points)))
            bridges = [each for each in lines.values() if "over" in each]
            if crossed and clear and not bridges:
                twins = [f"{name}b" for name in crossed if f"{name}b" in lines]
                lines["bridge"] = {"ends": [names[each] for each in way], "over": crossed + twins}
    return {"board": "land", "provenance": "house", "crossings": plan["crossings"], "lines": lines}


def _largest(plan: Plan) -> Plan:
    """The largest piece of a plan, and the crossings it has."""
    left = {name: set(space["corners"]) for name, space in plan["spaces"].items()}
    pieces: list[set[str]] = []
    while left:
        first, corners = left.popitem()
        piece = {first}
        while near := [name for name, each in left.items() if each & corners]:
            for name in near:
                corners = corners | left.pop(name)
            piece |= {*near}
        pieces.append(piece)
    kept = max(pieces, key=lambda piece: (len(piece), sorted(piece)))
    spaces = {name: space for name, space in plan["spaces"].items() if name in kept}
    used = {each for space in spaces.values() for each in space["corners"]}
    crossings = {name: each for name, each in plan["crossings"].items() if name in used}
    return {**plan, "spaces": spaces, "crossings": crossings}


def shape(plan: Plan) -> BoardShape:
    """How the parts of a plan lie together."""
    return shape_of(BoardFile.model_validate(plan))


def write(directory: Path, plan: Plan | None, files: Mapping[str, str] | None = None, game: str = GAME) -> Path:
    """The game of walls, with a plan."""
    texts = {"game.yaml": game, **(files or {})}
    if plan is not None:
        texts["boards/land.yaml"] = yaml.safe_dump(plan, sort_keys=False, default_flow_style=None, width=200)
    for name, text in texts.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return directory


def line_of(shape: BoardShape, one: int, other: int) -> int:
    """The line between two crossings."""
    return next(line for line in shape.meeting[one] if other in shape.ends[line])


def walls(shape: BoardShape, lines: Iterable[int]) -> list[int]:
    """A state in which lines are walled."""
    found = [0] * len(shape.ends)
    for line in lines:
        found[line] = 1
    return found

"""What scenes ask about the look of a game: its pictures, the look of one name, where places lie, the options of a thing.

What scenes ask of a game besides the look itself, kept with the game:

    look_for_name(game, "pot")            a look of one panel that shows the field alone, for `ruleset show`
    pictures(game)                        SVG symbols by the names that `SceneCard.art` has

Geometry of boards: corners and lines of places, and where the members of a set lie beside each other.

A scene says where things lie in whole coordinates; terminals and pages scale them. Places come from grids, from the board of the
game, or from names:

>>> from ruleset_core import load
>>> places_of(load("tic_tac_toe"), "cell")                    # a1, b1, c1, a2, ...: y grows to the bottom
('squares', [(1, 2), (2, 2), (3, 2), (1, 1), (2, 1), (3, 1), (1, 0), (2, 0), (3, 0)])
>>> shape, places = places_of(load("hex"), "cell")            # a rhombus: each row is half a cell further to the right
>>> shape, places[0], places[7]
('hexes', (1.5, 6), (2.0, 5))

Who made the pictures that a drawing shows, as sentences:

    credits: [{by: Ada, licence: CC BY 3.0, source: "https://example.org", of: [lamp.svg]}]

    credits_in_use(credits, {"ware-lamp"})    those of the pictures that are drawn
    credit_line(..., "en")                    Pictures: Ada (CC BY 3.0, https://example.org)
    credit_texts(..., "en")                   ["lamp: Ada (CC BY 3.0, https://example.org)"]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TypeAlias
from xml.etree import ElementTree as ET

from ruleset_core.analysis.plan_geometry import where_crossed
from ruleset_core.engine.game import Game
from ruleset_core.engine.game_source import memoized
from ruleset_core.engine.glossary import PlanarBoard
from ruleset_core.engine.observation import MaskedState
from ruleset_core.files import escapes_directory
from ruleset_core.font_files import FontError, FontMetrics, read_font
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import Domain
from ruleset_core.lang.grid_shapes import HEX_WAYS, SQUARE_WAYS
from ruleset_core.lang.look_nodes import (
    THINGS,
    Answers,
    Hue,
    LinkedArea,
    LinkedArt,
    LinkedBack,
    LinkedBoard,
    LinkedColumn,
    LinkedCredit,
    LinkedElement,
    LinkedFace,
    LinkedGroup,
    LinkedLook,
    LinkedLoop,
    LinkedPanel,
    LinkedPart,
    LinkedPieces,
    LinkedPrint,
    LinkedTable,
    LinkedTrack,
    PaperLength,
    Parts,
    Texts,
    area_picture,
    back_picture,
    picture_name,
)
from ruleset_core.lang.program import Ask
from ruleset_core.lang.traversal import chain, locals_of
from ruleset_core.lang.typed_tree import Expr
from ruleset_core.lang.types import SEAT, Type
from ruleset_core.lang.vocabulary import DecisionDeclaration
from ruleset_core.messages import labelled, message, set_apart
from ruleset_core.values import LARGEST_CARD, SMALLEST_CARD, card_size
from ruleset_core.view.look.look_evaluator import (
    NOT_KNOWN,
    UNKNOWN,
    LookEvaluator,
    PaperEvaluator,
    back_counts,
    facts_shown,
    facts_shown_by,
    hidden_identity,
    piece_hint,
)
from ruleset_core.view.look.scene_cache import PANELS, SIGNS, STAND, SceneBudget, SceneCache
from ruleset_core.view.look.seat_access import PieceTracker

__all__ = [
    "LARGEST_CARD", "PANELS", "SEAT", "SIDE", "SIGNS", "SMALLEST_CARD", "STAND", "THINGS", "UNKNOWN", "Answers",
    "BoardOutlines", "Credits", "Expr", "Hue", "LinkedArea", "LinkedArt", "LinkedBack", "LinkedBoard", "LinkedColumn",
    "LinkedElement", "LinkedFace", "LinkedGroup", "LinkedLook", "LinkedLoop", "LinkedPanel", "LinkedPart",
    "LinkedPieces", "LinkedPrint", "LinkedTable", "LinkedTrack", "LookEvaluator", "MaskedState", "Numbers",
    "OfferedOptions", "PaperEvaluator", "PaperLength", "Parts", "PieceTracker", "Point", "SceneBudget", "SceneCache",
    "Texts", "area_picture", "back_counts", "back_picture", "card_size", "credit_line", "credit_texts",
    "credits_in_use", "facts_shown", "facts_shown_by", "font_credits", "font_files", "font_metrics", "hidden_identity",
    "look_for_name", "outlines_of", "picture_credits", "picture_name", "pictures", "piece_hint", "places_of",
    "written_default_look",
]  # fmt: skip


# Where the corners of places lie, and the lines between them: of a planar board, and of grids whose cells have sides
# or corners.

Point = tuple[float, float]
SIDE: Final = 12.0
"""How long the side of a cell is. y grows to the south."""
HEX_WIDE: Final = 3**0.5 * SIDE
HEX_STEP: Final = 1.5 * SIDE
"""The width of a hex, and how far the next rank lies."""


@dataclass(frozen=True, slots=True)
class BoardOutlines:
    """What bounds the places of a board.

    Attributes:
        places: the corners of each place, one after the other around it.
        line: the family of what lies between two corners; empty where nothing can lie there.
        lines: the ends of each.
        crossing: the family of what stands on corners; empty where nothing can stand there.
        crossings: where each is.
        asides: how far each line lies beside the straight way; nothing where no two have the same ends.
        gaps: by line where others pass over it, from 0 at its lesser end to 1.
    """

    places: tuple[tuple[Point, ...], ...]
    line: str
    lines: tuple[tuple[Point, Point], ...]
    crossing: str
    crossings: tuple[Point, ...]
    asides: tuple[float, ...] = ()
    gaps: Mapping[int, tuple[float, ...]] = field(default_factory=dict)


@memoized
def outlines_of(game: Game, family: str) -> BoardOutlines | None:
    """The outlines of the places of a board; None for a set whose members lie without any."""
    plan = game.glossary.board()
    if plan is not None and family == "space":
        points = {name: (float(x), float(y)) for name, (x, y) in plan.crossings.items()}
        lines = tuple((points[first], points[second]) for first, second in plan.lines.values())
        return BoardOutlines(
            tuple(tuple(points[each] for each in around) for around in plan.spaces.values()),
            "line",
            lines,
            "crossing",
            tuple(points.values()),
            _asides(lines),
            _gaps(game.program.vocabulary.domains["line"], plan),
        )
    return _of_grid(game.program.vocabulary.domains[family])


def _asides(lines: Sequence[tuple[Point, Point]]) -> tuple[float, ...]:
    """How far each line lies beside the straight way: two with the same ends half a step each."""
    alike = Counter(map(frozenset, lines))
    if len(alike) == len(lines):
        return ()
    drawn: Counter[frozenset[Point]] = Counter()
    found = []
    for ends in map(frozenset, lines):
        found.append(drawn[ends] - (alike[ends] - 1) / 2)
        drawn[ends] += 1
    return tuple(found)


def _gaps(domain: Domain, plan: PlanarBoard) -> dict[int, tuple[float, ...]]:
    """Where lines pass under those whose fact `over` names them."""
    found: dict[int, tuple[float, ...]] = {}
    points, places = [*plan.crossings.values()], {name: place for place, name in enumerate(plan.crossings)}
    ends = [(places[first], places[second]) for first, second in plan.lines.values()]
    over = domain.facts.get("over")
    for line, under in enumerate(over.values if over is not None else ()):
        for each in _listed(under):
            lesser, greater = sorted(ends[each], key=points.__getitem__)
            crossed = where_crossed(points, (lesser, greater), ends[line])
            if crossed is not None:
                found[each] = (*found.get(each, ()), round(crossed, 4))
    return {each: tuple(sorted(gaps)) for each, gaps in found.items()}


def _of_grid(domain: Domain) -> BoardOutlines | None:
    """Each side has the corner before it and the one behind, as the facts of cells name them."""
    sides, corners = (
        fact if (fact := domain.facts.get(name)) is not None and fact.made else None for name in ("sides", "corners")
    )
    if (sides is None and corners is None) or not {"x", "y"} <= domain.facts.keys():  # corners have sides, too
        return None
    places = tuple(map(tuple, _corners(domain)))
    lines: dict[int, tuple[Point, Point]] = {}
    crossings: dict[int, Point] = {}
    for cell, around in enumerate(places):
        for place, side in enumerate(_listed(sides.values[cell]) if sides is not None else ()):
            lines.setdefault(side, (around[place - 1], around[place]))
        for place, corner in enumerate(_listed(corners.values[cell]) if corners is not None else ()):
            crossings.setdefault(corner, around[place])
    return BoardOutlines(
        places,
        "" if sides is None or sides.type.element is None else sides.type.element.domain,
        tuple(lines[each] for each in sorted(lines)),
        "" if corners is None or corners.type.element is None else corners.type.element.domain,
        tuple(crossings[each] for each in sorted(crossings)),
    )


def _listed(value: object) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else ()


def _corners(domain: Domain) -> list[list[Point]]:
    """The corners of each cell, clockwise; that between the same cells is the same point, whichever cell it is seen from."""
    hexes = "around" not in domain.facts
    ring = HEX_WAYS if hexes else [way for way in SQUARE_WAYS if way.x == 0 or way.y == 0]
    parts = 3 if hexes else 2
    found = []
    for x, y in zip(domain.facts["x"].values, domain.facts["y"].values, strict=True):
        assert isinstance(x, int)
        assert isinstance(y, int)
        around = []
        for one, next_ in zip(ring, (*ring[1:], ring[0]), strict=True):
            east, north = parts * x + one.x + next_.x, parts * y + one.y + next_.y
            around.append(
                ((east + north / 2) * HEX_WIDE / parts, -north * HEX_STEP / parts)
                if hexes
                else (east * SIDE / parts, -north * SIDE / parts)
            )
        found.append(around)
    return found


# How the members of a set lie beside each other, as their facts or their names say.

HEX_LEAN: Final = 0.5
"""How far the next rank of hexes lies to the east, in widths of a hex: the file above `a1` in a straight line is `a2`."""


def places_of(game: Game, family: str) -> tuple[str, list[tuple[float, float]]]:
    """How the members of a set lie: `squares` or `hexes`, and where each is; y grows to the south."""
    domain = game.program.vocabulary.domains[family]
    points = _by_facts(domain) or _by_names(domain.ids) or [(place, 0) for place in range(domain.size)]
    near, high = domain.facts.get("near"), max((y for _, y in points), default=0)
    if near is not None and near.made and "around" not in domain.facts:
        return "hexes", [(x + y * HEX_LEAN, high - y) for x, y in points]
    return "squares", [(x, high - y) for x, y in points]


def _by_facts(domain: Domain) -> list[tuple[int, int]]:
    """File and rank as facts say them; nothing where there are no such facts."""
    if not {"x", "y"} <= domain.facts.keys():
        return []
    files, ranks = domain.facts["x"].values, domain.facts["y"].values
    return [(x, y) for x, y in zip(files, ranks, strict=True) if isinstance(x, int) and isinstance(y, int)]


def _by_names(ids: Sequence[str]) -> list[tuple[int, int]]:
    """File and rank of places called `a1`, `b1`, ...; nothing if they are called otherwise."""
    found = []
    for each in ids:
        if not (len(each) >= 2 and each[0].isalpha() and each[1:].isdigit()):
            return []
        found.append((ord(each[0]) - ord("a") + 1, int(each[1:])))
    return found


# Options that are offered, by the thing of a scene that stands for them.
#
# A click has to find the options that a thing stands for. So options are sorted by what they pick:
#
#     Tic-tac-toe, options 0, 1, 2, 3, 5, ...     cell a1: (0,)   b1: (1,)   a2: (3,)   b2: ()
#     Breakthrough, answers such as `a2 a3`       cell a2: those that begin there; then a3 as their goal (`SceneTarget.goals`)
#     a question by what pieces show              each piece that it can mean, as far as the viewer knows the piece
#
# The second part of the module works out which pieces a question can mean without knowing how the game got there.

_ME: Final = "me"


class CandidatePlaces:
    """What is offered where a question is asked, as far as it can be told without knowing how the game got there.

    Attributes:
        item: what a candidate is called in the conditions.
        zone: the list that candidates lie in; None where they lie in none, or where it is not known in which.
        where: those conditions for a candidate that look at nothing but the position.
    """

    def __init__(self, ask: Ask) -> None:
        zone = ask.selection.zone
        self.item = ask.item
        self.zone = zone if zone is not None and locals_of(zone).keys() <= {_ME} else None
        parts = [] if ask.where is None else chain(ask.where, "and")
        self.where = tuple(part for part in parts if locals_of(part).keys() <= {_ME, ask.item})

    def may_be(self, at: LookEvaluator, piece: int) -> bool:
        """Whether a piece can be picked here, by all that is known."""
        env = {_ME: at.me, self.item: piece}
        if self.zone is not None and not _may_lie(at, self.zone, piece, env):
            return False
        return all(at.value(part, env) != 0 for part in self.where)


def _may_lie(at: LookEvaluator, zone: t.ZoneRef, piece: int, env: dict[str, int]) -> bool:
    """Whether a piece lies in a list, unless it is not known which list that is or what lies there."""
    try:
        pieces = at.seen.z[at.expressions.evaluator.zone(zone)(at.seen, env)]
    except NOT_KNOWN:
        return True
    return piece in pieces or None in pieces


@memoized
def candidate_places(game: Game) -> dict[str, list[CandidatePlaces]]:
    """By question about what pieces show, all places where it is asked."""
    found: dict[str, list[CandidatePlaces]] = {}
    for block in game.program.blocks:
        if isinstance(block.end, Ask) and block.end.decision.keys:
            found.setdefault(block.end.decision.name, []).append(CandidatePlaces(block.end))
    return found


def may_mean(at: LookEvaluator, decision: DecisionDeclaration, piece: int) -> bool:
    """Whether a question about what pieces show can mean a piece, wherever it is asked."""
    places = candidate_places(at.game).get(decision.name)
    return not places or any(each.may_be(at, piece) for each in places)


# -- The options that are offered --------------------------------------------------------------------------------------


Numbers = tuple[int, ...]


class OfferedOptions:
    """Options by what stands for them.

    Attributes:
        asked: the name of the question; empty if nothing is asked.
    """

    def __init__(self, at: LookEvaluator, options: Sequence[int]) -> None:
        self._at = at
        self._alone: dict[tuple[str, str], list[int]] = {}
        self._second: dict[tuple[str, str], list[int]] = {}
        self._shown: dict[str, tuple[DecisionDeclaration, set[int]]] = {}
        self._answers: dict[int, list[int]] = {}
        game = at.game
        self.asked = game.options.home(options[0]).name if options else ""
        for option in options:
            decision = game.options.home(option)
            if decision.keys:
                self._shown.setdefault(decision.name, (decision, set()))[1].add(option)
            elif option - decision.base < decision.size:
                self._answers.setdefault(option - decision.base + decision.low, []).append(option)
            in_order = not game.options.is_set(option)
            for place, thing in enumerate(game.things(option)):
                there = self._second if place and in_order else self._alone
                for family in _families(game, thing.family):
                    there.setdefault((family, thing.id), []).append(option)

    def answering(self, value: int) -> Sequence[int]:
        """The options that answer the question with a value."""
        return self._answers.get(value, ())

    def about(self, kind: Type, value: int, name: tuple[str, str]) -> tuple[Numbers, Numbers]:
        """The options that a member or a piece stands for, and those of several parts in which it is a later one.

        A question about what pieces show is stood for by those of them that it can mean, not by all that show the same.
        `name`: its family and id, as data writes them.
        """
        if not self.asked:
            return (), ()
        first, second = tuple(self._alone.get(name, ())), tuple(self._second.get(name, ()))
        for decision, options in self._shown.values():
            if decision.type.domain == kind.domain:
                number = self._at.shows(decision, value)
                option = -1 if number is None else decision.base + number
                first += (option,) if option in options and may_mean(self._at, decision, value) else ()
        return first, second


def _families(game: Game, family: str) -> Iterator[str]:
    """A family and the sets of which it is a part: `square` of Draughts, then `cell`, so that cells of the board stand for answers about squares."""
    domains = game.program.vocabulary.domains
    while family:
        yield family
        family = domains[family].part_of if family in domains else ""


@memoized
def look_for_name(game: Game, name: str) -> LinkedLook | None:
    """A look that shows one field, zone or resource and nothing else; None for other names."""
    from ruleset_core.view.look.default_look import look_of_name

    return look_of_name(game.program, name)


def written_default_look(game: Game) -> str:
    """What its look leaves to the default one, as a file may say it; empty if that is nothing."""
    from ruleset_core.view.look.default_look import default_look_text

    return default_look_text(game.program, game.source.documents)


def pictures(game: Game, *, printed: bool = False) -> dict[str, ET.Element]:
    """The pictures that a game brings, as `symbol`s of SVG, by the names that `SceneCard.art` of a scene has.

    `printed`: also those that only printed cards show.
    """
    look: LinkedLook = game.source.look
    shown = look.pictures() if printed else look.face_pictures()
    return {name: picture for ident, art in shown for name, picture in art.named(ident).items()}


Credits: TypeAlias = Sequence[LinkedCredit]


def font_metrics(game: Game) -> dict[str, FontMetrics]:
    """The letters of the fonts that a game brings, by name, as far as their files can be read."""
    found = {}
    for name, file in font_files(game).items():
        with suppress(OSError, FontError):
            found[name] = read_font(file)
    return found


def font_files(game: Game) -> dict[str, Path]:
    """The files of the fonts that a game brings, by name; none that a link leads out of it to."""
    look: LinkedLook = game.source.look
    return {name: Path(font.file) for name, font in look.fonts.items() if not escapes_directory(Path(font.file))}


def font_credits(game: Game) -> list[str]:
    """Who made these fonts, with their licences."""
    look: LinkedLook = game.source.look
    return [f"{Path(font.file).stem}: {font.by} ({font.licence})" for font in look.fonts.values()]


def picture_credits(game: Game) -> Credits:
    """Who made the pictures that a game brings."""
    found: Credits = game.source.look.credits
    return [each for each in found if each.titles]


def credits_in_use(made_by: Credits, names: Container[str]) -> Credits:
    """Who made some of the pictures."""
    shown = (
        replace(each, titles={name: title for name, title in each.titles.items() if name in names}) for each in made_by
    )
    return [each for each in shown if each.titles]


def credit_line(made_by: Credits, lang: str) -> str:
    """All of them in a line, without what they made; empty where there are none."""
    makers: dict[tuple[str, str], list[str]] = {}
    for each in made_by:
        makers.setdefault((each.licence, each.source), []).append(each.by)
    said = set_apart(
        (
            message("credits.makers", lang, names=", ".join(dict.fromkeys(names)), licence=licence, source=source)
            for (licence, source), names in makers.items()
        ),
        lang,
    )
    return message("credits.line", lang, credits=said) if said else ""


def credit_texts(made_by: Credits, lang: str) -> list[str]:
    """What each of them made."""
    return [
        labelled(
            ", ".join(dict.fromkeys(each.titles.values())),
            message("credits.makers", lang, names=each.by, licence=each.licence, source=each.source),
            lang,
        )
        for each in made_by
    ]

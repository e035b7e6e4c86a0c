"""What stands on each side of a card, and where: name band, facts, picture, text, foot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from ruleset_core import Game
from ruleset_core.formats import scene_format as scenes
from ruleset_core.print.card_designs import (
    BackDesign,
    DesignReader,
    PrintedDesign,
    lay_back_design,
    lay_design,
    typefaces,
)
from ruleset_core.print.playing_cards import lay_corners, lay_halves
from ruleset_core.print.typesetting import (
    INK,
    PALE,
    PAPER,
    POINT,
    SOFT,
    AnyMark,
    LineMark,
    PictureMark,
    RectangleMark,
    TypesetBlock,
    breaks_word,
    flow_blocks,
    move_marks,
    set_shape,
    set_sign,
    set_spans,
    set_text,
    stack_blocks,
)
from ruleset_core.view.look import game_looks
from ruleset_core.view.scene.scene_items import ItemBuilder, SpanBuilder
from ruleset_core.view.svg.svg_elements import FILLS, letter_colour

# The pieces of a game that are cards, and what stands on each of their sides.


@dataclass(frozen=True, slots=True)
class CardSide:
    """What is printed on one side of a piece.

    Attributes:
        name: what the piece is called.
        label: what lies at its lower edge: the kind of the piece, and which side it is.
        sign: a sign of the look, or nothing; `colour` and `art` likewise.
        facts: what the look tells of it.
        text: what it does, one line for each thing.
        details: the other facts, each with its title.
        corner: what a playing card has in its corners; `halves`: the pips of a domino.
        design: its layout, where the look has one for its kind; `back`: of a back likewise.
    """

    name: str
    label: str
    sign: str = ""
    colour: str = ""
    art: str = ""
    facts: tuple[scenes.TextSpans, ...] = ()
    text: str = ""
    details: tuple[scenes.TextSpans, ...] = ()
    corner: scenes.TextSpans = ()
    halves: tuple[int, ...] = ()
    design: PrintedDesign | None = None
    back: BackDesign | None = None

    @property
    def is_plain(self) -> bool:
        """Whether corners or halves say all of it, as on a playing card or a domino."""
        return bool(self.corner or self.halves) and not (self.text or self.facts or self.details or self.art)


@dataclass(frozen=True, slots=True)
class PrintedPiece:
    """A card, a chip, a tile. `sides`: one, or as many as the data says; `back`: what lies behind a piece with one side.

    `size`: width and height in millimetres, where the look says it.
    """

    id: str
    kind: str
    kind_name: str
    expansion: str
    copies: int
    sides: tuple[CardSide, ...]
    back: CardSide
    size: tuple[float, float] | None = None


def printed_kinds(game: Game) -> list[str]:
    """The kinds of pieces that are cards or combinations of values, in the order of the data."""
    kinds = dict.fromkeys(game.card(card).kind for card in game.card_ids())
    return [*kinds, *(each for each in game.glossary.packs() if each not in kinds)]


def printed_pieces(game: Game, lang: str, kinds: Container[str]) -> Iterator[PrintedPiece]:
    """The pieces of these kinds, each once."""
    maker = _SideBuilder(game, lang)
    for kind in printed_kinds(game):
        if kind in kinds:
            yield from maker.of_kind(kind)


class _SideBuilder:
    """Says what stands on pieces: what the look tells, then what it does not."""

    def __init__(self, game: Game, lang: str) -> None:
        self._game, self._lang, self._words = game, lang, game.glossary
        self._look: game_looks.LinkedLook = game.source.look
        self._at = game_looks.PaperEvaluator(game, lang)
        self._things = ItemBuilder(game, self._look, self._at, ())
        self._parts = SpanBuilder(self._at, self._things)
        self._designs = DesignReader(self._at, self._things, self._parts, typefaces(game))

    def of_kind(self, kind: str) -> Iterator[PrintedPiece]:
        game, members = self._game, self._words.members(kind)
        copies = Counter(each.partition("#")[0] for each in members)
        backs = self._words.backs(kind)
        title = self._words.title("families", kind, self._lang)
        title = title[:1].upper() + title[1:]
        written = set(game.card_ids())
        names = game.kinds[kind].sides if kind in game.kinds else ()
        size = self._look.print[kind].size if kind in self._look.print else None
        for member, count in copies.items():
            place = members.index(member)
            expansion = game.card(member).expansion if member in written else ""
            labels = [f"{title}: {self._words.name(f'{kind}.side', each, self._lang)}" for each in names] or [title]
            sides = tuple(
                self._side(kind, member, place, at, names[at] if names else "", label)
                for at, label in enumerate(labels)
            )
            back = self._back(kind, title, backs[place], sides[0])
            yield PrintedPiece(member, kind, title, expansion, count, sides, back, size)

    def _side(self, kind: str, member: str, place: int, at: int, side: str, label: str) -> CardSide:
        family, face, env = self._at.family(kind), self._look.faces.get(kind), {"this": place, "me": 0}
        with self._at.with_side_up(family, place, at):
            told, facts = self._facts(face, env)
            corner, halves = self._corner(face, family, place), self._halves(face, env)
            if face is not None and corner:
                told |= {fact for part in face.corner for fact in game_looks.facts_shown(part)}
            if face is not None and halves:
                told |= {fact for half in face.halves for fact in game_looks.facts_shown_by(half)}
            text = self._at.card_text(family, place)
            art = self._things.picture(face.art, family, env) if face is not None else ""
            printed = self._look.print.get(kind)
            name = (self._at.text(face.name, env) if face is not None else "") or self._at.named(family, place)
            return CardSide(
                name,
                label,
                "" if face is None else face.sign or (self._things.sign_of_hue(face.colour, env) if corner else ""),
                self._things.colour(family, place),
                art,
                facts,
                text,
                tuple(self._details(kind, member, side, told)),
                corner,
                halves,
                None if printed is None else self._designs.side(printed, family, env, text, art),
            )

    def _corner(self, face: game_looks.LinkedFace | None, family: Any, place: int) -> scenes.TextSpans:
        """What stands in the corners of a face, unless it depends on a position."""
        corner = self._things.corner(family, place, self._parts) if face is not None else ()
        return () if any(game_looks.UNKNOWN in span.text for span in corner) else corner

    def _halves(self, face: game_looks.LinkedFace | None, env: Mapping[str, int]) -> tuple[int, ...]:
        """The pips of the halves of a face; of a piece that may be turned as it lies when the game begins."""
        if face is None or not face.halves:
            return ()
        halves = [self._at_start.value(each, env) for each in face.halves]
        return tuple(each for each in halves if each is not None)

    @cached_property
    def _at_start(self) -> game_looks.LookEvaluator:
        game = self._game
        return game_looks.LookEvaluator(game, game.new(game.players[0], 1).masked(-1), self._lang)

    def _facts(
        self, face: game_looks.LinkedFace | None, env: Mapping[str, int]
    ) -> tuple[set[str], tuple[scenes.TextSpans, ...]]:
        """Which facts the look tells, and how; what depends on a position is left out."""
        told: set[str] = set()
        shown: list[scenes.TextSpans] = []
        for part in (*face.cost, *face.facts, *face.worth) if face is not None else ():
            spans = self._parts.spans_of(part, env)
            if spans and not any(game_looks.UNKNOWN in span.text for span in spans):
                shown.append(spans)
                told |= game_looks.facts_shown(part)
        return told, tuple(shown)

    def _details(self, kind: str, member: str, side: str, told: Container[str]) -> Iterator[scenes.TextSpans]:
        """The facts that the look does not tell, with their titles."""
        for fact, value in self._values(kind, member, side).items():
            if fact not in told and value not in {None, "none"}:
                title = self._words.fact_title(kind, fact, self._lang)
                said = self._words.fact_value(kind, fact, value, self._lang)
                yield (scenes.TextSpan(f"{title} ", style="dim"), scenes.TextSpan(said))

    def _values(self, kind: str, member: str, side: str) -> dict[str, Any]:
        """What the data says of a piece, by fact; with sides also what it says of this one."""
        words, given = self._words, {}
        if member not in set(self._game.card_ids()):
            return {fact: words.figure(kind, member, fact).value for fact in words.fact_names(kind)}
        for name, figure in words.figures_of(member).items():
            if not isinstance(figure.value, Mapping):
                given[name] = figure.value
            elif name == side:
                given.update(figure.value)
        return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}

    def _back(self, kind: str, title: str, shown: Mapping[str, Any], front: CardSide) -> CardSide:
        """The back of a piece: the game, the kind, and what shows of it when it lies face down."""
        face = self._look.faces.get(kind)
        hue = None if face is None or face.colour is None or isinstance(face.colour, str) else face.colour
        seen = hue is not None and game_looks.facts_shown_by(hue) and game_looks.facts_shown_by(hue) <= set(shown)
        details = tuple(
            (
                scenes.TextSpan(f"{self._words.fact_title(kind, fact, self._lang)} ", style="dim"),
                scenes.TextSpan(said, style="bold"),
            )
            for fact, value in shown.items()
            if (said := self._words.fact_value(kind, fact, value, self._lang))
        )
        printed = self._look.print.get(kind)
        design = None if printed is None or printed.back is None else self._designs.back(kind, printed.back)
        colour = front.colour if seen else ""
        return CardSide(self._game.title(self._lang), title, front.sign, colour, facts=details, back=design)


# One side of a card: a band with its name, its facts, its picture, what it does; at the lower edge what else is known
# of it.

SMALLEST_TYPE: Final = 6.0
"""The smallest type of what a card does, in points: smaller is not read across a table."""
SMALLEST: Final = 5.0
"""The smallest type of everything else."""
TEXT: Final = 9.0
LARGEST_FACTOR: Final = 1.25
"""How much larger type may be where there is room."""
STEP: Final = 0.05
WIDE: Final = 63.0
HIGH: Final = 88.0
"""The size of card for which the sizes of type are meant."""
_SIGN: Final = 26.0
"""How large a sign is in the middle of a card that says nothing, where there is room."""
_ALONE: Final = 12.0
"""The type of facts on a card that says nothing else."""
_SMALLER: Final = 0.75
"""How much smaller a name may be so that it has one line."""
_PICTURES: Final = (0.6, 0.35, 0.0)
"""Heights of a picture, by the width of its card: the usual one, where there is little room, and none."""


@dataclass(frozen=True, slots=True)
class CardLayout:
    """A side of a card on paper. `fits`: whether all that it says has room in type that can be read."""

    marks: tuple[AnyMark, ...]
    fits: bool


@dataclass(frozen=True, slots=True)
class _CardFrame:
    """The room of a card: lengths in millimetres, `scale` of what does not shrink with the text."""

    width: float
    height: float
    scale: float
    edge: float
    pad: float

    @property
    def inner(self) -> float:
        return self.width - 2 * (self.edge + self.pad)


def lay_side(side: CardSide, width: float, height: float, lang: str, count: str = "", bleed: float = 0.0) -> CardLayout:
    """Lay out a side. `count`: what is said of how many there are; `bleed`: how far colours go beyond the edges.

    Text is as large as there is room for, down to `SMALLEST_TYPE`; what then still has none ends in dots. A layout of the
    look goes first, then corners or halves where they say all of the card.
    """
    if side.design is not None:
        laid = lay_design(side.design, width, height, lang, bleed)
        return CardLayout(laid.marks, not laid.cut)
    if side.is_plain:
        drawn = (
            lay_corners(side.corner, side.sign, side.colour, width, height, lang)
            if side.corner
            else lay_halves(side.halves, width, height)
        )
        return CardLayout(drawn, True)
    frame = _frame(width, height)
    band = _band(side, frame, lang)
    foot = _foot(side, count, frame)
    top = frame.edge + band.height + frame.pad * 0.8
    bottom = height - frame.edge - foot.height
    body, fits = _body(side, frame, bottom - top, lang)
    marks = [
        RectangleMark(
            frame.edge, frame.edge, width - 2 * frame.edge, height - 2 * frame.edge, 2.2 * frame.scale, PAPER
        ),
        *move_marks(band.marks, frame.edge, frame.edge),
        *move_marks(body, frame.edge + frame.pad, top),
        *move_marks(foot.marks, frame.edge + frame.pad, bottom),
        _edge(frame),
    ]
    return CardLayout(tuple(marks), fits and not band.cut)


def lay_back(side: CardSide, width: float, height: float, lang: str, bleed: float = 0.0) -> CardLayout:
    """The back of a card: the same for all that cannot be told apart when they lie face down.

    Without a design of the look its colour is a frame, so that it takes little ink and nothing shows through the paper.
    """
    if side.back is not None:
        laid = lay_back_design(side.back, width, height, lang, bleed)
        return CardLayout(laid.marks, not laid.cut)
    frame = _frame(width, height)
    thick = 2.4 * frame.scale
    inset = frame.edge + thick / 2
    room = frame.inner - 2 * thick
    size = min(14.0 * frame.scale, 20.0)
    small = max(size * 0.62, SMALLEST)
    parts = [_name(side.name, room, size, SMALLEST, INK)]
    if side.label:
        parts.append(set_text(side.label, room, small, most=2))
    said = [set_spans(fact, room, small, lang, most=2) for fact in side.facts]
    whole = stack_blocks([_middled(each, room) for each in (*parts, *said)], 1.6 * frame.scale)
    stroke = FILLS.get(side.colour, PALE)
    marks: list[AnyMark] = [
        RectangleMark(inset, inset, width - 2 * inset, height - 2 * inset, 1.4 * frame.scale, PAPER, stroke, thick),
        _edge(frame),
    ]
    marks += move_marks(whole.marks, frame.edge + frame.pad + thick, max((height - whole.height) / 2, inset))
    return CardLayout(tuple(marks), whole.height <= height - 2 * (inset + thick) and not whole.cut)


def _frame(width: float, height: float) -> _CardFrame:
    scale = min(max(min(width / WIDE, height / HIGH), 0.4), 2.0)
    return _CardFrame(width, height, scale, max(2.0 * scale, 1.0), max(2.0 * scale, 1.0))


def _edge(frame: _CardFrame) -> RectangleMark:
    """A line around the card, well within: a cut that is a little off does not touch it."""
    edge = frame.edge
    return RectangleMark(
        edge, edge, frame.width - 2 * edge, frame.height - 2 * edge, 2.2 * frame.scale, "", SOFT, 0.3 * frame.scale
    )


def _middled(each: TypesetBlock, width: float) -> TypesetBlock:
    return TypesetBlock(width, each.height, tuple(move_marks(each.marks, (width - each.width) / 2, 0)), each.cut)


def _name(text: str, width: float, size: float, least: float, ink: str) -> TypesetBlock:
    """A name, as large as it can be on two lines without a broken word, or a little smaller on one.

    In the smallest type it has three lines; what then has no room is left out.
    """
    one = size
    while one > max(size * _SMALLER, least):
        found = set_text(text, width, one, bold=True, ink=ink)
        if found.height <= _high(one) + 0.01:
            return found
        one -= 0.25
    while size > least:
        found = set_text(text, width, size, bold=True, ink=ink)
        if found.height <= 2.01 * _high(size) and not breaks_word(text, width, size, bold=True):
            return found
        size = max(size - 0.5, least)
    return set_text(text, width, least, bold=True, ink=ink, most=3)


def _high(size: float) -> float:
    return set_text("x", 1000, size).height


def _band(side: CardSide, frame: _CardFrame, lang: str) -> TypesetBlock:
    """Sign and name on a band of the card's colour."""
    wide = frame.width - 2 * frame.edge
    fill = FILLS.get(side.colour, PALE)
    ink = letter_colour(side.colour) if side.colour else INK
    shown = side.sign or ("stone" if side.colour else "")
    drawn = 6.0 * frame.scale if shown else 0.0
    room = wide - 2 * frame.pad - (drawn + frame.pad * 0.6 if drawn else 0.0)
    label = _name(side.name, room, 11.5 * frame.scale, min(max(7.0 * frame.scale, SMALLEST), SMALLEST_TYPE), ink)
    high = max(label.height, drawn) + 1.6 * frame.scale
    corner = 2.2 * frame.scale
    marks: list[AnyMark] = [
        RectangleMark(0, 0, wide, high, corner, fill),
        RectangleMark(0, high / 2, wide, high / 2, 0, fill),
        LineMark(0, high, wide, high, 0.2, SOFT),
    ]
    if drawn:
        marks += move_marks(set_sign(shown, drawn, side.colour, lang, fill=PAPER), frame.pad * 0.8, (high - drawn) / 2)
    marks += move_marks(label.marks, frame.pad + (drawn + frame.pad * 0.4 if drawn else 0.0), (high - label.height) / 2)
    return TypesetBlock(wide, high, tuple(marks), label.cut)


def _foot(side: CardSide, count: str, frame: _CardFrame) -> TypesetBlock:
    """What kind of card it is, and how many there are."""
    size = max(5.5 * frame.scale, SMALLEST - 0.5)
    right = set_text(count, frame.inner, size, ink=SOFT, most=1) if count else TypesetBlock(0, 0, ())
    left = set_text(side.label, frame.inner - right.width - 1, size, ink=SOFT, most=1)
    high = _high(size) + 0.7 * frame.scale
    return TypesetBlock(frame.inner, high, (*left.marks, *move_marks(right.marks, frame.inner - right.width, 0)))


def _body(side: CardSide, frame: _CardFrame, height: float, lang: str) -> tuple[list[AnyMark], bool]:
    """What stands between band and foot, in the largest type for which there is room; before a text is cut, the picture shrinks and goes."""
    least = SMALLEST_TYPE / TEXT
    for share in _PICTURES if side.art else _PICTURES[-1:]:
        drawn = side if share else replace(side, art="")
        factor = LARGEST_FACTOR * frame.scale
        while factor > least:
            marks = _at_size(drawn, frame, height, factor, lang, share)
            if marks is not None:
                return marks, True
            factor -= STEP
        marks = _at_size(drawn, frame, height, least, lang, share)
        if marks is not None:
            return marks, True
    return _cut(side, frame, height, least, lang), False


def _at_size(
    side: CardSide, frame: _CardFrame, height: float, factor: float, lang: str, share: float
) -> list[AnyMark] | None:
    """The body in type of this size, with a picture of this height as a share of the width; None where there is no room for it."""
    width, gap = frame.inner, 1.2 * frame.scale
    upper = _facts(side.facts, width, 8.5 * factor, lang)
    alone = not (side.text or side.art or _large_sign(side))
    lower = _facts(() if alone else side.details, width, max(6.8 * min(factor, 1.15), SMALLEST), lang)
    text = (
        _alone(side, width, (TEXT if side.facts else _ALONE) * factor, lang)
        if alone
        else stack_blocks([set_text(line, width, TEXT * factor) for line in side.text.splitlines()], 0.9 * frame.scale)
    )
    picture = width * share if side.art else 0.0
    parts = [each for each in (upper.height, picture, text.height, lower.height) if each]
    left = height - 0.5 - sum(parts) - gap * (len(parts) + bool(lower.height) - 1)
    words = [
        word for line in (side.text, *("".join(s.text for s in each) for each in side.facts)) for word in line.split()
    ]
    if left < 0 or (factor > SMALLEST_TYPE / TEXT and any(breaks_word(word, width, TEXT * factor) for word in words)):
        return None
    marks, y = list(upper.marks), upper.height + gap if upper.height else 0.0
    if side.art:
        marks.append(PictureMark(0, y, width, picture, side.art))
        y += picture + gap
    if text.height:
        marks += move_marks(text.marks, 0, y + left / 2 if not side.art else y)
    elif not side.art:
        size = min(_SIGN * frame.scale, left, width)
        shape = next((span for fact in side.facts for span in fact if span.squares), None)
        drawn = (
            set_sign(side.sign, size, side.colour, lang)
            if shape is None
            else set_shape(shape, size, side.colour, large=True)
        )
        marks += move_marks(drawn, (width - size) / 2, y + (left - size) / 2)
    if lower.height:
        marks += _below(lower, width, height)
    return marks


def _below(lower: TypesetBlock, width: float, height: float) -> Iterator[AnyMark]:
    """The other facts at the lower edge, below a line."""
    y = height - lower.height - 0.5
    yield LineMark(0, y - 0.5, width, y - 0.5, 0.15, SOFT)
    yield from move_marks(lower.marks, 0, y)


def _cut(side: CardSide, frame: _CardFrame, height: float, least: float, lang: str) -> list[AnyMark]:
    """The body in the smallest type, as much of it as there is room for: what the card does goes first."""
    width, size = frame.inner, TEXT * least
    line = _high(size)
    marks, y = list[AnyMark](), 0.0
    for each in (*side.facts, *((scenes.TextSpan(text),) for text in side.text.splitlines()), *side.details):
        most = int((height - y + 0.01) / line)
        if most < 1:
            break
        found = set_spans(each, width, size, lang, most=most)
        marks += move_marks(found.marks, 0, y)
        y += found.height
    return marks


def _large_sign(side: CardSide) -> bool:
    """Whether the sign of a piece is worth being drawn large: not where it is only that of a card."""
    return bool(side.sign) and (side.sign != "card" or bool(side.colour))


def _alone(side: CardSide, width: float, size: float, lang: str) -> TypesetBlock:
    """The facts of a card that says nothing else: in its middle, one below the other, as large as its text would be."""
    return stack_blocks(
        [_middled(set_spans(fact, width, size, lang), width) for fact in side.details], size * POINT * 0.5
    )


def _facts(facts: tuple[scenes.TextSpans, ...], width: float, size: float, lang: str) -> TypesetBlock:
    return flow_blocks([set_spans(fact, width, size, lang) for fact in facts], width, size * POINT * 0.9)

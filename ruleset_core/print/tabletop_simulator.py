"""A game as a saved object of Tabletop Simulator: sheets of cards, boards, tokens and the rules as files, and the JSON that names them.

    activity-1.png          up to 69 cards in a grid of at most ten by seven, 4096 dots wide or high at most
    activity-back.png       the back of them all; with several backs, a sheet of backs in the same order
    board1.png, token-disc-red.png
    my_game.pdf             the rules
    my_game.json            {"ObjectStates": [{"Name": "DeckCustom", "DeckIDs": [100, 101, 101, ...], "CustomDeck": {"1": {...}}, ...}]}

The id of a card is the key of its sheet among the custom decks times 100, plus its place on it. The keys are those of the save file format at
https://kb.tabletopsimulator.com; the last place of a full sheet stays free, since the program shows it for cards in the hands of others.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import ceil
from typing import Any, Final

from ruleset_core import Game, rules_document
from ruleset_core.print.card_layout import CardSide, PrintedPiece, lay_back, lay_side, printed_kinds, printed_pieces
from ruleset_core.print.component_pages import (
    BOARD,
    TOKEN,
    DrawnBoard,
    board_image,
    board_pictures,
    draw_boards,
    token_images,
)
from ruleset_core.print.components import Components, Token, components_of
from ruleset_core.print.page_files import pages_as_pdf, pages_as_png
from ruleset_core.print.pages import SIZE, CardSize
from ruleset_core.print.rules_pages import lay_rules
from ruleset_core.print.typesetting import AnyMark, PlacedMarks, PrintPage
from ruleset_core.view.look.game_looks import font_files, pictures
from ruleset_core.view.svg.svg_elements import FILLS

COLUMNS: Final = 10
ROWS: Final = 7
MOST_CARDS: Final = COLUMNS * ROWS - 1
"""So many cards lie on a sheet."""
MOST_DOTS: Final = 4096
_DPI: Final = 300.0
_INCH: Final = 25.4
_LOOKS: Final = ((-90, 0, 0), (0, 0, 0), (0, 0, -90), (0, 0, 90), (0, 0, -180), (90, 0, 0))
"""How a die with six faces lies when each of its numbers is up."""
_ROW: Final = 8

Json = dict[str, Any]


@dataclass(slots=True)
class _Files:
    """The files of a game. `url` gives the address at which the program finds one."""

    game: Game
    lang: str
    url: Callable[[str], str]
    art: dict[str, Any]
    made: dict[str, bytes] = field(default_factory=dict)

    def image(self, name: str, page: PrintPage) -> str:
        """Draw a page of dots; its address."""
        dpi = min(_DPI, (MOST_DOTS - 1) * _INCH / max(page.width, page.height))
        (self.made[f"{name}.png"],) = pages_as_png([page], self.lang, page.title, self.art, font_files(self.game), dpi)
        return self.url(f"{name}.png")


def simulator_files(game: Game, lang: str, url: Callable[[str], str]) -> dict[str, bytes]:
    """All files by name; the saved object is called as the game. Raises ImportError without the packages that draw dots."""
    kinds = printed_kinds(game)
    found = components_of(game, lang, kinds)
    boards = draw_boards(found.boards, lang, found.players)
    files = _Files(game, lang, url, {**pictures(game, printed=True), **board_pictures(boards)})
    objects = [
        *_decks(files, kinds),
        *_board_objects(files, boards),
        *_token_objects(files, found),
        _rules(files),
    ]
    for place, each in enumerate(objects):
        each["Transform"] |= {"posX": 5.0 * (place % _ROW) - 17.5, "posZ": 5.0 * (place // _ROW) - 10.0}
    for place, each in enumerate(_all(objects), 1):
        each["GUID"] = sha256(f"{game.id} {place}".encode()).hexdigest()[:6]
    saved = {
        "SaveName": game.title(lang), "GameMode": "", "Gravity": 0.5, "PlayArea": 0.5, "Date": "", "Table": "", "Sky": "",
        "Note": game.rights.text(lang), "Rules": "", "TabStates": {}, "LuaScript": "", "LuaScriptState": "", "XmlUI": "",
        "VersionNumber": "", "ObjectStates": objects,
    }  # fmt: skip
    files.made[f"{game.id}.json"] = json.dumps(saved, ensure_ascii=False, indent=1).encode()
    return files.made


def _all(objects: Iterable[Json]) -> Iterator[Json]:
    for each in objects:
        yield each
        yield from _all(each.get("ContainedObjects", ()))


def _object(
    kind: str, name: str, description: str = "", *, down: bool = False, scale: float = 1.0, **more: Any
) -> Json:
    """What every object has; `down`: it lies face down."""
    turn = {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0 if down else 0.0}
    place = {"posX": 0.0, "posY": 1.0, "posZ": 0.0, **turn, "scaleX": scale, "scaleY": 1.0, "scaleZ": scale}
    return {
        "GUID": "", "Name": kind, "Transform": place, "Nickname": name, "Description": description, "GMNotes": "",
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0}, "Locked": False, "Grid": True, "Snap": True, "Autoraise": True,
        "Sticky": True, "Tooltip": True, **more,
    }  # fmt: skip


# -- cards --------------------------------------------------------------------------------------------------------


def _decks(files: _Files, kinds: Sequence[str]) -> Iterator[Json]:
    """A deck for each kind of cards. Sheets are numbered through the game, so that decks can be put together."""
    first = 1
    for kind in kinds:
        pieces = [*printed_pieces(files.game, files.lang, [kind])]
        sheets = [pieces[start : start + MOST_CARDS] for start in range(0, len(pieces), MOST_CARDS)]
        several = len({_behind(piece) for piece in pieces}) > 1
        custom: dict[str, Json] = {}
        cards: list[Json] = []
        for number, sheet in enumerate(sheets, first):
            custom[str(number)] = _sheet(files, kind, number - first + 1, sheet, several=several)
            for place, piece in enumerate(sheet):
                for _ in range(piece.copies):
                    size = piece.size or SIZE
                    card = _object("Card", piece.sides[0].name, _words(piece), down=True, scale=size[1] / SIZE[1])
                    deck = {str(number): custom[str(number)]}
                    cards.append(
                        card | {"CardID": number * 100 + place, "SidewaysCard": size[0] > size[1], "CustomDeck": deck}
                    )
        first += len(sheets)
        if len(cards) == 1:
            yield cards[0] | {"Name": "CardCustom"}
        elif cards:
            scale = cards[0]["Transform"]["scaleX"]
            whole: Json = {
                "DeckIDs": [card["CardID"] for card in cards],
                "CustomDeck": custom,
                "ContainedObjects": cards,
            }
            yield _object("DeckCustom", pieces[0].kind_name, down=True, scale=scale) | whole


def _words(piece: PrintedPiece) -> str:
    """What a card says on all its sides: its facts, what it does, its other facts."""
    lines = []
    for side in piece.sides:
        lines += ["".join(span.text for span in spans) for spans in side.facts]
        lines += side.text.splitlines()
        lines += ["".join(span.text for span in spans) for spans in side.details]
    return "\n".join(dict.fromkeys(line for line in lines if line.strip()))


def _sheet(files: _Files, kind: str, number: int, pieces: Sequence[PrintedPiece], *, several: bool) -> Json:
    """The entry of a sheet in "CustomDeck", whose pictures are drawn. `several`: its kind has several backs."""
    size = pieces[0].size or SIZE
    columns = min(max(len(pieces), 2), COLUMNS)
    rows = max(ceil((len(pieces) + 1) / columns), 2)  # one place stays free
    fronts = [_side(piece.sides[0], size, files.lang) for piece in pieces]
    backs = [_back(piece, size, files.lang) for piece in pieces]
    face = files.image(f"{kind}-{number}", _grid(fronts, size, columns, rows, kind))
    if several:
        back = files.image(f"{kind}-{number}-backs", _grid(backs, size, columns, rows, kind))
    else:
        back = files.image(f"{kind}-back", _grid(backs[:1], size, 1, 1, kind))
    return {
        "FaceURL": face, "BackURL": back, "NumWidth": columns, "NumHeight": rows, "BackIsHidden": True, "UniqueBack": several,
        "Type": 0,
    }  # fmt: skip


def _behind(piece: PrintedPiece) -> CardSide:
    return piece.sides[1] if len(piece.sides) > 1 else piece.back


def _back(piece: PrintedPiece, size: CardSize, lang: str) -> tuple[AnyMark, ...]:
    if len(piece.sides) > 1:
        return _side(piece.sides[1], size, lang)
    return lay_back(piece.back, *size, lang).marks


def _side(side: CardSide, size: CardSize, lang: str) -> tuple[AnyMark, ...]:
    return lay_side(side, *size, lang).marks


def _grid(cards: Sequence[Sequence[AnyMark]], size: CardSize, columns: int, rows: int, title: str) -> PrintPage:
    placed = [
        PlacedMarks(size[0] * (place % columns), size[1] * (place // columns), tuple(marks))
        for place, marks in enumerate(cards)
    ]
    return PrintPage(size[0] * columns, size[1] * rows, title, (PlacedMarks(0.0, 0.0, ()), *placed), len(cards))


# -- boards, tokens, rules ----------------------------------------------------------------------------------------


def _board_objects(files: _Files, boards: Sequence[DrawnBoard]) -> Iterator[Json]:
    """A board for a game that has one; several are tiles."""
    alone = sum(board.count for board in boards) == 1
    for board in boards:
        image = files.image(board.name, board_image(board, BOARD))
        shown: Json = {"ImageURL": image, "ImageSecondaryURL": "", "ImageScalar": 1.0, "WidthScale": 0.0}
        for _ in range(board.count):
            if alone:
                yield _object("Custom_Board", board.title, CustomImage=shown)
            else:
                tile = {"Type": 0, "Thickness": 0.1, "Stackable": False, "Stretch": True}
                yield _object("Custom_Tile", board.title, scale=3.0, CustomImage=shown | {"CustomTile": tile})


def _token_objects(files: _Files, found: Components) -> Iterator[Json]:
    """Tokens and dice; several of one sort lie in a bag."""
    for token, count in found.tokens.items():
        name = token.name(files.lang, found.signs)
        one = _die(token, name) if token.faces else _token(files, token, name)
        if count == 1:
            yield one
        else:
            inside = [json.loads(json.dumps(one)) for _ in range(count)]
            yield _object("Bag", f"{name} ({count})", ContainedObjects=inside) | {"ColorDiffuse": _colour(token.colour)}


def _token(files: _Files, token: Token, name: str) -> Json:
    ((stem, page),) = token_images(token, TOKEN, files.lang).items()
    image = files.image(stem, page)
    shape = {"Thickness": 0.2, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": False}
    shown = {"ImageURL": image, "ImageSecondaryURL": "", "ImageScalar": 1.0, "WidthScale": 0.0, "CustomToken": shape}
    return _object("Custom_Token", name, scale=0.3, CustomImage=shown)


def _die(token: Token, name: str) -> Json:
    """A die with six faces and the numbers of the game on them."""
    numbers = [token.faces[place % len(token.faces)] for place in range(len(_LOOKS))]
    values = [
        {"Value": number, "Rotation": {"x": x, "y": y, "z": z}}
        for number, (x, y, z) in zip(numbers, _LOOKS, strict=True)
    ]
    return _object("Die_6_Rounded", name, RotationValues=values) | {"ColorDiffuse": _colour(token.colour)}


def _colour(name: str) -> Mapping[str, float]:
    fill = FILLS.get(name, "#ffffff")
    return {key: round(int(fill[at : at + 2], 16) / 255, 3) for key, at in (("r", 1), ("g", 3), ("b", 5))}


def _rules(files: _Files) -> Json:
    """The rules as a PDF that lies on the table."""
    rules = rules_document(files.game, files.lang)
    name = f"{files.game.id}.pdf"
    files.made[name] = pages_as_pdf(lay_rules(rules, files.lang), files.lang, rules.title)[0]
    shown = {"PDFUrl": files.url(name), "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
    return _object("Custom_PDF", rules.title, CustomPDF=shown)

"""A game for Tabletop Simulator: the saved object has the form that its documentation gives, decks are whole, pictures within bounds.

The program itself has not been tried here: what it makes of the file is what its documentation says.
"""

from __future__ import annotations

import json
from collections import Counter
from io import BytesIO
from typing import Any

import jsonschema
import pytest

from ruleset_core import Game, load
from ruleset_core.print.card_layout import CardSide, PrintedPiece
from ruleset_core.print.tabletop_simulator import MOST_CARDS, MOST_DOTS, _decks, _Files, simulator_files
from tests.sheets.test_designs import shop

pytest.importorskip("fpdf")
pytest.importorskip("pypdfium2")
image = pytest.importorskip("PIL.Image")

NUMBER, TEXT, TRUTH, URL = (
    {"type": "number"},
    {"type": "string"},
    {"type": "boolean"},
    {"type": "string", "minLength": 1},
)


def keys(**given: Any) -> dict[str, Any]:
    """A mapping that has at least these keys."""
    return {"type": "object", "properties": given, "required": [*given]}


def named(name: str, **given: Any) -> dict[str, Any]:
    """What an object of a name has to have besides."""
    return {"if": {"properties": {"Name": {"const": name}}}, "then": keys(**given)}


DECK = keys(
    FaceURL=URL,
    BackURL=URL,
    NumWidth={"type": "integer", "minimum": 2, "maximum": 10},
    NumHeight={"type": "integer", "minimum": 2, "maximum": 7},
    BackIsHidden=TRUTH,
    UniqueBack=TRUTH,
)
DECKS = {
    "type": "object",
    "patternProperties": {"^[1-9][0-9]*$": DECK},
    "additionalProperties": False,
    "minProperties": 1,
}
VECTOR = keys(x=NUMBER, y=NUMBER, z=NUMBER)
IMAGE = {"ImageURL": URL, "ImageSecondaryURL": TEXT, "WidthScale": NUMBER}
CARD_ID = {"type": "integer", "minimum": 100}
INSIDE = {"type": "array", "items": {"$ref": "#/$defs/object"}, "minItems": 1}
NAMES = [
    "Card", "CardCustom", "DeckCustom", "Custom_Board", "Custom_Tile", "Custom_Token", "Custom_PDF", "Bag", "Die_6_Rounded",
]  # fmt: skip
OBJECT = {
    **keys(
        GUID={"type": "string", "pattern": "^[0-9a-f]{6}$"},
        Name={"enum": NAMES},
        Transform=keys(**{f"{what}{axis}": NUMBER for what in ("pos", "rot", "scale") for axis in "XYZ"}),
        Nickname=TEXT,
        Description=TEXT,
        ColorDiffuse=keys(**{key: {"type": "number", "minimum": 0, "maximum": 1} for key in "rgb"}),
    ),
    "allOf": [
        named("Card", CardID=CARD_ID),
        named("CardCustom", CardID=CARD_ID, CustomDeck=DECKS),
        named("DeckCustom", CustomDeck=DECKS, DeckIDs={"type": "array", "items": CARD_ID, "minItems": 2}, ContainedObjects=INSIDE),
        named("Bag", ContainedObjects=INSIDE),
        named("Custom_Board", CustomImage=keys(**IMAGE)),
        named("Custom_Tile", CustomImage=keys(**IMAGE, CustomTile=keys(Type={"enum": [0, 1, 2, 3]}, Thickness=NUMBER, Stackable=TRUTH, Stretch=TRUTH))),
        named("Custom_Token", CustomImage=keys(**IMAGE, CustomToken=keys(Thickness=NUMBER, MergeDistancePixels=NUMBER, Stackable=TRUTH))),
        named("Custom_PDF", CustomPDF=keys(PDFUrl=URL)),
        named("Die_6_Rounded", RotationValues={"type": "array", "minItems": 6, "items": keys(Value=NUMBER, Rotation=VECTOR)}),
    ],
}  # fmt: skip
SAVED = {
    "$defs": {"object": OBJECT},
    **keys(SaveName=TEXT, Note=TEXT, LuaScript=TEXT, XmlUI=TEXT, ObjectStates=INSIDE),
}


def files_of(game: Game, lang: str = "en") -> tuple[dict[str, bytes], dict[str, Any]]:
    """The files, and the saved object in them, which fits the documentation and names no file that is not there."""
    files = simulator_files(game, lang, lambda name: f"https://example.org/{name}")
    saved = json.loads(files[f"{game.id}.json"])
    jsonschema.validate(saved, SAVED)
    ids = [each["GUID"] for each in walk(saved["ObjectStates"])]
    assert len(ids) == len({*ids})
    urls = [
        value for each in walk_values(saved) if isinstance(each, dict) for key, value in each.items() if key.endswith(("URL", "Url")) and value
    ]  # fmt: skip
    assert {url.removeprefix("https://example.org/") for url in urls} == files.keys() - {f"{game.id}.json"}
    for name, content in files.items():
        if name.endswith(".png"):
            assert max(image.open(BytesIO(content)).size) <= MOST_DOTS, name
    return files, saved


def walk(objects: list[dict[str, Any]]):
    for each in objects:
        yield each
        yield from walk(each.get("ContainedObjects", []))


def walk_values(value: Any):
    yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from walk_values(each)


def test_a_deck_holds_every_card_as_often_as_the_game(tmp_path):
    files, saved = files_of(load(str(shop(tmp_path / "shop"))), "es")
    wares, voucher = saved["ObjectStates"][:2]
    assert (wares["Name"], wares["Nickname"], voucher["Name"]) == ("DeckCustom", "Género", "CardCustom")
    assert wares["DeckIDs"] == [100, 100, 101] == [card["CardID"] for card in wares["ContainedObjects"]]
    assert Counter(card["Nickname"] for card in wares["ContainedObjects"]) == {"Lámpara": 2, "Alfombra": 1}
    assert (
        "precio" in wares["ContainedObjects"][0]["Description"]
        or "price" in wares["ContainedObjects"][0]["Description"]
    )
    assert (voucher["CardID"], [*voucher["CustomDeck"]]) == (200, ["2"])
    assert wares["Transform"]["rotZ"] == 180
    wide, high = image.open(BytesIO(files["ware-1.png"])).size
    assert wide / high == pytest.approx(2 * 44 / (2 * 67), rel=0.01)


def test_boards_tokens_and_dice_lie_there_with_their_numbers():
    _, saved = files_of(load("examples/draughts"))
    board, *others = saved["ObjectStates"]
    assert board["Name"] == "Custom_Board"
    bags = {each["Nickname"]: len(each["ContainedObjects"]) for each in others if each["Name"] == "Bag"}
    assert bags == {"disc, red (12)": 12, "disc, white (12)": 12}
    _, saved = files_of(load("examples/creels"))
    (dice,) = (each for each in saved["ObjectStates"] if each["Name"] == "Bag")
    assert len(dice["ContainedObjects"]) == 24
    assert [each["Value"] for each in dice["ContainedObjects"][0]["RotationValues"]] == [1, 2, 3, 4, 5, 6]


def test_more_cards_than_a_sheet_holds_take_several_and_two_sides_have_backs_of_their_own(monkeypatch):
    """The last place of a sheet is free; a card with two sides has its own back."""
    game = load("examples/tic_tac_toe")
    chips = [
        PrintedPiece(f"c{each}", "chip", "Chip", "", 1, (CardSide(f"A{each}", ""), CardSide(f"B{each}", "")), CardSide("", ""))
        for each in range(MOST_CARDS + 1)
    ]  # fmt: skip
    monkeypatch.setattr("ruleset_core.print.tabletop_simulator.printed_pieces", lambda *_: chips)
    drawn = []
    monkeypatch.setattr(_Files, "image", lambda _, name, page: drawn.append((name, page)) or name)
    (deck,) = _decks(_Files(game, "en", str, {}), ["chip"])
    assert deck["DeckIDs"][-2:] == [168, 200]
    assert [(each["NumWidth"], each["NumHeight"], each["UniqueBack"]) for each in deck["CustomDeck"].values()] == [
        (10, 7, True),
        (2, 2, True),
    ]
    assert [name for name, _ in drawn] == ["chip-1", "chip-1-backs", "chip-2", "chip-2-backs"]


def test_export_writes_the_files_and_says_where_they_go(run, tmp_path, monkeypatch):
    done = run("export", "tic_tac_toe", "--tabletop-simulator", tmp_path / "tts")
    assert done.code == 0
    assert "Saves/Saved Objects" in done.out
    saved = json.loads((tmp_path / "tts" / "tic_tac_toe.json").read_text())
    found = saved["ObjectStates"][0]["CustomImage"]["ImageURL"]
    assert found == (tmp_path / "tts" / "board1.png").resolve().as_uri()
    run("export", "tic_tac_toe", "--tabletop-simulator", tmp_path / "two", "--url", "https://example.org/a/")
    assert '"https://example.org/a/board1.png"' in (tmp_path / "two" / "tic_tac_toe.json").read_text()
    assert "--tabletop-simulator DIR" in run("export", "tic_tac_toe", "--url", "x").err
    for url in (
        "example.org/a",
        "javascript:alert(1)",
        "https://",
        "https://example.org/a?b",
        'https://example.org/"',
        "https://x/\x1b[31m",
    ):
        refused = run("export", "tic_tac_toe", "--tabletop-simulator", tmp_path / "four", "--url", url)
        assert (refused.code, "such as https://" in refused.err, "\x1b" in refused.err) == (2, True, False)
    assert not (tmp_path / "four").exists()
    monkeypatch.setattr("ruleset_core.cli.printing.has_png", lambda: False)
    assert "pip install" in run("export", "tic_tac_toe", "--tabletop-simulator", tmp_path / "three").err

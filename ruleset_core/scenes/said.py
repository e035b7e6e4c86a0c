"""What is drawn as a colour, a sign or a mark, in words and letters: nothing is told by these alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

LETTERS: Final = {
    "red": "RR", "yellow": "YA", "white": "WB", "blue": "BZ", "green": "GV", "black": "KN", "pink": "PS", "purple": "UM",
    "orange": "OJ", "brown": "NT", "grey": "EG", "gold": "DD",
}  # fmt: skip
"""A letter for each colour, in English and in Spanish; no two have the same in a language."""

COLOURS: Final = {
    "red": "rojo", "yellow": "amarillo", "white": "blanco", "blue": "azul", "green": "verde", "black": "negro", "pink": "rosa",
    "purple": "morado", "orange": "naranja", "brown": "marrón", "grey": "gris", "gold": "dorado",
}  # fmt: skip
"""What colours are called in Spanish."""

SPOKEN: Final = {
    "die": "dado", "cube": "cubo", "citizen": "ciudadano", "tower": "torre", "house": "casa", "palace": "palacio",
    "wall": "muro", "coin": "moneda", "shield": "escudo", "card": "carta", "back": "carta boca abajo", "stone": "piedra",
    "ring": "anillo", "star": "estrella", "banner": "estandarte", "heart": "corazón", "leaf": "hoja", "drop": "gota",
    "wheat": "trigo", "wood": "madera", "brick": "ladrillo", "ore": "mineral", "cross": "cruz", "check": "sí", "box": "casilla",
    "dot": "punto", "arrow": "flecha", "road": "camino",
}  # fmt: skip
"""What signs are called in Spanish where they are read aloud."""


CHARACTERS: Final = {
    "die": "⚄", "cube": "■", "citizen": "♟", "tower": "♜", "house": "⌂", "palace": "♛", "wall": "▬", "coin": "¤",
    "shield": "▼", "card": "▯", "back": "▒", "stone": "●", "ring": "○", "star": "★", "banner": "⚑", "heart": "♥",
    "leaf": "♣", "drop": "♦", "wheat": "ψ", "wood": "‖", "brick": "▤", "ore": "▲", "cross": "✗", "check": "✓", "box": "□",
    "dot": "·", "arrow": "▸", "road": "═",
}  # fmt: skip
"""A character for each sign: a terminal shows it, and a text of a look speaks of a sign by it."""

SIGNS_IN_TEXTS: Final = {char: sign for sign, char in CHARACTERS.items() if sign != "dot"}
"""The signs of which texts of looks speak, by their characters: `■ built`. A dot is also punctuation."""
PLAYER: Final = ("Player", "Jugador")


def seat_mark(seat: int, seats: int) -> str:
    """One character for a seat: X and O for two, else the player's number (A for the tenth)."""
    if seats == 2:
        return "XO"[seat]
    return str(seat + 1) if seat < 9 else chr(ord("A") + seat - 9)


def player(seat: int, lang: str, names: Sequence[str] = ()) -> str:
    """What the player on a seat is called; who has no name is numbered, from one on."""
    return names[seat] if seat < len(names) else f"{PLAYER[lang == 'es']} {seat + 1}"


def player_letter(lang: str) -> str:
    """The letter before a player's number where there is no room for the word: P1, J1."""
    return PLAYER[lang == "es"][0]


def letter(colour: str, lang: str) -> str:
    """The letter that says a colour where nothing else does."""
    return LETTERS.get(colour, "  ")[lang == "es"].strip()


def colour_name(colour: str, lang: str) -> str:
    """What a colour is called."""
    return COLOURS.get(colour, colour) if lang == "es" else colour


def sign_name(sign: str, lang: str) -> str:
    """What a sign is called where it is read aloud."""
    return SPOKEN.get(sign, sign) if lang == "es" else {"back": "face-down card", "check": "yes"}.get(sign, sign)

"""Colours and signs by name, as a terminal shows them. What a colour says is said by a letter as well."""

from __future__ import annotations

from typing import Final

STYLES: Final = {
    "red": "bold red",
    "yellow": "bold dark_goldenrod",
    "white": "bold",
    "blue": "bold dodger_blue2",
    "green": "bold green",
    "black": "bold grey50",
    "pink": "bold magenta",
    "purple": "bold medium_purple",
    "orange": "bold dark_orange",
    "brown": "bold orange4",
    "grey": "grey50",
    "gold": "bold gold3",
}
"""Middle tones that read on dark and light terminals; white is the terminal's own colour in bold."""

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

SIGNS: Final = {
    "die": "⚄", "cube": "■", "citizen": "♟", "tower": "♜", "house": "⌂", "palace": "♛", "wall": "▬", "coin": "¤",
    "shield": "▼", "card": "▯", "back": "▒", "stone": "●", "ring": "○", "star": "★", "banner": "⚑", "heart": "♥",
    "leaf": "♣", "drop": "♦", "wheat": "ψ", "wood": "‖", "brick": "▤", "ore": "▲", "cross": "✗", "check": "✓", "box": "□",
    "dot": "·", "arrow": "▸", "road": "═",
}  # fmt: skip
"""A character of one column for each sign."""

SPOKEN: Final = {
    "die": "dado", "cube": "cubo", "citizen": "ciudadano", "tower": "torre", "house": "casa", "palace": "palacio",
    "wall": "muro", "coin": "moneda", "shield": "escudo", "card": "carta", "back": "carta boca abajo", "stone": "piedra",
    "ring": "anillo", "star": "estrella", "banner": "estandarte", "heart": "corazón", "leaf": "hoja", "drop": "gota",
    "wheat": "trigo", "wood": "madera", "brick": "ladrillo", "ore": "mineral", "cross": "cruz", "check": "sí", "box": "casilla",
    "dot": "punto", "arrow": "flecha", "road": "camino",
}  # fmt: skip
"""What signs are called in Spanish where they are read aloud."""

EMPTY: Final = "·"


def style(colour: str, kind: str = "") -> str:
    """The style of a colour, or of what stands out or back."""
    found = STYLES.get(colour, "")
    return f"{found} {kind}".strip() if kind and kind not in found else found


def letter(colour: str, lang: str) -> str:
    """The letter that says a colour where nothing else does."""
    return LETTERS.get(colour, "  ")[lang == "es"].strip()


def colour_name(colour: str, lang: str) -> str:
    """What a colour is called."""
    return COLOURS.get(colour, colour) if lang == "es" else colour


def sign_name(sign: str, lang: str) -> str:
    """What a sign is called where it is read aloud."""
    return SPOKEN.get(sign, sign) if lang == "es" else {"back": "face-down card", "check": "yes"}.get(sign, sign)

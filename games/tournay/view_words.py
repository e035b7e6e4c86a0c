"""The words and colours of the Tournay view that the game's data does not name."""

from __future__ import annotations

from typing import Final

from ruleset_core.cli.view_frame import RED, WHITE, YELLOW, spoken

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "begins": ("{} began", "empezó {}"),
    "over": ("game over", "fin de la partida"),
    "you": ("you", "tú"),
    "players": ("players and their districts", "los jugadores y sus distritos"),
    "district": ("your district", "tu distrito"),
    "filled": ("{}/{} spaces, {} prestige ({} to end)", "{}/{} espacios, {} prestigio (fin con {})"),
    "decks": ("decks", "mazos"),
    "known": ("you know, from the top", "conoces, desde arriba"),
    "events": ("events", "eventos"),
    "criers": ("criers", "pregoneros"),
    "to_end": ("{} ({} to end)", "{} ({} para acabar)"),
    "board": ("on the board", "en el tablero"),
    "events_left": ("events to come", "eventos restantes"),
    "coins": ("coins", "monedas"),
    "combat": ("combat", "combate"),
    "fee": ("{} + {} den.", "{} + {} den."),
    "deniers": ("deniers", "deniers"),
    "hand": ("hand", "mano"),
    "walls": ("ramp.", "mur."),
    "spaces": ("spaces", "espac."),
    "prestige": ("prest.", "prest."),
    "backs": ("hand of {}", "mano de {}"),
    "price": ("price", "precio"),
    "points": ("points", "puntos"),
    "point": ("{} pt", "{} pt"),
    "another_card": ("{} + a card", "{} + una carta"),
    "own_citizen": ("1 {} citizen", "1 ciudadano {}"),
    "below": ("+{} below", "+{} debajo"),
    "nothing": ("no card yet: the first one lies on {}", "aún sin cartas: la primera va en {}"),
    "no_hand": ("no cards in hand", "sin cartas en la mano"),
    "at": ("{} on {}", "{} en {}"),
    "decides": ("▸ decides now", "▸ le toca"),
    "citizens": ("2+1+0: standing + lying + on buildings", "2+1+0: de pie + tumbados + en edificios"),
    "hands": ("hand 3+1: cards + ramparts", "mano 3+1: cartas + murallas"),
    "prestige_points": ("2/1: points for builder/others", "2/1: puntos de quien lo tiene/los demás"),
    "house": ("* house card", "* carta de la casa"),
    "figures": ("° some figures are ours", "° algunas cifras son nuestras"),
}  # fmt: skip

word = spoken(_WORDS)
"""One of the words above in English or Spanish."""
STYLES: Final = (YELLOW, WHITE, RED)
"""How the colours are drawn, in the order in which the data declares them."""

"""What pages say, in English and Spanish; the page asks for one of them."""

from __future__ import annotations

from typing import Any, Final

from ruleset_core.bots import LEVELS
from ruleset_core.record import HUMAN
from ruleset_core.scenes.said import CHARACTERS, COLOURS, LETTERS, SIGNS_IN_TEXTS, colour_name, letter, sign_name
from ruleset_core.texts.names import kind_word
from ruleset_core.texts.saying import Both

__all__ = ["PAGE", "page_words"]

OFFERED: Final = (*LEVELS, "greedy", "random")
"""The bots that a page offers, as players know them; there are more, to compare with."""
PAGE: Final[Both] = {
    "your_turn": ("Your turn", "Te toca"),
    "waits_for": ("Waiting for {names}", "Esperando a {names}"),
    "thinks": ("{name} thinks …", "{name} piensa…"),
    "kept": ("Your answer waits for the others.", "Tu respuesta espera a los demás."),
    "over": ("The game is over.", "La partida ha terminado."),
    "undo": ("Undo", "Deshacer"),
    "hint": ("Hint", "Consejo"),
    "log": ("What happened", "Qué ha pasado"),
    "table": ("Table", "Mesa"),
    "question": ("Question", "Pregunta"),
    "players": ("Players", "Jugadores"),
    "you": ("you", "tú"),
    "bot": ("bot", "bot"),
    "person": ("person", "persona"),
    "here": ("at the table", "en la mesa"),
    "away": ("away", "ausente"),
    "offline": ("Connection lost. Trying again …", "Sin conexión. Probando de nuevo…"),
    "answer_kept": ("Connection lost. Your answer is sent as soon as the table is back.", "Sin conexión. Tu respuesta se envía en cuanto vuelva la mesa."),
    "answer_outdated": (
        "Another question is asked now: what you answered without a connection was not sent again.",
        "Ahora se pregunta otra cosa: lo que respondiste sin conexión no se ha vuelto a enviar.",
    ),
    "gone": ("This link does not open the table (any more).", "Este enlace no abre la mesa (o ya no)."),
    "no_link": ("This address needs a link: ask the host for yours.", "Falta el enlace: pide el tuyo al anfitrión."),
    "trouble": ("The game cannot be saved at the moment.", "La partida no se puede guardar ahora."),
    "bot_broke": ("A bot could not go on: {problem}", "Un bot no ha podido seguir: {problem}"),
    "download_story": ("Download my story", "Descargar mi historia"),
    "download_record": ("Download the record", "Descargar la partida"),
    "analyse": ("How it went", "Cómo fue"),
    "analyse_why": (
        "What each could expect, where the game turned, what cost something, and what was luck.",
        "Qué podía esperar cada uno, dónde cambió la partida, qué costó algo y qué fue azar.",
    ),
    "analysis_waits": ("Other games are gone through first …", "Antes se repasan otras partidas…"),
    "analysis_runs": ("The game is gone through: {percent} % …", "Se repasa la partida: {percent} %…"),
    "analysis_failed": ("The game could not be gone through.", "No se ha podido repasar la partida."),
    "analysis_done": ("The game was gone through.", "La partida está repasada."),
    "rematch": ("Rematch", "Revancha"),
    "sound": ("Sound", "Sonido"),
    "notify": ("Notify me", "Avisarme"),
    "lobby": ("Tables", "Mesas"),
    "new_table": ("New table", "Mesa nueva"),
    "game": ("Game", "Juego"),
    "expansions": ("Expansions", "Expansiones"),
    "name": ("Name", "Nombre"),
    "who": ("Who plays", "Quién juega"),
    "add_player": ("Add a player", "Añadir jugador"),
    "remove": ("Remove", "Quitar"),
    "begin": ("Begin", "Empezar"),
    "links": ("Links", "Enlaces"),
    "link_of": ("{name}'s link", "Enlace de {name}"),
    "link_of_bot": ("{name}'s link: a bot, unless you give the seat to somebody", "Enlace de {name}: un bot, si no das el asiento a nadie"),
    "link_host": ("Your link as host", "Tu enlace de anfitrión"),
    "link_watch": ("To watch", "Para mirar"),
    "copy": ("Copy", "Copiar"),
    "copied": ("Copied", "Copiado"),
    "saved": ("Saved games", "Partidas guardadas"),
    "go_on": ("Go on", "Seguir"),
    "allow_hints": ("Hints are allowed", "Se permiten consejos"),
    "watchers_see": ("Spectators see", "Los espectadores ven"),
    "reveals_all": ("what all may see, and everything after the end", "lo que todos pueden ver, y todo al final"),
    "reveals_public": ("what all may see, and no more", "lo que todos pueden ver, y nada más"),
    "options": ("Options", "Opciones"),
    "any": ("any", "cualquiera"),
    "own_language": ("language of the browser", "idioma del navegador"),
    "links_why": (
        "Give each player one, and nobody else. They are shown this once.",
        "Dale a cada jugador el suyo, y a nadie más. Solo se muestran esta vez.",
    ),
    "own_tables": ("Your tables", "Tus mesas"),
    "no_saved": ("There is none to go on with.", "No hay ninguna para seguir."),
    "moves": ("moves: {count}", "jugadas: {count}"),
    "the_table": ("The table", "La mesa"),
    "who_plays": ("Who plays for {name}", "Quién juega por {name}"),
    "watching": ("watching: {count}", "mirando: {count}"),
    "old_ends": ("The link before this one ends now.", "El enlace anterior deja de valer."),
    "new_watch": ("New link to watch", "Enlace nuevo para mirar"),
    "new_host": ("New link of the host", "Enlace nuevo del anfitrión"),
    "pause": ("Shortest time for a bot's move", "Tiempo mínimo de la jugada de un bot"),
    "seconds": ("{count} s", "{count} s"),
    "to_rematch": ("To the rematch", "A la revancha"),
    "rematch_told": (
        "Everybody who still looks at this table finds the way there on their page. These are the links of the others.",
        "Quien sigue en esta mesa encuentra el camino en su página. Estos son los enlaces de los demás.",
    ),
    "new_link": ("New link", "Enlace nuevo"),
    "choose": ("What can be chosen glows; here are all options.", "Lo que se puede elegir brilla; aquí están todas las opciones."),
    "also_listed": ("Choose on the table, or from a list: {count}", "Elige en la mesa, o en una lista: {count}"),
    "many": ("{count} options: choose on the table.", "{count} opciones: elige en la mesa."),
    "goes_where": ("{name}: where to?", "{name}: ¿adónde?"),
    "which": ("{name}: which?", "{name}: ¿cuál?"),
    "cancel": ("Cancel", "Cancelar"),
    "light": ("Light or dark", "Claro u oscuro"),
    "empty": ("empty", "vacío"),
    "face_down": ("face down", "boca abajo"),
    "hinting": ("A bot thinks about it …", "Un bot lo piensa…"),
    "hinted": ("hints: {count}", "consejos: {count}"),
    "points": ("points", "puntos"),
    "scores": ("Scores", "Puntos"),
    "settings": ("Settings", "Ajustes"),
    "language": ("Language", "Idioma"),
    "colour": ("Colour", "Color"),
    "close": ("Close", "Cerrar"),
    "apply": ("Apply", "Aplicar"),
    "look_up": ("Look something up", "Buscar algo"),
    "look_up_how": ("A card, a place, a word of the rules …", "Una carta, un lugar, una palabra de las reglas…"),
    "look_up_none": ("Nothing in this game has that name.", "Nada en este juego se llama así."),
    "look_up_count": ("Found: {count}", "Resultados: {count}"),
    "whole_card": ("All of this card: {what}.", "Toda esta carta: {what}."),
    "look_up_speak": ("Cards that speak of it", "Cartas que hablan de ello"),
    "look_up_near": ("Perhaps you mean", "Quizá quieras decir"),
    "and_more": ("and {count} more", "y {count} más"),
    "link_for": ("The new link: {link}", "El enlace nuevo: {link}"),
}  # fmt: skip


def _kind(kind: str, lang: str) -> str:
    """Who sits somewhere, in a word or two."""
    place = lang == "es"
    return PAGE["person"][place] if kind == HUMAN else f"{PAGE['bot'][place]}: {kind_word(kind, lang)}"


def page_words(lang: str) -> dict[str, Any]:
    """The words of a page in a language: its texts, and what colours and signs are called; `characters`: the signs that texts of looks write as characters."""
    return {
        "lang": lang,
        "kinds": {kind: _kind(kind, lang) for kind in (HUMAN, *OFFERED)},
        "texts": {key: both[1 if lang == "es" else 0] for key, both in PAGE.items()},
        "letters": {colour: letter(colour, lang) for colour in LETTERS},
        "colours": {colour: colour_name(colour, lang) for colour in COLOURS},
        "signs": {sign: sign_name(sign, lang) for sign in CHARACTERS},
        "characters": SIGNS_IN_TEXTS,
    }

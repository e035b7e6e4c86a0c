"""What pages say, in English and Spanish; the page asks for one of them."""

from __future__ import annotations

from typing import Final

from ruleset_core.scenes.said import CHARACTERS, COLOURS, LETTERS, colour_name, letter, sign_name
from ruleset_core.texts.saying import Both

__all__ = ["PAGE", "page_words"]

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
    "gone": ("This link does not open the table (any more).", "Este enlace no abre la mesa (o ya no)."),
    "no_link": ("This address needs a link: ask the host for yours.", "Falta el enlace: pide el tuyo al anfitrión."),
    "trouble": ("The game cannot be saved at the moment.", "La partida no se puede guardar ahora."),
    "bot_broke": ("A bot could not go on: {problem}", "Un bot no ha podido seguir: {problem}"),
    "download_story": ("Download my story", "Descargar mi historia"),
    "download_record": ("Download the record", "Descargar la partida"),
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
    "link_host": ("Your link as host", "Tu enlace de anfitrión"),
    "link_watch": ("To watch", "Para mirar"),
    "copy": ("Copy", "Copiar"),
    "copied": ("Copied", "Copiado"),
    "saved": ("Saved games", "Partidas guardadas"),
    "go_on": ("Go on", "Seguir"),
    "allow_hints": ("Hints are allowed", "Se permiten consejos"),
    "reveals": ("Watchers see everything after the end", "Quien mira ve todo al final"),
    "give_bot": ("Give to a bot", "Dar a un bot"),
    "give_person": ("Give to a person", "Dar a una persona"),
    "new_link": ("New link", "Enlace nuevo"),
    "choose": ("What can be chosen glows; here are all options.", "Lo que se puede elegir brilla; aquí están todas las opciones."),
    "many": ("{count} options: choose on the table.", "{count} opciones: elige en la mesa."),
    "goes_where": ("{name}: where to?", "{name}: ¿adónde?"),
    "which": ("{name}: which?", "{name}: ¿cuál?"),
    "cancel": ("Cancel", "Cancelar"),
    "light": ("Light or dark", "Claro u oscuro"),
    "empty": ("empty", "vacío"),
    "face_down": ("face down", "boca abajo"),
    "hinting": ("A bot thinks about it …", "Un bot lo piensa…"),
    "hinted": ("hints: {count}", "consejos: {count}"),
    "scores": ("Scores", "Puntos"),
    "settings": ("Settings", "Ajustes"),
    "language": ("Language", "Idioma"),
    "colour": ("Colour", "Color"),
    "close": ("Close", "Cerrar"),
    "apply": ("Apply", "Aplicar"),
    "link_for": ("The new link: {link}", "El enlace nuevo: {link}"),
    "none": ("none", "ninguno"),
}  # fmt: skip


def page_words(lang: str) -> dict[str, dict[str, str]]:
    """The words of a page in a language: its texts, and what colours and signs are called."""
    return {
        "texts": {key: both[1 if lang == "es" else 0] for key, both in PAGE.items()},
        "letters": {colour: letter(colour, lang) for colour in LETTERS},
        "colours": {colour: colour_name(colour, lang) for colour in COLOURS},
        "signs": {sign: sign_name(sign, lang) for sign in CHARACTERS},
    }

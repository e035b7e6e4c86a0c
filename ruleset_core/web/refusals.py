"""What pages are refused, in English and Spanish."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs

from starlette.responses import JSONResponse

from ruleset_core.texts.saying import Both, Texts

if TYPE_CHECKING:
    from starlette.types import Scope

__all__ = ["REFUSED", "Refusal", "lang_of", "refusal"]

REFUSED: Final[Both] = {
    "not_understood": (
        "the server does not understand what this page sends ({what}); load it anew",
        "el servidor no entiende lo que envía esta página ({what}); vuelve a cargarla",
    ),
    "too_large": ("this is too much at once: more than {most} bytes", "es demasiado de una vez: más de {most} bytes"),
    "no_length": (
        "it must be said beforehand how long this is (Content-Length), and it must come in one piece",
        "hay que decir antes cuánto ocupa (Content-Length), y debe llegar de una pieza",
    ),
    "other_page": ("another page cannot do that", "otra página no puede hacer eso"),
    "no_page": ("there is nothing here", "aquí no hay nada"),
    "no_method": ("this cannot be done here", "esto no se puede hacer aquí"),
    "no_lobby": ("this link does not open the lobby", "este enlace no abre la sala"),
    "no_table": ("this link does not open the table (any more)", "este enlace no abre la mesa (o ya no)"),
    "no_seat": ("this link is of no seat", "este enlace no es de ningún asiento"),
    "host_only": ("only the host may do that", "eso solo lo puede hacer el anfitrión"),
    "no_game": ("there is no such game here, or no such expansion", "aquí no hay ese juego, o no esa expansión"),
    "no_saved": ("there is no saved game {file}", "no hay ninguna partida guardada {file}"),
    "no_bot": ("there is no bot called {kind}", "no hay ningún bot llamado {kind}"),
    "no_rematch": (
        "there is a rematch after the end, and only one", "hay revancha cuando la partida ha terminado, y solo una",
    ),
    "name_taken": ("two players are called {name}", "hay dos jugadores con el nombre {name}"),
    "colour_taken": ("somebody else has this colour", "otra persona tiene ese color"),
    "other_hint": ("another hint is being thought about at this table", "en esta mesa ya se piensa otro consejo"),
    "not_over": ("a game is gone through when it is over", "una partida se repasa cuando ha terminado"),
    "not_found_yet": ("nothing was found yet", "todavía no se ha encontrado nada"),
    "not_saved": (
        "this cannot be saved now, so it was not done; try again later",
        "esto no se puede guardar ahora, así que no se ha hecho; prueba más tarde",
    ),
    "not_loaded": (
        "the game cannot be loaded; the server's terminal says why", "el juego no se puede cargar; el terminal del servidor dice por qué",
    ),
    "many_tables": ("there are too many tables; try again later", "hay demasiadas mesas; prueba más tarde"),
    "many_pages": (
        "too many pages look at this table with your link; close one",
        "demasiadas páginas miran esta mesa con tu enlace; cierra una",
    ),
    "many_open": ("too many pages are open here; try again later", "hay demasiadas páginas abiertas; prueba más tarde"),
    "many_yours": (
        "too many pages are open from your address; close one", "hay demasiadas páginas abiertas desde tu dirección; cierra una",
    ),
    "too_often": (
        "your address asks too often; wait a few seconds", "tu dirección pregunta demasiado a menudo; espera unos segundos",
    ),
    "silent": ("the table does not answer now; try again", "la mesa no responde ahora; prueba otra vez"),
    "fault": (
        "something went wrong on the server; its terminal tells what",
        "algo ha fallado en el servidor; su terminal dice qué",
    ),
}  # fmt: skip
_TEXTS: Final = Texts(REFUSED, {})


class Refusal(Exception):
    """What is answered instead: a status, and the key of a sentence with its values."""

    def __init__(self, status: int, key: str, **values: object) -> None:
        super().__init__(key)
        self.status, self.key, self.values = status, key, values

    def why(self, lang: str) -> str:
        """The sentence."""
        return _TEXTS.say(self.key, lang, **self.values)

    def __str__(self) -> str:
        return self.why("en")


def lang_of(scope: Scope) -> str:
    """The language of who asks: what follows `?` in the address says it, else the browser."""
    asked = parse_qs(scope["query_string"][:2000].decode("latin-1")).get("lang")
    if asked is None:
        browser: bytes = dict(scope["headers"]).get(b"accept-language", b"")
        asked = [browser[:2].lower().decode("latin-1")]
    return "es" if asked[0] == "es" else "en"


def refusal(why: Refusal, scope: Scope) -> JSONResponse:
    """The answer to somebody who is refused something, in their language."""
    return JSONResponse({"refused": why.why(lang_of(scope))}, why.status)

"""What the commands within a game say: `?`, `undo`, `why`, `help` and the like."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

__all__ = ["COMMANDS"]

COMMANDS: Final[Both] = {
    "you_can": ("You can:", "Puedes:"),
    "you_cannot": ("Not now:", "Ahora no:"),
    "no_reason": ("not possible now", "no es posible ahora"),
    "untold": (
        "{count} more that cannot be done; ? all tells all.",
        "{count} más que no se pueden hacer; ? todo lo dice todo.",
    ),
    "turn_begins": ("This is the beginning of your turn.", "Este es el comienzo de tu turno."),
    "undone_so_far": ("It goes back no further: {problem}.", "No se puede deshacer más: {problem}."),
    "undone": ("{name} takes back: {move}", "{name} deshace: {move}"),
    "not_undone": ("Cannot undo: {problem}.", "No se puede deshacer: {problem}."),
    "no_moves": ("No moves yet.", "Aún no hay jugadas."),
    "save_what": ("save FILE: name a file", "guardar FICHERO: indica un fichero"),
    "load_what": ("load FILE goes on with one of these:", "cargar FICHERO sigue una de estas:"),
    "endless": (
        "The bots have decided {count} times and come to no end; stopped. Let another kind of bot take a seat, with --seats.",
        "Los bots han decidido {count} veces sin llegar al final; se para aquí. Sienta a otra clase de bot con --seats.",
    ),
    "saved": ("Saved: {file}", "Guardado: {file}"),
    "loaded": ("Loaded: {file}, {count} moves", "Cargado: {file}, {count} jugadas"),
    "scores_so_far": ("The score sheets so far:", "Las hojas de puntos hasta ahora:"),
    "no_scores": ("Nothing is counted as points in this game.", "En este juego no se cuentan puntos."),
    "why_what": (
        "why NAME says where it came from: {names}.",
        "porqué NOMBRE dice de dónde viene: {names}.",
    ),
    "why_more": (
        "why NAME 7 tells its last 7 changes, why NAME PLAYER those of another player.",
        "porqué NOMBRE 7 dice sus 7 últimos cambios; porqué NOMBRE JUGADOR, lo de otro jugador.",
    ),
    "why_nothing": (
        "nothing called `{text}` is counted here; why a move cannot be made says: ? {text}",
        "aquí no se cuenta nada llamado `{text}`; por qué no se puede hacer una jugada lo dice: ? {text}",
    ),
    "why_of": ("{whose}: {what}", "{whose}: {what}"),
    "why_table": ("The table: {what}", "La mesa: {what}"),
    "why_now": ("{of}: {amount}", "{of}: {amount}"),
    "why_so_far": (
        "{of}, if the game ended now: {amount}",
        "{of} si la partida terminara ahora: {amount}",
    ),
    "why_unseen": ("{of}: you may not know that", "{of}: eso no lo puedes saber"),
    "why_unchanged": ("Nothing has changed it.", "Nada lo ha cambiado."),
    "why_worked_out": (
        "It is worked out from what lies there now: it has no changes to tell.",
        "Se calcula con lo que hay ahora: no hay cambios que contar.",
    ),
    "why_last": ("{of}, the last {count} changes:", "{of}, los últimos {count} cambios:"),
    "why_last_one": ("{of}, the last change:", "{of}, el último cambio:"),
    "why_start": ("there at first", "al principio"),
    "why_read": ("{amount}: {what}", "{amount}: {what}"),
    "why_read_times": ("{amount}, {times} times: {what}", "{amount}, {times} veces: {what}"),
    "why_reading": (
        "Going through {count} moves once more...",
        "Se repasan {count} jugadas...",
    ),
    "hint_thinking": ("thinking ({keys}: stop)", "pensando ({keys}: parar)"),
    "hint_stopped": ("Stopped: there is no hint.", "Parado: no hay consejo."),
    "hint_unsaved": (
        "That a hint was asked for could not be written down: {problem}",
        "No se ha podido anotar que se pidió un consejo: {problem}",
    ),
    "hint_noted": (
        "That you asked is kept with the game: all at the table may know.",
        "Que lo has pedido queda con la partida: toda la mesa puede saberlo.",
    ),
    "help": (
        (
            "Type the number of an option, its move as written, or as much of it as is unique.\n"
            "  ?          what you can do, and why not the rest\n"
            "  ? all      the same, of everything the game has\n"
            "  ? NAME     a move: why not; a card or word: what it is\n"
            "  ? rules    what the rules have a name for\n"
            "  board      draw all of the game; board NAME: a part of it\n"
            "  scores     your score sheet so far\n"
            "  why NAME   where your points, money and the like came from\n"
            "  why X 7    the last 7 changes of X; why X ANA: of Ana's X\n"
            "  hint       what a bot would do; hint strong: thinks longer\n"
            "  log        what has happened; log 10: the last ten lines\n"
            "  undo       take back your last decision\n"
            "  undo turn  take back your turn, as far as that may be\n"
            "  save FILE  save the game as FILE\n"
            "  load FILE  go on with a saved game\n"
            "  help       this text\n"
            "  quit       stop; the game is kept\n"
            "With a colon before it, as in :log, it is a command even if a move has its name."
        ),
        (
            "Escribe el número de una opción, la jugada o lo bastante de ella para que sea única.\n"
            "  ?                qué puedes hacer y por qué no lo demás\n"
            "  ? todo           lo mismo, de todo el juego\n"
            "  ? NOMBRE         jugada: por qué no; carta o voz: qué es\n"
            "  ? reglas         todo lo que tiene nombre en las reglas\n"
            "  tablero          dibuja la partida; tablero X: una parte\n"
            "  puntos           tu hoja de puntos hasta ahora\n"
            "  porqué NOMBRE    de dónde vienen puntos, dinero y demás\n"
            "  porqué X 7       los 7 últimos cambios de X; X ANA: de Ana\n"
            "  consejo          qué haría un bot; consejo fuerte: mejor\n"
            "  registro         lo que ha pasado; registro 10: el final\n"
            "  deshacer         retira tu última decisión\n"
            "  deshacer turno   retira tu turno hasta donde se pueda\n"
            "  guardar FICHERO  guarda la partida en un fichero\n"
            "  cargar FICHERO   sigue una partida guardada\n"
            "  ayuda            este texto\n"
            "  salir            deja la partida, que se conserva\n"
            "Con dos puntos delante, como en :registro, es una orden aunque una jugada se llame así."
        ),
    ),
}

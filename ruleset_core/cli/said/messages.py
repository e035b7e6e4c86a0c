"""What `ruleset play` and `ruleset replay` say, in English and Spanish.

`{name}` stands for a value. Both languages of a text name the same values; a test compares them.
"""

from __future__ import annotations

from typing import Final

from ruleset_core.cli.said.of_full import FULL
from ruleset_core.cli.said.of_looks import LOOK
from ruleset_core.texts.saying import Both, Texts
from ruleset_core.texts.shared import ONE as SHARED_ONE
from ruleset_core.texts.shared import SHARED

__all__ = ["ONE", "TEXTS", "say"]

TEXTS: Final[Both] = {
    **LOOK,
    **FULL,
    # start
    "seed": ("Seed {seed}.", "Semilla {seed}."),
    "seed_number": ("Seed {seed}, game {number}.", "Semilla {seed}, partida {number}."),
    "number_of_seed": (
        "--number says which of the games of a seed; name the seed too: --seed N",
        "--number dice cuál de las partidas de una semilla; indica también la semilla: --seed N",
    ),
    "not_saved": ("This game is not being saved.", "Esta partida no se guarda."),
    "hint": (
        "Type a number or a move; ? for help, ? rules for what the game is about.",
        "Escribe un número o una jugada (? = ayuda, ? reglas = de qué va el juego).",
    ),
    "since": ("Since your last turn:", "Desde tu último turno:"),
    "resumed": ("Going on after {count} moves.", "Continúa tras {count} jugadas."),
    "dropped": (
        "The last line of {file} was incomplete and has been dropped.",
        "La última línea de {file} estaba incompleta y se ha descartado.",
    ),
    "skipped": ("Skipped: {problem}", "Se omite: {problem}"),
    "still_fits": (
        "{file}: {changed}. All moves still fit; what follows is played with the rules of now.",
        "{file}: {changed}. Todas las jugadas encajan aún; lo que sigue se juega con las reglas de ahora.",
    ),
    "fits_so_far": (
        "{problem}. This much is there; {file} stays as it is.",
        "{problem}. Hasta ahí llega; {file} queda como está.",
    ),
    "new_file": ("From now on it is saved in a new file.", "Desde ahora se guarda en un fichero nuevo."),
    "misfit_go_on": ("{problem}; go on from there with: {command}", "{problem}; para seguir desde ahí: {command}"),
    "misfit_look": ("{problem}; see it up to there with: {command}", "{problem}; para verla hasta ahí: {command}"),
    "other_game_go_on": ("{problem}; go on with it: {command}", "{problem}; para seguir con ella: {command}"),
    "other_game_look": ("{problem}; see it with: {command}", "{problem}; para verla: {command}"),
    "no_such_kind": (
        "`{kind}` can take no seat; it is `human` or one of: {known}",
        "`{kind}` no puede ocupar un asiento; es `human` o uno de: {known}",
    ),
    "seats_players": (
        "{players} play, and --seats names {seats}; name every one, as in `--seats {example}`",
        "juegan {players}, y --seats nombra {seats}; nombra a todos, como en `--seats {example}`",
    ),
    "players_range": ("{game} is for {span} players", "{game} es para {span} jugadores"),
    "bad_name": (
        "`{name}` is no name to show: 1 to 40 printable characters",
        "`{name}` no sirve de nombre: de 1 a 40 caracteres visibles",
    ),
    "bad_option": ("`{text}` is not NAME or NAME=VALUE", "`{text}` no es NOMBRE ni NOMBRE=VALOR"),
    "option_twice": ("option `{name}` is given twice", "la opción `{name}` se da dos veces"),
    "new_game_only": ("{option} is for a new game, not for --resume", "{option} es de partidas nuevas, no de --resume"),
    "which_game": ("name a game, or --resume one", "indica un juego, o retoma una partida con --resume"),
    # turns
    "hand_over": ("{name}: press Enter when only you are looking", "{name}: pulsa Intro cuando solo mires tú"),
    "no_choice": (
        "{name}: there was no choice in this turn. Press Enter",
        "{name}: en este turno no había nada que elegir. Pulsa Intro",
    ),
    "only_choice": ("No other choice: {answer}", "Sin otra opción: {answer}"),
    "once_more": ("Once more: {prompt}", "Otra vez: {prompt}"),
    "many_options": (
        "{count} options, such as `{notation}`; ? lists all of them",
        "{count} opciones, por ejemplo `{notation}`; ? las lista todas",
    ),
    "no_panel": (
        "nothing on the table is called '{name}'; there is: {names}",
        "en la mesa nada se llama '{name}'; hay: {names}",
    ),
    "prompt": ("> ", "> "),
    "only_answer": (
        "The only answer; Enter takes it. You are asked so that nobody learns that there is no other.",
        "La única respuesta; Intro la toma. Se te pregunta para que nadie sepa que no hay otra.",
    ),
    # typed
    "ambiguous": ("`{text}` could be: {options}", "`{text}` puede ser: {options}"),
    "no_number": ("there is no option {text}; there are {count}", "no hay opción {text}; hay {count}"),
    "no_value": (
        "there is no option {text}; numbers are values here: {keys}",
        "no hay opción {text}; aquí los números son valores: {keys}",
    ),
    "no_thing": ("nothing in {game} is called `{text}`", "nada se llama `{text}` en {game}"),
    "no_thing_but": (
        "nothing in {game} is called `{text}`; did you mean {close}?",
        "nada se llama `{text}` en {game}; ¿querías decir {close}?",
    ),
    "no_thing_said": (
        "nothing in {game} is called `{text}`; cards that speak of it: {cards}",
        "nada se llama `{text}` en {game}; cartas que hablan de ello: {cards}",
    ),
    "is_scored": ("a line of the score sheet", "una línea de la hoja de puntuación"),
    "is_of_rules": ("worked out by the rules", "lo determinan las reglas"),
    "speak_of_it": ("Cards that speak of it: {cards}", "Cartas que hablan de ello: {cards}"),
    "is_phase": ("a part of the game; in order: {phases}", "una parte de la partida; por orden: {phases}"),
    "phase_now": ("It is being played now.", "Se está jugando ahora."),
    "phase_not_now": ("Now: {phase}.", "Ahora: {phase}."),
    "rules_phases": ("How a game runs: {names}", "Cómo discurre la partida: {names}"),
    "rules_effects": ("What happens: {names}", "Qué sucede: {names}"),
    "rules_amounts": ("What is worked out: {names}", "Qué se calcula: {names}"),
    "rules_score": ("What scores: {names}", "Qué puntúa: {names}"),
    "rules_more": (
        "`? NAME` tells of each, and of any card, question or word of the screen.",
        "`? NOMBRE` explica cada cosa, y cualquier carta, pregunta o palabra de la pantalla.",
    ),
    "lies": ("It lies here: {where}.", "Está en: {where}."),
    "lies_hidden": (
        "Where it lies you cannot see, or it is not in this game.",
        "No puedes ver dónde está, o no está en esta partida.",
    ),
    "nothing": ("nothing", "nada"),
    "yes": ("yes", "sí"),
    "no": ("no", "no"),
    "filled": ("spaces filled", "casillas ocupadas"),
    "of_whom": ("{what} of {name}", "{what} de {name}"),
    "on_top": ("{where}, on top", "{where}, encima"),
    "is_a_question": ("A question: {ask}", "Una pregunta: {ask}"),
    "its_answers": ("Answers: {answers}", "Respuestas: {answers}"),
    "none_now": ("not possible now: {options}", "no son posibles ahora: {options}"),
    "chain_stops": ("Not taken: {rest} ({problem}).", "Sin tomar: {rest} ({problem})."),
    "chain_waits": ("look at the turn before", "mira antes este turno"),
    "chain_mistake": ("that answer is not offered", "esa respuesta no se ofrece"),
    "no_move": ("`{text}` is neither a move nor a command", "`{text}` no es ni jugada ni orden"),
    # broken rules
    "answer_otherwise": (
        "This rule is broken, so nothing has changed: you may answer otherwise.",
        "Esta regla falla, así que nada ha cambiado: puedes responder otra cosa.",
    ),
    # commands
    "you_can": ("You can:", "Puedes:"),
    "you_cannot": ("Not now:", "Ahora no:"),
    "no_reason": ("not possible now", "no es posible ahora"),
    "and_more": ("and {count} more", "y {count} más"),
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
    "none_saved": ("No games are saved in {directory}", "No hay partidas guardadas en {directory}"),
    "saved_game": ("{played}  {game}: {players}; moves: {count}", "{played}  {game}: {players}; jugadas: {count}"),
    "saved_over": (
        "{played}  {game}: {players}; moves: {count}, over",
        "{played}  {game}: {players}; jugadas: {count}, terminada",
    ),
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
    # saving
    "go_on": ("Go on with: {command}", "Para seguir: {command}"),
    "look": ("Look at it with: {command}", "Para verla: {command}"),
    # games and cards
    "players": ("players", "jugadores"),
    "from_to": ("{low} to {high}", "de {low} a {high}"),
    "expansions": ("expansions", "expansiones"),
    "options": ("options", "opciones"),
    "data": ("data", "datos"),
    "like": ("like", "como"),
    "in_play": ("in play", "en juego"),
    "there_are_none": ("none", "ninguna"),
    "rules": ("rules", "reglas"),
    "kind": ("kind", "tipo"),
    "copies": ("{count} copies", "{count} ejemplares"),
    "expansion": ("expansion", "expansión"),
    "provenance": ("provenance", "procedencia"),
    "published": ("published", "publicado"),
    "inferred": ("inferred", "inferido"),
    "changed_by": ("while in play changed by {what}", "en juego lo cambia {what}"),
    "without": ("without {what}", "sin {what}"),
    "was_before": ("{by}; before: {old}", "{by}; antes: {old}"),
    "made_new": ("{what} (changed)", "{what} (cambia)"),
    "new_things": ("new: {what}", "nuevo: {what}"),
    "changed": ("changed", "cambiado"),
    "expansions_change": ("What the expansions change", "Lo que cambian las expansiones"),
    "variant_changes": ("What is different from {game}", "En qué se distingue de {game}"),
    "taken_out": ("`{name}` is taken out of the game by {by}", "{by} quita `{name}` del juego"),
    "opened": ("Opened for expansions", "Abierto a expansiones"),
    "nothing_opened": ("{game} has opened nothing by name.", "{game} no ha abierto nada por su nombre."),
    "nothing_untold": (
        "The log of {game} leaves out nothing that it could tell.",
        "El registro de {game} no omite nada de lo que podría contar.",
    ),
    "untold_note": ("Left out of the log by `note: false`", "Omitido en el registro con `note: false`"),
    "untold_usual": (
        "Not told, as nothing asks for it (`note: true` or `tell:` of a field, `tell:` of an event)",
        "No se cuenta, pues nada lo pide (`note: true` o `tell:` de un campo, `tell:` de un suceso)",
    ),
    "in_log": ("in the log", "en el registro"),
    "log_told": ("told", "se cuenta"),
    "log_note": ("left out by `note: false`", "omitido con `note: false`"),
    "log_usual": ("not told, as nothing asks for it", "no se cuenta, pues nada lo pide"),
    "none_of_part": ("{game} has none of these.", "{game} no tiene nada de esto."),
    "used_as": ("used as", "se usa"),
    "type": ("type", "de tipo"),
    "stands_in": ("stands in", "está en"),
    "opened_for": ("opened for", "abierto para"),
    "is_changed_by": ("changed by", "lo cambia"),
    "figure_now": ("printed {printed}; changed by {what}", "impreso {printed}; lo cambia {what}"),
    "figure_unknown": (
        "printed {printed}; what counts depends on something hidden: {what}",
        "impreso {printed}; lo que cuenta depende de algo oculto: {what}",
    ),
    "house_value": ("house value", "valor propio"),
    "house_means": (
        "A house value is a figure of this program's own, until that of the published game is known; what is inferred follows from published figures.",
        "Un valor propio es una cifra de este programa, hasta que se sepa la del juego publicado; lo inferido se sigue de cifras publicadas.",
    ),
    "nobody_plays": ("none of the players", "ninguno de los jugadores"),
    # end
    "over": ("The game is over.", "La partida ha terminado."),
    # scripts
    "script_refused": ("{file}:{line}: {problem}", "{file}:{line}: {problem}"),
    "script_long": (
        "{file}:{line}: the game is over before this line",
        "{file}:{line}: la partida termina antes de esta línea",
    ),
    "script_text": ("{file}: is not a text of UTF-8", "{file}: no es un texto UTF-8"),
    "script_end": (
        "The moves of {file} end here: {name} is to decide ({prompt}).",
        "Las jugadas de {file} acaban aquí: decide {name} ({prompt}).",
    ),
    # replay
    "replay_what": ("name one record, or its game and the record", "indica una partida, o su juego y la partida"),
    "position": ("Position {number} of {last}", "Posición {number} de {last}"),
    "at_start": ("This is the start.", "Este es el comienzo."),
    "at_end": ("This is the end.", "Este es el final."),
    "step_prompt": (
        "n next  p previous  g N go to  end  log  why NAME  q quit > ",
        "n siguiente  p anterior  g N ir a  fin  registro  porqué NOMBRE  q salir > ",
    ),
    "step_unknown": ("Type n, p, g N, end, log, why or q.", "Escribe n, p, g N, fin, registro, porqué o q."),
    "no_such_seat": ("there is no seat {number}; there are 1 to {last}", "no hay asiento {number}; hay de 1 a {last}"),
    "unfinished": (
        "The game is not over: shown as {name} may see it.",
        "La partida no ha terminado: se ve lo que puede ver {name}.",
    ),
}

ONE: Final[Both] = {
    "resumed": ("Going on after 1 move.", "Continúa tras 1 jugada."),
    "board_after": ("{game}: the board after 1 move", "{game}: el tablero tras 1 jugada"),
    "loaded": ("Loaded: {file}, 1 move", "Cargado: {file}, 1 jugada"),
}
"""What is said instead where the `count` is 1."""


_TEXTS: Final = Texts({**SHARED, **TEXTS}, {**SHARED_ONE, **ONE})

say = _TEXTS.say

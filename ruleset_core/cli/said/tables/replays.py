"""What is said of recorded games."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

__all__ = ["REPLAYS"]

REPLAYS: Final[Both] = {
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

"""Broken rules: the error that the evaluator raises, its wording and its origin.

    choose act a; gain best.price coin      `best` is none

    the closure of `best.price`             raises BrokenRule("`price` of none")
    the closure of the statement            notes where it stands: game.yaml:18:24
    State.apply                             BrokenRuleError: Tiny, phase `day`: game.yaml:18:24, `do` of the phase `day`: `price` of none
                                            and the state is what it was before

The evaluator raises where it notices, with the values; who calls it adds where the statement stands (`BrokenRule.note`), and
`engine.rule_errors` which game and phase it was. The core only traps.
"""

from __future__ import annotations

import re

from ruleset_core.errors import BrokenRuleError
from ruleset_core.lang.origins import Origin
from ruleset_core.lang.runtime import EDGES, FRAMES, GREATEST, HEAVIEST, LEAST, OFFERED, QUEUE, STEPS


def _spaced(number: int) -> str:
    """A number as Spanish writes it: its thousands apart, without commas."""
    return f"{number:,}".replace(",", " ")


_SHARE = ("({value:,} of the first {of:,} steps)", "({number} de los primeros {of_number} pasos)")
"""How much of what was counted goes to one expression."""
_CHEAPER = (
    "go through fewer values, narrow what a search goes through, or work it out once before a loop",
    "recorre menos valores, limita lo que recorre una búsqueda, o calcúlalo una vez antes de un bucle",
)
REASONS = {
    "seat": ("{what} of no seat", "{what} de ningún jugador"),
    "index": ("`{what}[{value}]` does not exist", "`{what}[{value}]` no existe"),
    "fact": ("{what} of none", "{what} de `none`"),
    "resource": ("an amount of no resource", "una cantidad de ningún recurso"),
    "nobody": ("nobody can do this: no seat is acting", "nadie puede hacerlo: no actúa ningún jugador"),
    "as": ("`as` a seat that is none", "`as` con un jugador que es `none`"),
    "beyond": ("`as` a seat that is not in this game", "`as` con un jugador que no está en la partida"),
    "field": ("{what} is `{kind}` and cannot be {value}", "{what} es `{kind}` y no puede ser {value}"),
    "result": ("{what} gives `{kind}`, not {value}", "{what} da `{kind}`, y no {value}"),
    "given": ("{what} asks for `{kind}`, not for {value}", "{what} pide `{kind}`, y no {value}"),
    "kept": (
        f"{{what}} cannot be {{value:,}}: what is kept lies between {LEAST:,} and {GREATEST:,}",
        f"{{what}} no puede ser {{number}}: lo que se guarda está entre {_spaced(LEAST)} y {_spaced(GREATEST)}",
    ),
    "between": (
        "a number grows beyond 64 bits before anything is done with it",
        "un número pasa de 64 bits antes de que se haga nada con él",
    ),
    "line": ("what no line encloses", "lo que ninguna línea encierra"),
    "options": (
        f"a question has more than {OFFERED:,} answers at once; ask for fewer things in it, or say `where`",
        f"una pregunta tiene más de {_spaced(OFFERED)} respuestas a la vez; pide menos cosas en ella, o di `where`",
    ),
    "ways": (
        f"the longest way is looked for where one may go on in more than {EDGES:,} ways; say `where` one may go",
        f"se busca el camino más largo donde hay más de {_spaced(EDGES)} formas de seguir; di con `where` por dónde se puede ir",
    ),
    "worth": (
        f"what a way counts for each lies between -{HEAVIEST:,} and {HEAVIEST:,}, not {{value:,}}",
        f"lo que un camino cuenta por cada cosa está entre -{_spaced(HEAVIEST)} y {_spaced(HEAVIEST)}, y no {{number}}",
    ),
    "steps": (
        f"this takes more than {STEPS:,} steps; {_CHEAPER[0]}",
        f"esto necesita más de {_spaced(STEPS)} pasos; {_CHEAPER[1]}",
    ),
    "steps_endless": (
        f"the game never comes to its next decision: it is back in a position in which it was before, and most steps are taken here {_SHARE[0]}; let a phase or a loop end, or ask a player",
        f"el juego no llega nunca a su próxima decisión: vuelve a una posición en la que ya estuvo, y la mayoría de los pasos se dan aquí {_SHARE[1]}; haz que acabe una fase o un bucle, o pregunta a un jugador",
    ),
    "steps_finite": (
        f"the game does not come to its next decision within {STEPS:,} steps: it would, but this is too expensive {_SHARE[0]}; {_CHEAPER[0]}",
        f"el juego no llega a su próxima decisión en {_spaced(STEPS)} pasos: llegaría, pero esto es demasiado costoso {_SHARE[1]}; {_CHEAPER[1]}",
    ),
    "steps_unknown": (
        f"the game does not come to its next decision within {STEPS:,} steps, and most are taken here {_SHARE[0]}; look for a phase, a loop or an event that never ends, for turns in which nobody is asked, or for a search that looks at too much",
        f"el juego no llega a su próxima decisión en {_spaced(STEPS)} pasos, y la mayoría se dan aquí {_SHARE[1]}; busca una fase, un bucle o un suceso que no acabe nunca, turnos en los que no se pregunta a nadie, o una búsqueda que mire demasiado",
    ),
    "queue": (
        f"more than {QUEUE:,} effects wait for their turn; look for events that lead to each other",
        f"más de {_spaced(QUEUE)} efectos esperan su turno; busca sucesos que lleven de uno a otro",
    ),
    "frames": (
        f"effects lead back to themselves {FRAMES} deep",
        f"los efectos vuelven a sí mismos hasta una profundidad de {FRAMES}",
    ),
    "circle": ("an effect leads back to itself without end", "un efecto vuelve a sí mismo sin fin"),
    "hook": ("{what} of the game's Python fails: {problem}", "falla {what} del Python del juego: {problem}"),
    "rounds": (
        "{what} was played {value:,} times, and its `while` holds still",
        "{what} se ha jugado {number} veces, y su `while` todavía se cumple",
    ),
    "unfinished": (
        "the choice `{what}` ends where `done` is not allowed; offer only what leads to its `done where`",
        "la elección `{what}` acaba donde no se permite `done`; ofrece solo lo que lleva a su `done where`",
    ),
    "several": (
        "`{what}` asks for {value:,} things at once, more than its `most:`; raise it",
        "`{what}` pide {number} cosas a la vez, más de las que dice su `most:`; auméntalo",
    ),
    "nothing": ("{what} has no value", "{what} no tiene valor"),
}  # fmt: skip
"""What can be wrong, in English and Spanish. `what` is a name of the data, or of something made for it."""
UNNAMED = ("a number", "un número")
_MADE = re.compile(r"__\d+\Z| #\d+\Z")
"""What is put behind a name where a procedure is written out, or made for one piece."""


class BrokenRule(BrokenRuleError):
    """Data asked for something that has no meaning, such as a field of `none`.

    Attributes:
        origin: where what asked for it stands: the innermost statement, definition, change or condition in progress.
    """

    origin: Origin | None = None

    def __init__(self, reason: str, what: str = "", **values: object) -> None:
        """`reason`: a key of `REASONS`; `what` and `values` fill it in."""
        english, spanish = REASONS[reason]
        names = UNNAMED
        if not what.startswith("_"):  # else it is a local that lowering made
            plain = _MADE.sub("", what).removeprefix("event ")
            names = (plain, plain) if "`{what}" in english else (f"`{plain}`", f"`{plain}`")
        spaced = {key: _spaced(value) if isinstance(value, int) else value for key, value in values.items()}
        super().__init__(
            english.format(what=names[0], **values),
            spanish.format(what=names[1], number=spaced.get("value"), of_number=spaced.get("of"), **values),
        )
        self.is_too_long = reason == "steps"

    def note(self, origin: Origin | None, instead_of: Origin | None = None) -> None:
        """Keep an origin, on the way from the innermost to the outermost: the first one stays.

        `instead_of`: one that says less, which it replaces.
        """
        if origin is not None and (self.origin is None or self.origin is instead_of):
            self.origin = origin
            self.place, self.owner, self.span = origin.text, origin.describe(), origin.span

"""What the interpreter raises where data asks for something that has no meaning: in which words, and where that stands."""

from __future__ import annotations

import re

from ruleset_core.errors import BrokenRuleError
from ruleset_core.lang.origin import Origin
from ruleset_core.lang.runtime import FRAMES, GREATEST, LEAST, QUEUE, STEPS
from ruleset_core.lang.ways import EDGES, HEAVIEST


def _spaced(number: int) -> str:
    """A number as Spanish writes it: its thousands apart, without commas."""
    return f"{number:,}".replace(",", " ")


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
    "ways": (
        f"the longest way is looked for where one may go on in more than {EDGES:,} ways; say `where` one may go",
        f"se busca el camino más largo donde hay más de {_spaced(EDGES)} formas de seguir; di con `where` por dónde se puede ir",
    ),
    "worth": (
        f"what a way counts for each lies between -{HEAVIEST:,} and {HEAVIEST:,}, not {{value:,}}",
        f"lo que un camino cuenta por cada cosa está entre -{_spaced(HEAVIEST)} y {_spaced(HEAVIEST)}, y no {{number}}",
    ),
    "steps": (
        f"the game does not come to its next decision within {STEPS:,} steps; look for a phase, a loop or an event that never ends, or turns in which nobody is asked",
        f"el juego no llega a su próxima decisión en {_spaced(STEPS)} pasos; busca una fase, un bucle o un suceso que no acabe nunca, o turnos en los que no se pregunta a nadie",
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
        value = values.get("value")
        number = _spaced(value) if isinstance(value, int) else value
        super().__init__(
            english.format(what=names[0], **values), spanish.format(what=names[1], number=number, **values)
        )

    def note(self, origin: Origin | None, instead_of: Origin | None = None) -> None:
        """Keep an origin, on the way from the innermost to the outermost: the first one stays.

        `instead_of`: one that says less, which it replaces.
        """
        if origin is not None and (self.origin is None or self.origin is instead_of):
            self.origin = origin
            self.place, self.owner, self.span = origin.text, origin.said(), origin.span

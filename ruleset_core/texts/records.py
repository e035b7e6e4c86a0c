"""What is wrong with a record, and what has changed since it was made, in English and Spanish."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ruleset_core.record import TEMPLATES, Changes, RecordError
from ruleset_core.shown import clean

__all__ = ["RECORD_ES", "explain", "what_changed"]

RECORD_ES: Final[dict[str, str]] = {
    "missing": "{file}: no existe ese fichero",
    "unreadable": "{file}: no se puede leer: {reason}",
    "not_a_file": "{file}: no es un fichero normal",
    "too_large": "{file}: {size} bytes son demasiados para una partida (como mucho {limit})",
    "empty": "{file}: está vacío; no hay nada que recuperar",
    "foreign": "{file}: no es una partida de `ruleset`",
    "format": "{file}: tiene el formato `{found}`; esta versión lee `{known}`",
    "cut_header": "{file}: acaba dentro de su primera línea; no hay nada que recuperar",
    "header": "{file}:1: la primera línea está dañada ({detail}); sin ella no se puede recuperar la partida",
    "line": "{file}:{line}: dañada ({detail}); `head -n {whole} {file} > NUEVO` conserva la partida hasta ahí",
    "not_writable": "{file}: no se puede escribir: {reason}",
    "full": (
        "{file}: contiene todo lo que cabe en una partida ({limit} bytes, con las jugadas deshechas), así que no se puede guardar "
        "nada más"
    ),
    "in_use": "{file}: se está jugando en otro terminal",
    "not_ours": "{file}: existe y no es una partida; elige otro nombre",
    "no_unfinished": "no hay partidas sin terminar en {directory}",
    "unknown_bot": "{file}: `{kind}`, que juega el asiento {seat}, no es un bot que se conozca aquí",
    "other_seats": "{file}: tiene {seats} asientos, no {given}",
    "other_game": "{file}: es una partida de `{found}`, no de `{game}`",
    "other_expansion": "{file}: no se jugó con la expansión `{found}`; sus expansiones: {known}",
    "bad_start": "{file}:1: esta partida no se puede empezar: {detail}; {changed}; empieza una nueva",
    "other_start": "{file}:1: encajan {fits} de {total} jugadas: empieza con otros dados o cartas; {changed}",
    "other_draws": (
        "{file}:{line}: encajan {fits} de {total} jugadas, luego `{move}` saca otros dados o cartas; {changed}"
    ),
    "other_seat": (
        "{file}:{line}: encajan {fits} de {total} jugadas, luego decide el asiento {expected} en vez del {recorded}; "
        "{changed}"
    ),
    "other_move": "{file}:{line}: encajan {fits} de {total} jugadas, luego no se puede jugar `{move}`: {detail}; {changed}",
    "ends_early": "{file}:{line}: encajan {fits} de {total} jugadas, luego la partida ya ha terminado; {changed}",
    "goes_on": "{file}:{line}: encajan {fits} de {total} jugadas, pero ahí la partida no ha terminado; {changed}",
    "other_scores": (
        "{file}:{line}: encajan {fits} de {total} jugadas, pero los puntos son {scores} en vez de {recorded}; {changed}"
    ),
    "other_outcomes": (
        "{file}:{line}: encajan {fits} de {total} jugadas, pero quién ha ganado (1), empatado (0) o perdido (-1) es "
        "{outcomes} en vez de {recorded}; {changed}"
    ),
    "undo_nothing": "no hay nada que deshacer",
    "undo_over": "la partida ha terminado",
    "undo_other": "otro jugador ha decidido desde entonces, o decide ahora",
    "undo_random": "desde entonces se han lanzado dados o sacado cartas",
    "undo_revealed": "desde entonces se ha revelado algo oculto",
    "no_position": "no hay posición {number}; hay de 0 a {last}",
}
"""The Spanish sentences of `ruleset_core.record.TEMPLATES`, under the same keys."""


KINDS_ES: Final[dict[str, str]] = {
    "option": "opción", "set": "conjunto", "piece": "clase de piezas", "board": "tablero", "field": "campo",
    "zone": "zona", "event": "suceso", "decision": "decisión", "rule": "regla", "score": "puntuación",
    "achievement": "logro", "resource": "recurso", "card": "carta", "phase": "fase",
}  # fmt: skip
"""The Spanish words for what the data of a game is made of; the English ones are those of `Game.entries`."""

CHANGES_ES: Final[tuple[str, str]] = (
    "no se sabe qué regla o carta ha cambiado (hecha con ruleset {recorded} y otros datos)",
    "no ha cambiado ninguna regla ni carta, pero ruleset la juega de otro modo (hecha con ruleset {recorded}, aquí {here})",
)
"""What is said without names: it is not known what has changed; nothing in the data has."""


def explain(error: RecordError, lang: str, *, directories: bool = True) -> str:
    """What is wrong with a record, in a language. Without `directories` files are named without the place where they lie."""
    values = dict(error.values)
    if not directories:
        values |= {key: Path(values[key]).name for key in ("file", "directory") if key in values}
    if lang != "es":
        return TEMPLATES[error.key].format(**values)
    changed = {"changed": what_changed(error.changed, lang)} if error.changed is not None else {}
    return RECORD_ES[error.key].format(**{**values, **error.spanish, **changed})


def what_changed(changes: Changes, lang: str) -> str:
    """Which cards and rules are other ones than when a record was made, in a language."""
    if lang != "es":
        return str(changes)
    if not changes.known or not changes.entries:
        return CHANGES_ES[changes.known].format(recorded=clean(changes.recorded), here=changes.here)
    named = ", ".join(f"{KINDS_ES.get(kind, kind)} `{name}`" for kind, name in changes.shown)
    rest = len(changes.entries) - len(changes.shown)
    return f"ha cambiado desde entonces: {named}" + (f" y {rest} más" if rest else "")

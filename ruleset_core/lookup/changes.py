"""What the chosen expansions change, in a line or two for each: for `show`, and for those who begin to play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from .said import say

if TYPE_CHECKING:
    from ruleset_core import Changed, Game

__all__ = ["change_lines", "change_record", "changes_said"]

MANY: Final = 6
"""Changes of an expansion that are told before `and N more`."""

_COUNTED: Final = {
    "cards": (("card", "cards"), ("carta", "cartas")),
    "kinds": (("kind of pieces", "kinds of pieces"), ("tipo de piezas", "tipos de piezas")),
    "rules": (("rule", "rules"), ("regla", "reglas")),
    "phases": (("phase", "phases"), ("fase", "fases")),
    "decisions": (("question", "questions"), ("pregunta", "preguntas")),
    "options": (("option", "options"), ("opción", "opciones")),
    "score": (("line of the score", "lines of the score"), ("línea de la puntuación", "líneas de la puntuación")),
}
"""What may be new that players notice: one of it and several."""


def change_said(change: Changed, lang: str) -> str:
    """`Merchant: hiring cost 4 → 2`; what is long is only named."""
    if change.removed:
        return say("without", lang, what=change.of[lang])
    head = ": ".join(filter(None, (change.of[lang], change.what[lang])))
    was, now = change.was[lang], change.now[lang]
    return f"{head} {was} → {now}" if was and now else say("made_new", lang, what=head)


def changes_said(changes: Iterable[Changed], lang: str) -> str:
    """All that was changed of one thing, each with what it was and the expansion that changed it."""
    return "; ".join(filter(None, (_changed_of(each, lang) for each in changes)))


def _changed_of(change: Changed, lang: str) -> str:
    was, now, what = change.was[lang], change.now[lang], change.what[lang]
    if was and now:
        return f"{f'{what} ' if what else ''}{was} → {now} ({change.by[lang]})"
    old = change.old.get(lang) if isinstance(change.old, Mapping) else change.old
    before = " ".join(old.split()) if isinstance(old, str) else ""
    return f"{what} ({say('was_before', lang, by=change.by[lang], old=before) if before else change.by[lang]})"


def _is_text(change: Changed) -> bool:
    """Whether only words are changed."""
    return isinstance(change.new, Mapping) or change.key.rpartition(".")[2] in {"why", "told", "note", "text"}


def change_lines(game: Game, lang: str, *, whole: bool = False) -> Iterator[str]:
    """A line for each expansion in play that changes or adds anything: `Rich start: denier: at the start 5 → 7; new: 2 cards`.

    `whole`: also what only words are changed of, and however many.
    """
    for name, added in game.glossary.added.items():
        told = [each for each in game.glossary.changed if each.expansion == name and not each.declares]
        mine = [each for each in told if whole or not _is_text(each)]
        most = len(mine) if whole else MANY
        said = [change_said(each, lang) for each in mine[:most]]
        said += [say("and_more", lang, count=len(mine) - most)] if len(mine) > most else []
        new = [f"{many} {_COUNTED[part][lang == 'es'][many != 1]}" for part, many in added.items() if part in _COUNTED]
        said += [say("new_things", lang, what=", ".join(new))] if new else []
        if said:
            yield f"{game.glossary.expansion_title(name, lang)}: {'; '.join(said)}"


def change_record(change: Changed) -> dict[str, Any]:
    """A change as JSON."""
    return {
        "kind": change.kind,
        "name": change.name,
        "key": change.key,
        "old": change.old,
        "new": change.new,
        "expansion": change.expansion,
        "of": dict(change.of),
        "what": dict(change.what),
        "path": change.file,
        "line": change.line,
    }

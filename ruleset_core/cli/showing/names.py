"""`ruleset show GAME --names`: what an expansion may hold on to; and `ruleset show GAME NAME`, one of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

import click

from ruleset_core.cli.said.messages import say
from ruleset_core.lookup.changes import changes_said
from ruleset_core.model.diagnostic import did_you_mean, friendly_list

if TYPE_CHECKING:
    from ruleset_core import Changed, Game, Handle

__all__ = ["ASIDE", "PARTS", "called", "handle_lines", "handle_record", "listed", "names_lines"]

DOORS: Final = "doors"
UNTOLD: Final = "untold"
ASIDE: Final = (DOORS, UNTOLD)
"""What may be asked for besides the parts: what the game has opened on purpose, and what the log leaves out."""

PARTS: Final[dict[str, tuple[tuple[str, str], tuple[str, str]]]] = {
    "fields": (("Fields of the state", "field"), ("Campos del estado", "campo")),
    "resources": (("Resources", "resource"), ("Recursos", "recurso")),
    "sets": (("Sets", "set"), ("Conjuntos", "conjunto")),
    "kinds": (("Kinds of pieces", "kind"), ("Tipos de piezas", "tipo")),
    "facts": (("Facts of kinds and sets", "fact"), ("Datos de tipos y conjuntos", "dato")),
    "zones": (("Zones", "zone"), ("Zonas", "zona")),
    "amounts": (("Amounts", "amount"), ("Cantidades", "cantidad")),
    "conditions": (("Conditions", "condition"), ("Condiciones", "condición")),
    "values": (("Values of other types", "value"), ("Valores de otros tipos", "valor")),
    "effects": (("Effects", "effect"), ("Efectos", "efecto")),
    "events": (("Events", "event"), ("Sucesos", "suceso")),
    "phases": (("Phases", "phase"), ("Fases", "fase")),
    "decisions": (("Decisions, as they are noted", "decision"), ("Decisiones, como se anotan", "decisión")),
    "choices": (("Choices with branches", "choice"), ("Elecciones con ramas", "elección")),
    "rules": (("Rules", "rule"), ("Reglas", "regla")),
    "score": (("Lines of the score", "line of the score"), ("Líneas de la puntuación", "línea de la puntuación")),
    "options": (("Options", "option"), ("Opciones", "opción")),
}
"""The parts with their titles, and what one of each is called, in English and Spanish."""

_NONE: Final = {DOORS: "nothing_opened", UNTOLD: "nothing_untold"}
"""What is said where there is none of what was asked for, by what that is."""

_VALUES: Final = {"amounts", "conditions", "values", "effects", "score"}
"""Parts whose names stand for what is written."""

_LEFT_OUT: Final = {"note": "untold_note", "usual": "untold_usual"}
"""Why the log leaves a name out: its data says so, or nothing says otherwise; with the titles of such names."""

_LOG: Final = {"told": "log_told", "note": "log_note", "usual": "log_usual"}
"""What the log makes of a name, in words."""

_LONGEST: Final = 160
"""Characters of what is written that are shown in a list."""


def listed(game: Game, wanted: str | None) -> list[Handle]:
    """The names of a part, those that were opened (`doors`), that the log leaves out (`untold`), with a word in them, or all.

    Raises:
        ClickException: there is none of them.
    """
    handles = list(game.glossary.handles)
    if wanted is None:
        return handles
    if wanted == DOORS:
        return [each for each in handles if each.open]
    if wanted == UNTOLD:
        return [each for each in handles if each.log in _LEFT_OUT]
    if wanted in PARTS:
        return [each for each in handles if each.part == wanted]
    found = [each for each in handles if wanted in each.name]
    if found:
        return found
    close = did_you_mean(wanted, [*PARTS, *ASIDE, *(each.name for each in handles)])
    hint = f" Did you mean {friendly_list(close)}?" if close else f" Parts are {', '.join((*PARTS, *ASIDE))}."
    raise click.ClickException(f"There is no name with `{wanted}` in {game.name}.{hint}")


def called(game: Game, name: str) -> list[Handle]:
    """Whatever is called so, of each part at most one; a fact by its own name too."""
    handles = game.glossary.handles
    return [each for each in handles if each.name == name] or [
        each for each in handles if each.part == "facts" and each.name.partition(".")[2] == name
    ]


def changes_of(game: Game, handle: Handle) -> list[Changed]:
    """What expansions have changed of a name; of a kind and a set not what they changed of its facts and members."""
    family, _, fact = handle.name.partition(".")
    found = []
    for each in game.glossary.changed:
        if each.part in {"kinds", "sets"}:
            of_fact = each.key.startswith("facts.") or each.key.startswith("side_facts.")
            if (handle.part == "facts" and of_fact and (each.name, each.key.split(".")[1]) == (family, fact)) or (
                (each.part, each.name) == (handle.part, handle.name) and not of_fact
            ):
                found.append(each)
        elif (each.part, each.name) == (handle.part, handle.name):
            found.append(each)
    return found


def names_lines(game: Game, handles: Sequence[Handle], wanted: str | None, lang: str) -> Iterator[str]:
    """Names by what they are, each with its type, where it stands, and what it means; opened ones first."""
    if not handles and wanted is not None:
        yield say(_NONE.get(wanted, "none_of_part"), lang, game=game.name)
        return
    for number, (title, kinds, found) in enumerate(
        _left_out(handles, lang) if wanted == UNTOLD else _by_part(handles, lang)
    ):
        yield f"{'' if number == 0 else chr(10)}{title}"
        for each in found:
            yield from _short(each, lang, kinds=kinds)


def _by_part(handles: Sequence[Handle], lang: str) -> Iterator[tuple[str, bool, list[Handle]]]:
    """Names under titles, and whether each says what it is: opened ones first."""
    opened = [each for each in handles if each.open]
    if opened:
        yield say("opened", lang), True, opened
    rest = (each for each in handles if not each.open)
    for part, found in groupby(rest, lambda each: each.part):
        yield PARTS[part][lang == "es"][0], False, list(found)


def _left_out(handles: Sequence[Handle], lang: str) -> Iterator[tuple[str, bool, list[Handle]]]:
    """Names that the log leaves out, under why it does."""
    for why, title in _LEFT_OUT.items():
        found = sorted((each for each in handles if each.log == why), key=lambda each: list(PARTS).index(each.part))
        if found:
            yield say(title, lang), True, found


def _short(handle: Handle, lang: str, *, kinds: bool) -> Iterator[str]:
    """A name in two lines: how it is used and where it stands, then what it means; `kinds`: and what it is."""
    kind = f"{PARTS[handle.part][lang == 'es'][1]} " if kinds else ""
    type_ = f": {handle.type}" if handle.type else ""
    yield f"  {kind}{handle.form}{type_}  {_place(handle)}"
    said = handle.open.get(lang) or handle.means.get(lang, "")
    told = [said if said != handle.form else "", _written(handle, _LONGEST)]
    if any(told):
        yield f"      {'  '.join(filter(None, told))}"


def _written(handle: Handle, most: int) -> str:
    """What is written of it, not longer than that."""
    if not handle.written:
        return ""
    short = handle.written if len(handle.written) <= most else f"{handle.written[:most].rstrip()} …"
    return f"= {short}" if handle.part in _VALUES else f"({short})"


def _place(handle: Handle) -> str:
    whose = f"{handle.expansion}/" if handle.expansion else ""
    return f"{whose}{handle.file}:{handle.line}"


def handle_lines(game: Game, handle: Handle, lang: str) -> Iterator[str]:
    """A name with all that is known of it."""
    place = 1 if lang == "es" else 0
    title = handle.means.get(lang)
    yield f"{title} ({handle.name})" if title else handle.name
    lines = {
        say("kind", lang): PARTS[handle.part][place][1],
        say("used_as", lang): handle.form if handle.form != handle.name else "",
        say("type", lang): handle.type,
        say("expansion", lang): handle.expansion,
        say("stands_in", lang): _place(handle),
        say("opened_for", lang): handle.open.get(lang, ""),
        say("in_log", lang): handle.tell.get(lang, "") or (say(_LOG[handle.log], lang) if handle.log else ""),
        say("changed", lang): changes_said(changes_of(game, handle), lang),
        say("is_changed_by", lang): ", ".join(game.glossary.source_name(each, lang) for each in handle.changed_by),
    }
    width = max(len(key) for key, value in lines.items() if value)
    yield from (f"  {key:<{width}}  {value}" for key, value in lines.items() if value)
    text = game.rule_texts(lang).get(handle.name, "") if handle.part in {"rules", "resources"} else ""
    part = text or _written(handle, len(handle.written))
    if part:
        yield ""
        yield from (f"  {line}" for line in part.splitlines())


def handle_record(handle: Handle) -> dict[str, Any]:
    """A name as JSON."""
    return {
        "part": handle.part,
        "name": handle.name,
        "form": handle.form,
        "type": handle.type,
        "means": dict(handle.means),
        "written": handle.written,
        "expansion": handle.expansion or None,
        "file": handle.file,
        "line": handle.line,
        "path": handle.path,
        "open": dict(handle.open),
        "changed_by": list(handle.changed_by),
        "log": handle.log or None,
        "tell": dict(handle.tell),
    }

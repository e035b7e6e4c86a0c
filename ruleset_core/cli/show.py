"""`ruleset show`: a game, one of its cards, its names and its numbers, as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ruleset_core.cli.parameters import text_table
from ruleset_core.diagnostics import did_you_mean, friendly_list, shorten
from ruleset_core.messages import message
from ruleset_core.play.lookup.card_facts import CardFact, card_rows, change_lines, change_record, format_changes

if TYPE_CHECKING:
    from ruleset_core import CardInfo, ExpansionChange, Game, Symbol, Tunable


# `ruleset show GAME --names`: the names that an expansion can use; and `ruleset show GAME NAME`, one of it.

DOORS: Final = "doors"
UNTOLD: Final = "untold"
ASIDE: Final = (DOORS, UNTOLD)
"""What may be asked for besides the parts: what the game has opened on purpose, and what the log leaves out."""

PARTS: Final = (
    "fields", "resources", "sets", "kinds", "facts", "zones", "amounts", "conditions", "values", "effects", "events", "phases",
    "decisions", "choices", "rules", "score", "options",
)  # fmt: skip
"""The parts of which there are names."""

_NONE: Final = {DOORS: "cli.lookup.nothing_opened", UNTOLD: "cli.lookup.nothing_untold"}
"""What is said where there is none of what was asked for, by what that is."""

_VALUES: Final = {"amounts", "conditions", "values", "effects", "score"}
"""Parts whose names stand for what is written."""

_LEFT_OUT: Final = {"note": "cli.lookup.untold_note", "usual": "cli.lookup.untold_usual"}
"""Why the log leaves a name out: its data says so, or nothing says otherwise; with the titles of such names."""

_LOG: Final = {"told": "cli.lookup.log_told", "note": "cli.lookup.log_note", "usual": "cli.lookup.log_usual"}
"""What the log makes of a name, in words."""

_LONGEST_NAME: Final = 160
"""Characters of what is written that are shown in a list."""


def list_names(game: Game, wanted: str | None) -> list[Symbol]:
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


def find_names(game: Game, name: str) -> list[Symbol]:
    """Whatever is called so, of each part at most one; a fact by its own name too."""
    handles = game.glossary.handles
    return [each for each in handles if each.name == name] or [
        each for each in handles if each.part == "facts" and each.name.partition(".")[2] == name
    ]


def changes_of_name(game: Game, handle: Symbol) -> list[ExpansionChange]:
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


def names_lines(game: Game, handles: Sequence[Symbol], wanted: str | None, lang: str) -> Iterator[str]:
    """Names by what they are, each with its type, where it stands, and what it means; opened ones first."""
    if not handles and wanted is not None:
        yield message(_NONE.get(wanted, "cli.lookup.none_of_part"), lang, game=game.name)
        return
    for number, (title, kinds, found) in enumerate(
        _left_out(handles, lang) if wanted == UNTOLD else _by_part(handles, lang)
    ):
        yield f"{'' if number == 0 else chr(10)}{title}"
        for each in found:
            yield from _short(each, lang, kinds=kinds)


def _by_part(handles: Sequence[Symbol], lang: str) -> Iterator[tuple[str, bool, list[Symbol]]]:
    """Names under titles, and whether each says what it is: opened ones first."""
    opened = [each for each in handles if each.open]
    if opened:
        yield message("cli.lookup.opened", lang), True, opened
    rest = (each for each in handles if not each.open)
    for part, found in groupby(rest, lambda each: each.part):
        yield message(f"cli.show.parts_{part}", lang), False, list(found)


def _left_out(handles: Sequence[Symbol], lang: str) -> Iterator[tuple[str, bool, list[Symbol]]]:
    """Names that the log leaves out, under why it does."""
    for why, title in _LEFT_OUT.items():
        found = sorted((each for each in handles if each.log == why), key=lambda each: PARTS.index(each.part))
        if found:
            yield message(title, lang), True, found


def _short(handle: Symbol, lang: str, *, kinds: bool) -> Iterator[str]:
    """A name in two lines: how it is used and where it stands, then what it means; `kinds`: and what it is."""
    kind = f"{message(f'cli.show.part_{handle.part}', lang)} " if kinds else ""
    type_ = f": {handle.type}" if handle.type else ""
    yield f"  {kind}{handle.form}{type_}  {_place(handle)}"
    said = handle.open.get(lang) or handle.means.get(lang, "")
    told = [said if said != handle.form else "", _written(handle, _LONGEST_NAME)]
    if any(told):
        yield f"      {'  '.join(filter(None, told))}"


def _written(handle: Symbol, most: int) -> str:
    """What is written of it, not longer than that."""
    if not handle.written:
        return ""
    short = handle.written if len(handle.written) <= most else f"{handle.written[:most].rstrip()} …"
    return f"= {short}" if handle.part in _VALUES else f"({short})"


def _place(handle: Symbol) -> str:
    whose = f"{handle.expansion}/" if handle.expansion else ""
    return f"{whose}{handle.file}:{handle.line}"


def handle_lines(game: Game, handle: Symbol, lang: str) -> Iterator[str]:
    """A name with all that is known of it."""
    title = handle.means.get(lang)
    yield f"{title} ({handle.name})" if title else handle.name
    lines = {
        message("lookup.kind", lang): message(f"cli.show.part_{handle.part}", lang),
        message("cli.lookup.used_as", lang): handle.form if handle.form != handle.name else "",
        message("cli.lookup.type", lang): handle.type,
        message("lookup.expansion", lang): handle.expansion,
        message("cli.lookup.stands_in", lang): _place(handle),
        message("cli.lookup.opened_for", lang): handle.open.get(lang, ""),
        message("cli.lookup.in_log", lang): handle.tell.get(lang, "")
        or (message(_LOG[handle.log], lang) if handle.log else ""),
        message("lookup.changed", lang): format_changes(changes_of_name(game, handle), lang),
        message("cli.lookup.is_changed_by", lang): ", ".join(
            game.glossary.source_name(each, lang) for each in handle.changed_by
        ),
    }
    width = max(len(key) for key, value in lines.items() if value)
    yield from (f"  {key:<{width}}  {value}" for key, value in lines.items() if value)
    text = game.rule_texts(lang).get(handle.name, "") if handle.part in {"rules", "resources"} else ""
    part = text or _written(handle, len(handle.written))
    if part:
        yield ""
        yield from (f"  {line}" for line in part.splitlines())


def handle_record(handle: Symbol) -> dict[str, Any]:
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


# `ruleset show GAME --numbers`: the numbers of a game by name, as `ruleset compare --set` takes them.

_LONGEST_NUMBER = 40
"""Characters of a text around a number that are shown."""


def find_numbers(game: Game, word: str | None) -> list[Tunable]:
    """The numbers with a word in their names, or all. Raises ClickException where there is none."""
    numbers = game.glossary.numbers
    found = [each for each in numbers if word is None or word in each.name]
    if not found:
        close = did_you_mean(word or "", list(dict.fromkeys(part for each in numbers for part in each.parts)))
        hint = f" Did you mean {friendly_list(close)}?" if close else ""
        raise click.ClickException(f"There is no number with `{word}` in {game.name}.{hint}")
    return found


def number_lines(numbers: Sequence[Tunable], lang: str) -> Iterator[str]:
    """Numbers with what they are, where they stand, and the text around them."""
    rows = [
        [
            message(key, lang)
            for key in (
                "cli.lookup.number_name",
                "cli.lookup.number_value",
                "cli.lookup.number_place",
                "cli.lookup.number_text",
            )
        ]
    ]
    for each in numbers:
        file, line = each.home
        value = "" if each.value is None else str(each.value)
        rows.append([each.name, value, f"{Path(file).name}:{line}", shorten(each.text, _LONGEST_NUMBER)])
    yield from text_table(rows).splitlines()


def number_record(number: Tunable) -> dict[str, Any]:
    """A number as JSON."""
    file, line = number.home
    return {
        "name": number.name,
        "full_name": ".".join(number.parts),
        "value": number.value,
        "text": number.text or None,
        "path": file,
        "line": line,
    }


# A card as lines and as JSON.


def card_record(game: Game, card: CardInfo, lang: str) -> dict[str, Any]:
    """A card as JSON."""
    figures = game.glossary.figures_of(card.id)
    return {
        "card": card.id,
        "kind": card.kind,
        "name": card.name(lang),
        "copies": card.copies,
        "expansion": card.expansion or None,
        "provenance": card.provenance,
        "facts": {name: figure.value for name, figure in figures.items()},
        "changed_by": {name: list(figure.changed_by) for name, figure in figures.items() if figure.changed_by},
        "changes": [
            change_record(each) for each in game.glossary.changed if (each.kind, each.name) == ("card", card.id)
        ],
        "house": list(card.house),
        "inferred": list(card.inferred),
        "text": card.text(lang),
    }


def card_lines(card: CardInfo, rows: Sequence[CardFact], lang: str) -> Iterator[str]:
    """A card with its facts, each in a line, and its text."""
    yield f"{card.name(lang)} ({card.id})"
    width = max(len(row.title) for row in rows)
    yield from (f"  {row.title:<{width}}  {row.value}{f' ({row.mark})' if row.mark else ''}" for row in rows)
    text = card.text(lang)
    if text:
        yield ""
        yield from (f"  {line}" for line in text.splitlines())


# A game as a whole: who may play, with what, what expansions change, its cards and the rules without a card.


def game_record(game: Game, known: Sequence[str], lang: str) -> dict[str, Any]:
    """The game as JSON; `known`: expansions that can be found for it."""
    return {
        "game": game.name,
        "title": game.title(lang),
        "players": list(game.players),
        "like": game.base[0] if game.base[0] != game.id else None,
        "always": list(game.always),
        "expansions": list(game.expansions),
        "known_expansions": list(known),
        "options": list(game.option_names),
        "hash": game.hash,
        "changes": [change_record(each) for each in game.glossary.changed],
        "rules": game.rule_texts(lang),
        "cards": [card_record(game, game.card(card), lang) for card in game.card_ids()],
    }


def _lessons(game: Game, lang: str) -> dict[str, str]:
    """The lessons of a game in a line, if it has any."""
    from ruleset_core.positions.find_cases import lessons_of

    named = ", ".join(f"{case.name} ({case.lesson.name.get(lang)})" for case in lessons_of(game))
    return {message("cli.lookup.lessons", lang): named} if named else {}


def game_lines(game: Game, known: Sequence[str], lang: str) -> Iterable[str]:
    """The game to read; `known`: expansions that can be found for it."""
    low, high = game.players
    yield f"{game.title(lang)} ({game.name})"
    if game.about(lang):
        yield f"  {game.about(lang)}"
    in_play = message("cli.lookup.in_play", lang)
    laid = (*game.always, *game.expansions)
    played = [f"{name} ({in_play})" if name in laid else name for name in dict.fromkeys((*laid, *known))]
    like = {message("cli.lookup.like", lang): game.base[0]} if game.base[0] != game.id else {}
    lines = {
        **like,
        message("cli.lookup.players", lang): str(low)
        if low == high
        else message("cli.lookup.from_to", lang, low=low, high=high),
        message("cli.lookup.expansions", lang): ", ".join(played) or message("cli.lookup.there_are_none", lang),
        message("cli.lookup.options", lang): ", ".join(game.option_names) or message("cli.lookup.there_are_none", lang),
        **_lessons(game, lang),
        message("cli.lookup.data", lang): game.hash[:12],
    }
    width = max(map(len, lines))
    yield from (f"  {title:<{width}}  {value}" for title, value in lines.items())
    changed = list(change_lines(game, lang, whole=True))
    if changed:
        yield f"\n{message('cli.lookup.variant_changes', lang, game=game.base[0]) if like else message('cli.lookup.expansions_change', lang)}"
    yield from (f"  {line}" for line in changed)
    kind = None
    for card in sorted((game.card(one) for one in game.card_ids()), key=lambda one: one.kind):
        if card.kind != kind:
            kind = card.kind
            yield f"\n{game.glossary.title('families', kind, lang)}"
        copies = f" x{card.copies}" if card.copies > 1 else ""
        yield f"  {card.id}{copies}  {card.name(lang)}"
    rules = game.rule_texts(lang)
    if rules:
        yield f"\n{message('cli.lookup.rules', lang)}"
    tracks = set(game.glossary.members("resource"))
    for name, text in rules.items():
        called = game.glossary.name("resource", name, lang) if name in tracks else name
        for line in text.splitlines():
            yield f"  {called}  {line}"


# One thing of a game: a card by its id or name, or whatever else is called so.


def thing_text(game: Game, name: str, lang: str) -> str:
    """What is called so, to read. Raises `click.ClickException` where nothing is."""
    found = _named(game, name, lang)
    if isinstance(found, list):
        return "\n\n".join("\n".join(handle_lines(game, each, lang)) for each in found)
    return "\n".join(card_lines(found, [*card_rows(game, found, lang)], lang))


def thing_record(game: Game, name: str, lang: str) -> Any:
    """What is called so, as JSON: a card, or a list of what else it may be. Raises `click.ClickException` where nothing is."""
    found = _named(game, name, lang)
    return [handle_record(each) for each in found] if isinstance(found, list) else card_record(game, found, lang)


def _named(game: Game, name: str, lang: str) -> CardInfo | list[Symbol]:
    """The card of a name, else all other names of the game that are it. Raises `click.ClickException` where nothing is."""
    card = _card(game, name, lang)
    if card is not None:
        return game.card(card)
    handles = find_names(game, name)
    if not handles:
        raise _unknown(game, name, lang)
    return handles


def _card(game: Game, card: str, lang: str) -> str | None:
    """The id of a card given by id or, in any case, by its name in `lang`."""
    if card in game.card_ids():
        return card
    return {game.card(one).name(lang).casefold(): one for one in game.card_ids()}.get(card.casefold())


def _unknown(game: Game, name: str, lang: str) -> click.ClickException:
    gone = next((each for each in game.glossary.changed if each.removed and each.name == name), None)
    if gone is not None:
        return click.ClickException(message("cli.lookup.taken_out", lang, name=name, by=gone.by[lang]))
    cards = {game.card(one).name(lang).casefold(): one for one in game.card_ids()}
    close = dict.fromkeys(
        cards.get(one, one)
        for one in did_you_mean(name, [*game.card_ids(), *cards, *(each.name for each in game.glossary.handles)])
    )
    hint = (
        f" Did you mean {friendly_list(close)}?"
        if close
        else f" `ruleset show {game.name} --names` lists what there is."
    )
    return click.ClickException(f"There is no card and nothing else called `{name}` in {game.name}.{hint}")

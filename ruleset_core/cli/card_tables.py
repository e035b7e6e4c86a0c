"""The cards of a game as tables, for reading or as CSV; and a new card with a value for each fact (`ruleset new --card`)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ruleset_core.authoring import UnwritableCardError, cards_as_csv, file_for_card, read_card_files, write_card
from ruleset_core.check.lints import ACTS
from ruleset_core.cli.parameters import text_table
from ruleset_core.diagnostics import unknown_name_help
from ruleset_core.discovery import EXPANSION_FILE, GAME_FILE
from ruleset_core.files import write_new
from ruleset_core.headers import read_header

if TYPE_CHECKING:
    from ruleset_core import CardInfo, Figure, Game, Kind, KindFact


# The cards of a game as tables to read: one for each kind, with what is printed on each.


def card_tables(game: Game, kind: str | None, lang: str) -> Iterator[str]:
    """A table for each kind of cards, or the one that is wanted. Raises `click.ClickException` where there is none."""
    cards: dict[str, list[CardInfo]] = {}
    for one in map(game.card, game.card_ids()):
        cards.setdefault(one.kind, []).append(one)
    kinds = [*cards, *game.glossary.packs()]
    for each in [check_card_kind(kind, kinds, game.title(lang))] if kind is not None else kinds:
        yield text_table(list(_rows(game, each, cards[each], lang) if each in cards else _pack(game, each, lang)))
    if not kinds:
        raise click.ClickException(f"{game.title(lang)} has no cards")


def _pack(game: Game, kind: str, lang: str) -> Iterator[tuple[str, ...]]:
    """The pieces of a kind that are combinations of values: they stand in no file."""
    words = game.glossary
    facts, members = words.fact_names(kind), Counter(each.partition("#")[0] for each in words.members(kind))
    titles = (words.fact_title(kind, fact, lang) for fact in facts)
    yield (kind.upper(), words.title("families", kind, lang).upper(), "x", *titles)
    for member, copies in members.items():
        said = (words.fact_value(kind, fact, words.figure(kind, member, fact).value, lang) for fact in facts)
        yield (member, words.name(kind, member, lang), str(copies) if copies > 1 else "", *said)


def _rows(game: Game, kind: str, cards: Sequence[CardInfo], lang: str) -> Iterator[tuple[str, ...]]:
    words, shape = game.glossary, game.kinds[kind]
    facts: list[tuple[tuple[str, ...], str]] = [((), fact.name) for fact in shape.facts]
    facts += [((side,), fact.name) for side in shape.sides for fact in shape.side_facts]
    titles = (" ".join((*side, words.fact_title(kind, name, lang))) for side, name in facts)
    yield (kind.upper(), words.title("families", kind, lang).upper(), "x", *titles)
    for card in cards:
        figures = words.figures_of(card.id)
        given = (_given(figures, side, name) for side, name in facts)
        said = (
            "" if value is None else words.fact_value(kind, name, value, lang)
            for value, (_, name) in zip(given, facts, strict=True)
        )
        yield (card.id, card.name(lang), str(card.copies) if card.copies > 1 else "", *said)


def _given(figures: Mapping[str, Figure], side: tuple[str, ...], name: str) -> object:
    """A fact of a card that counts, or of a side of it; None where none is given."""
    whole = figures.get(side[0] if side else name)
    if whole is None:
        return None
    return whole.value.get(name) if side else whole.value


def check_card_kind(kind: str, kinds: Sequence[str], title: str) -> str:
    """The kind, if it is one of these. Raises `click.ClickException` with what may have been meant."""
    if kind in kinds:
        return kind
    if not kinds:
        raise click.ClickException(f"{title} has no cards")
    raise click.ClickException(f"{title} has no cards of the kind `{kind}`; {unknown_name_help(kind, kinds, 'it has')}")


# Cards written for a spreadsheet, as `cards/` of a game holds them.

_MARK: Final = b"\xef\xbb\xbf"
"""By which spreadsheets know that a file is UTF-8."""


def card_table_text(
    name: str, kind: str | None, expansion: Sequence[str], data: Sequence[Path]
) -> tuple[str, list[Path]]:
    """The text of a table, and the files that its cards stand in. Raises `click.ClickException`."""
    files = read_card_files(name, expansion, data)
    kinds = list(dict.fromkeys(each.kind for each in files))
    title = f"`{expansion[-1] if expansion else name}`"
    if kind is None and len(kinds) > 1:
        listed = ", ".join(f"--kind {each}" for each in kinds)
        raise click.UsageError(f"{title} has cards of several kinds, and a table holds one: {listed}")
    kind = check_card_kind(kind if kind is not None else "".join(kinds), kinds, title)
    files = [each for each in files if each.kind == kind]
    cards = {one: card for each in files for one, card in each.cards.items()}
    return cards_as_csv(kind, cards), [each.path for each in files]


def write_table(text: str, sources: Sequence[Path], out: Path | None) -> None:
    """Print a table, or write it to a file that is not there yet and say what is next. Raises `click.ClickException`."""
    if out is None:
        click.echo(text, nl=False)
        return
    try:
        write_new(out, _MARK + text.encode())
    except FileExistsError:
        raise click.ClickException(f"`{out}` is there already; take it away, or name another file") from None
    click.echo(f"wrote {out}")
    beside = [each for each in sources if each.parent.resolve() == out.parent.resolve()]
    if beside:
        click.echo(f"\nNext: a card is written once; take away {', '.join(map(str, beside))}")


# `ruleset new --card`: adds a card with a value for each fact to the file of its kind.

SHOWN = 8
"""Most values of a fact that the remark beside it lists."""


def add_card(directory: Path, kind: str, card: str, title: str, data: Sequence[Path]) -> Path:
    """Add a card to the file of its kind in a game or an expansion; returns the file.

    Raises:
        ClickException: there is no game, no such kind, or such a card already.
        LoadError: the game cannot be loaded.
    """
    game = _load_around(directory, data)
    known = game.kinds
    if kind not in known:
        raise click.ClickException(
            f"{game.title()} has no kind of card `{kind}`; {unknown_name_help(kind, list(known), 'it has')}"
        )
    if card in game.card_ids():
        raise click.ClickException(f"{game.title()} has a card `{card}` already; choose another with --id")
    try:
        file = file_for_card(directory, kind)
        write_card(file, kind, card, _data(known[kind], title), list(_card(known[kind], card, title)))
    except UnwritableCardError as problem:
        raise click.ClickException(str(problem)) from None
    return file


def _load_around(directory: Path, data: Sequence[Path]) -> Game:
    """The game of a directory; for an expansion its game together with it."""
    from ruleset_core import load

    if (directory / GAME_FILE).is_file():
        return load(str(directory.resolve()), roots=tuple(data))
    if (directory / EXPANSION_FILE).is_file():
        base = read_header(directory / EXPANSION_FILE).of
        return load(base, expansions=[str(directory.resolve())], roots=tuple(data))
    raise click.ClickException(
        f"`{directory}` is no game and no expansion: it has neither {GAME_FILE} nor {EXPANSION_FILE}. "
        "`ruleset new DIR` or `ruleset new DIR --expansion-of GAME` starts one."
    )


def _data(kind: Kind, title: str) -> dict[str, Any]:
    """What a card of a kind must say, with a value each."""
    card: dict[str, Any] = {"name": {"en": title, "es": title}, "provenance": "house", **_values_of(kind.facts)}
    if kind.sides:
        card["sides"] = {side: _values_of(kind.side_facts) for side in kind.sides}
    return card


def _values_of(facts: Sequence[KindFact]) -> dict[str, Any]:
    return {
        fact.name: [_first(fact)] * (fact.length or (1, 1))[0] if fact.many else _first(fact)
        for fact in facts
        if not fact.optional
    }


def _first(fact: KindFact) -> str:
    return fact.values[0] if fact.values else "1"


def _card(kind: Kind, card: str, title: str) -> Iterator[str]:
    quoted = json.dumps(title, ensure_ascii=False)
    yield f"  {card}:"
    yield f"    name: {{en: {quoted}, es: {quoted}}}"
    yield "    provenance: house"
    yield from (f"    {line}" for fact in kind.facts for line in _fact(fact))
    if kind.sides:
        yield "    sides:"
        for side in kind.sides:
            facts = [line for fact in kind.side_facts for line in _fact(fact)]
            yield f"      {side}:" + ("" if any(not line.startswith("#") for line in facts) else " {}")
            yield from (f"        {line}" for line in facts)
    yield from (f"    # {key}:   # {ACTS.get(key, 'see the other cards of its kind')}" for key in kind.acts)


def _fact(fact: KindFact) -> Iterator[str]:
    value = _first(fact)
    several = ", ".join([value] * (fact.length or (1, 1))[0])
    line = f"{fact.name}: [{several}]" if fact.many else f"{fact.name}: {value}"
    yield f"# {line}   # may be left out; {_values(fact)}" if fact.optional else f"{line}   # {_values(fact)}"


def _values(fact: KindFact) -> str:
    """What may stand there, in a few words."""
    values = [value for value in fact.values if value != "none"]
    few = ", ".join(values[:SHOWN]) + (", ..." if len(values) > SHOWN else "")
    number = not values or values[0].removeprefix("-").isdigit()
    return f"{'a list of' * fact.many} {fact.type.removeprefix('list of ').rstrip('?') if number else few}".strip()

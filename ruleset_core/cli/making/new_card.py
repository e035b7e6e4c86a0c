"""A card to start from: its kind's facts with a value each, and the keys under which such cards act as remarks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ruleset_core.check.lints_cards import ACTS
from ruleset_core.files import read_ordinary, reason, replace_file, write_new
from ruleset_core.header import read_header
from ruleset_core.model.diagnostic import hint
from ruleset_core.model.source_files import MAX_BYTES, TABLE
from ruleset_core.model.tables.table import load_table
from ruleset_core.model.tables.tabled import with_row
from ruleset_core.paths import EXPANSION_FILE, GAME_FILE

if TYPE_CHECKING:
    from ruleset_core import Game, Kind, KindFact

SHOWN = 8
"""Most values of a fact that the remark beside it lists."""


def write_card(directory: Path, kind: str, card: str, title: str, data: Sequence[Path]) -> Path:
    """Add a card to the file of its kind in a game or an expansion; returns the file.

    Raises:
        ClickException: there is no game, no such kind, or such a card already.
        LoadError: the game cannot be loaded.
    """
    game = _load_around(directory, data)
    known = game.kinds
    if kind not in known:
        raise click.ClickException(f"{game.title()} has no kind of card `{kind}`; {hint(kind, list(known), 'it has')}")
    if card in game.card_ids():
        raise click.ClickException(f"{game.title()} has a card `{card}` already; choose another with --id")
    file = _file_of(directory, kind)
    if file.suffix == TABLE:
        old = read_ordinary(file, MAX_BYTES).decode()  # a mark in front of it stays
        mark = "\ufeff" * old.startswith("\ufeff")
        text = mark + with_row(old.removeprefix("\ufeff"), card, _data(known[kind], title))
        return _written(file, text)
    text = "\n".join(_card(known[kind], card, title)) + "\n"
    if file.exists():
        old = read_ordinary(file, MAX_BYTES).decode()
        text = old + ("" if old.endswith("\n") else "\n") + text
    else:
        text = f"kind: {kind}\ncards:\n{text}"
    return _written(file, text)


def _written(file: Path, text: str) -> Path:
    """Write a file of cards whole or not at all. Raises `click.ClickException` where it cannot be written; the one before stays."""
    content = text.encode()
    try:
        if file.exists():
            replace_file(file.resolve(), content)
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            write_new(file, content)
    except OSError as error:
        raise click.ClickException(f"{file}: cannot be written: {reason(error)}") from None
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


def _file_of(directory: Path, kind: str) -> Path:
    """The last file with cards of this kind that a card can be added to at its end, else a new one."""
    folder = directory / "cards"
    for file in sorted((*folder.glob("*.yaml"), *folder.glob(f"*{TABLE}")), reverse=True):
        if file.suffix == TABLE:
            document, _ = load_table(file)
            if document is not None and document.data["kind"] == kind:
                return file
            continue
        lines = read_ordinary(file, MAX_BYTES).decode().splitlines()
        sections = [line for line in lines if line[:1].isalpha()]
        if f"kind: {kind}" in sections and sections[-1].startswith("cards:") and sections[-1].strip() == "cards:":
            return file
    file = directory / "cards" / f"{kind}.yaml"
    if file.exists():
        raise click.ClickException(f"`{file}` is written in a way that no card can be added to; add it by hand")
    return file


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

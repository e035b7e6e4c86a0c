"""The reference of the effect language: `python -m ruleset_core.lang.reference` writes docs/language.md."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import fill

from ruleset_core.lang.operations import Entry
from ruleset_core.lang.reference_entries import (
    EVENTS,
    EXPRESSIONS,
    NAMES,
    SELECTIONS,
    STATEMENTS,
    TYPES,
    reserved_words,
    taken_words,
)
from ruleset_core.lang.verbs import VERBS

FILE = Path(__file__).resolve().parents[2] / "docs" / "language.md"
"""Where a checkout keeps it."""

INTRODUCTION = """\
# The effect language

<!-- Written by `python -m ruleset_core.lang.reference`; change that, not this file. -->

Nouns stand in YAML, verbs in this language: what a card does, what a rule asks, what something is worth. A text of the
language stands under a key that says when it counts. There are three kinds:

- an **effect** does something: `gain 2 guard; gain 1 scribe`
- an **amount** is a whole number: `2 * supply(amber)`
- a **condition** holds or does not: `guard >= 3 and day < 8`

Statements are separated by `;`, blocks stand in braces, `#` begins a comment that goes to the end of its line. Blanks
and line breaks mean nothing. In YAML, put a text in quotes when it holds `: ` or ` #`, or, inside `{...}` and `[...]`,
a comma or bracket; write long effects as a block after `|`. `ruleset fmt` writes all of them in one way, and
`ruleset check` says what is wrong.

The language always comes to an end and always does the same: loops go through something that is finite, definitions do
not lead back to themselves, division rounds down, and ties are settled in words. Whoever knows the state and the
random draws knows what happens.
"""

TYPES_END = """\
A member is written by its id. Where two sets have a member of the same name, the other side of a comparison, the
parameter or the index says which one is meant.
"""

RESERVED = """\
## Words that cannot be names

The language means something by these words, so no set, member, field, resource, zone, event, decision or definition can be
called by one. `ruleset explain WORD` says what each of them does.
"""

TAKEN_TOO = """\
Some words are taken only where a name would stand in the same place: `max(2, 3)` might be a function or a definition, but a
field called `max` is never followed by `(`. Verbs are free, since only they begin a statement: `do gain` runs a definition.
"""

WORDS = """\
## What players read

The text of a card is written from what it does, in English and in Spanish, with the names of your data; nothing is
written twice. `ruleset show GAME CARD` prints it. So that it reads well:

- Give names to what cards speak of: fields, zones, events, and the definitions they change. A short definition without
  a name is written out; a longer one is called by its id.
- Write parameters into the names of definitions. With `name: {en: "toll of gate {s} in {r}", es: ...}` a card says
  "toll of gate 2 in coin is 0".
- A name that holds the name of the index's type is filled in as well: the field `{en: plaza of a chip, ...}`, indexed
  by chip, becomes "plaza of this chip".
- Nouns in the singular, without article: plurals are made (`1 guard`, `2 guards`, `2 guardias`).
"""


def reference() -> str:
    """The whole reference, as Markdown."""
    return "\n".join(_lines()).rstrip() + "\n"


def _lines() -> Iterator[str]:
    yield INTRODUCTION
    yield "## Types\n"
    plain = {"a set", "a kind of piece"}
    rows = ((written if written in plain else f"`{written}`", says) for written, says in TYPES)
    yield from _table(("Written", "Values"), rows)
    yield TYPES_END
    yield "## Statements\n"
    yield from _entries(STATEMENTS)
    yield "## Verbs\n"
    yield "A verb is a statement. The parts in capitals stand for amounts, resources, fields, zones and pieces.\n"
    for verb in VERBS.values():
        seat = " Needs an acting seat." if verb.needs_seat else ""
        yield from _entry(Entry(verb.signature, verb.doc + seat, verb.example))
    yield "## Amounts and conditions\n"
    yield from _entries(EXPRESSIONS)
    yield "## What one can go through\n"
    yield "After `in` stands one of these (SEL in the forms above):\n"
    yield from _entries(SELECTIONS)
    yield "## Names that every game has\n"
    yield from _table(("Name", "Meaning"), ((f"`{name}`", says) for name, says in NAMES))
    yield "## Events that every game has\n"
    yield "Behaviours (`when`, `instead`) follow these and the events a game declares under `events`. The fields of an event are names in"
    yield "`where` and `do`.\n"
    yield from _table(
        ("Event", "Fields", "Happens when"), ((f"`{name}`", fields, says) for name, fields, says in EVENTS)
    )
    yield RESERVED
    yield fill(", ".join(f"`{word}`" for word in reserved_words()), 118) + "\n"
    yield TAKEN_TOO
    yield from _table(("Word", "Is", "Cannot be a name of"), taken_words())
    yield WORDS


def _entries(entries: Iterable[Entry]) -> Iterator[str]:
    for entry in entries:
        yield from _entry(entry)


def _entry(entry: Entry) -> Iterator[str]:
    yield f"### `{entry.form}`\n"
    yield f"{entry.says}\n"
    yield f"    {entry.example}\n"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for row in (head, ("---",) * len(head), *rows):
        yield f"| {' | '.join(row)} |"
    yield ""


def main() -> None:
    """Write the file."""
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(reference(), encoding="utf-8", newline="\n")
    sys.stdout.write(f"{FILE}\n")


if __name__ == "__main__":
    main()

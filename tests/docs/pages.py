"""The documents, cut into what can be tried: files written step by step, commands with their output, Python.

A block begins with three backticks and a language. A comment on the line above says what to do with it:

    <!-- file: pig/game.yaml -->   its top-level keys take the place of those in that file, or come behind them
    <!-- whole: moves.txt -->      it is that file
    <!-- quote: data/x.yaml -->    it stands like this in a file of the project
    <!-- say: draft -->            it is a file beside the game `frame` of its page (`say: draft cards/x.yaml`: that file;
                                   `say: draft + other`: beside the snippet `other`, without its flow)
    <!-- delete: moves.txt -->     that file goes
    <!-- exit: 1 -->               its commands end with that exit code
    <!-- skip: the reason -->      it is only read

`console` blocks are run: a line `$ COMMAND`, then what it prints, `...` standing for anything; nothing below the
command means that any output will do. `python` blocks of a page are run one after the other. `text` is only read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"

_FENCE: Final = re.compile(
    r"^(?:<!-- (?P<what>file|whole|say|delete|quote|exit|skip): (?P<rest>[^\n]*?) -->\n)?```(?P<language>\w*)\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a page; `what` and `rest` are the comment above it."""

    language: str
    body: str
    what: str
    rest: str
    line: int


@dataclass(frozen=True, slots=True)
class Command:
    """A command of a `console` block, what it prints, and what a person types in answer to prompts (`> `)."""

    words: str
    output: str

    @property
    def typed(self) -> str:
        """The lines typed."""
        return "".join(match[1] + "\n" for match in re.finditer(r"^(?:.* )?> ?(.*)$", self.output, re.MULTILINE))


def pages() -> list[Path]:
    """The documents written by hand, with those at the root of the project."""
    return [*sorted(DOCS.rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]


def title(page: Path) -> str:
    """What a test calls a page."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page in order."""
    text = page.read_text(encoding="utf-8")
    for match in _FENCE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        yield Block(match["language"], match["body"], match["what"] or "", match["rest"] or "", line)


def commands(body: str) -> Iterator[Command]:
    """The commands of a `console` block."""
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        words, _, output = part.partition("\n")
        yield Command(words, output)


def sections(text: str) -> dict[str, str]:
    """A YAML text by top-level key; comments above a key and blank lines below its value go with it."""
    starts = [match.start() for match in re.finditer(r"^(?:#[^\n]*\n)*[A-Za-z_]\w*:", text, re.MULTILINE)]
    parts = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=False)]
    return {re.search(r"^(\w+):", part, re.MULTILINE)[1]: part for part in parts}


def merged(old: str, new: str) -> str:
    """A YAML text with the top-level keys of another in place of its own, or behind them after a blank line."""
    known, given = sections(old), sections(new)
    kept = [_like(given[key], part) if key in given else part for key, part in known.items()]
    added = [part for key, part in given.items() if key not in known]
    return "".join([*kept, *(["\n"] if kept and added else []), *added])


def _like(part: str, old: str) -> str:
    """A section with as many blank lines below it as the one it replaces."""
    return part.rstrip() + old[len(old.rstrip()) :]

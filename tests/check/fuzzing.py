"""What the fuzz tests and the long campaign share: strange games, and the demand that they end in diagnostics, soon."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

from ruleset_core import load
from ruleset_core.check.checker import check_paths
from ruleset_core.check.rendering import FORMATS, Format, render_diagnostics
from ruleset_core.diagnostics import Diagnostic
from ruleset_core.lang.syntax.parser import keywords
from ruleset_core.lang.verbs import VERBS
from tests.check.page_examples import FILES, GAME

SECONDS = 20
"""No file may take longer; the usual one takes a few hundredths."""

NAMES = [
    "last",
    "true",
    "false",
    "none",
    "me",
    "players",
    "option",
    "others",
    "coin",
    "fame",
    "ware",
    "seat",
    "resource",
    "answer",
    "round",
    "face",
    "stall",
    "sold",
    "bought",
    "deal",
    "buy",
    "leave",
    "cost",
    "what",
    "price",
    "lamp",
    "rug",
    "it",
    "x",
    "y",
]
"""Names of the tiny game, and of every game."""
SIGNS = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    ".",
    "|",
    "=",
    "->",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "-",
    "*",
    "#",
    "0",
    "1",
    "2",
    "7",
    "10",
    "999999999999",
]
WORDS = [*sorted(keywords()), *VERBS, *NAMES, *SIGNS]
"""Words of the language and of the tiny game."""


def effect_game(text: str) -> dict[str, bytes]:
    """The tiny game with a text of the language in the place of an effect, an amount, a condition, a label, a selection."""
    quoted = "'" + text.replace("'", "''").replace("\n", " ").replace("\r", " ").replace("\0", " ") + "'"
    part = f"""\
rules:
  - {{id: bonus, when: {{event: bought, where: {quoted}, do: {quoted}}}, while_in_play: {{modify: cost, add: {quoted}}}}}
  - {{id: other, instead: {{event: gain, do: {quoted}}}}}
define: {{fun: {{amount: {quoted}}}, test: {{condition: {quoted}}}, run: {{effect: {quoted}}}}}
score: {{more: {{name: {{en: More, es: Más}}, each: {quoted}, amount: {quoted}}}}}
tie_breaks: [{quoted}]
decisions: {{swap: {{of: {quoted}, ask: {{en: S, es: S}}, label: {{en: {quoted}, es: {quoted}}}}}}}
state: {{kept: {{by: [{quoted}], is: {quoted}, start: {quoted}}}}}
flow: [{{phase: extra, for: round, in: {quoted}, turns: simultaneous, first: {quoted}, until: {quoted}, do: {quoted}}}]
"""
    return {**_tiny(), "part.yaml": part.encode("utf-8", "replace")}


def part_game(content: bytes) -> dict[str, bytes]:
    """The tiny game with anything as game.yaml, part, cards, expansion and scenarios."""
    names = ("part.yaml", "cards/more.yaml", "expansions/x/expansion.yaml", "scenarios/s.yaml")
    return {**_tiny(), **dict.fromkeys(names, content)}


def scrambled_game(seed: int, slips: int) -> dict[str, bytes]:
    """The tiny game after several changes of lines and words."""
    random = Random(seed)
    lines = GAME.splitlines()
    for _ in range(slips):
        at, other = random.randrange(len(lines)), random.randrange(len(lines))
        match random.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines[at] = "  " + lines[at]
            case 4:
                words = lines[at].split(" ")
                words[random.randrange(len(words))] = random.choice(WORDS)
                lines[at] = " ".join(words)
            case _:
                mark = random.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:mark] + random.choice("{}[]()|>:,-#'\"&*!? \t7a") + lines[at][mark:]
        lines = lines or [""]
    return {**_tiny(), "game.yaml": "\n".join(lines).encode()}


def _tiny() -> dict[str, bytes]:
    return {name: text.encode() for name, text in FILES.items()}


def must_end_in_diagnostics(files: dict[str, bytes], directory: Path) -> tuple[Diagnostic, ...]:
    """Check a game: nothing raises, no E999, every place exists, all formats can show it, and it ends in time.

    A game without errors can be loaded.
    """
    for name, content in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    began = time.monotonic()
    found = check_paths([directory]).diagnostics
    for form in FORMATS:
        shown: Format = form  # type: ignore[assignment]
        render_diagnostics(found, shown)
    seconds = time.monotonic() - began
    assert seconds < SECONDS, f"{seconds:.1f} s"
    for item in found:
        assert item.code != "E999", item.notes
        assert (item.span.line, item.span.column) <= (item.span.end_line, item.span.end_column)
    if not any(item.severity == "error" for item in found):
        load(directory)
    return found

"""The colours and signs of pages, made from those of pictures: `python -m tests.web.assets` writes them anew."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import ruleset_core.web
from ruleset_core.view.svg.svg_elements import FILLS, GROUND, HOLLOW, SIGNS, TEXTS, letter_colour, symbol

STATIC = Path(ruleset_core.web.__file__).parent / "static"
LETTERED = ("die", "cube", "card", "stone", "citizen")
"""Signs on which the letter of their colour stands."""


def colours() -> str:
    """The style sheet of colours: light, dark where the reader's system is, and either where the reader says so."""
    fixed = [f"--c-{name}: {fill}; --o-{name}: {letter_colour(name)};" for name, fill in FILLS.items()]
    light, dark = _variables(0), _variables(1)
    classes = [
        f".t-{name} {{ color: var(--t-{name}); }} .c-{name} {{ background: var(--c-{name}); fill: var(--c-{name}); }} "
        f".o-{name} {{ color: var(--o-{name}); }} text.o-{name} {{ fill: var(--o-{name}); }} "
        f".u-{name} {{ color: var(--c-{name}); }} .s-{name} {{ stroke: var(--c-{name}); }}"
        for name in FILLS
    ]
    return "\n".join(
        [
            "/* Made by `python -m tests.web.assets` from the colours of pictures. */",
            f":root {{ color-scheme: light dark; {' '.join(fixed)} {light} }}",
            f"@media (prefers-color-scheme: dark) {{ :root:not([data-theme=light]) {{ {dark} }} }}",
            f":root[data-theme=dark] {{ color-scheme: dark; {dark} }}",
            ":root[data-theme=light] { color-scheme: light; }",
            *classes,
            "",
        ]
    )


def _variables(place: int) -> str:
    return (
        " ".join(f"--{name}: {both[place]};" for name, both in GROUND.items())
        + " "
        + " ".join(f"--t-{name}: {both[place]};" for name, both in TEXTS.items())
    )


def signs() -> str:
    """All signs as symbols."""
    made = ET.Element("svg", xmlns="http://www.w3.org/2000/svg")
    for name in SIGNS:
        made.append(symbol(name))
        if name in LETTERED and name not in HOLLOW:
            made.append(symbol(f"{name}-plain"))
    return ET.tostring(made, encoding="unicode") + "\n"


FILES = {"colours.css": colours, "signs.svg": signs}

if __name__ == "__main__":
    for file, text in FILES.items():
        (STATIC / file).write_text(text(), encoding="utf-8")

"""Colours of pictures, for light and dark: variables of CSS that a page may set anew."""

from __future__ import annotations

from typing import Final

FILLS: Final = {
    "red": "#c62f2f", "yellow": "#f2c53d", "white": "#f4f4f0", "blue": "#2f6fc6", "green": "#2f7d35", "black": "#2b2b2b",
    "pink": "#e58ab5", "purple": "#7d4fb0", "orange": "#e8862e", "brown": "#8a5a33", "grey": "#939393", "gold": "#c9a227",
}  # fmt: skip
"""What is filled with a colour."""
DARK_ON: Final = frozenset({"yellow", "white", "pink", "orange", "grey", "gold"})
"""Colours on which dark letters are read; on the others white ones are."""
TEXTS: Final = {
    "red": ("#a61b1b", "#ff8a80"), "yellow": ("#7a5a00", "#f5d76e"), "white": ("#555555", "#ffffff"),
    "blue": ("#1f57a8", "#8ab8ff"), "green": ("#256b2a", "#85d48a"), "black": ("#1b1b1b", "#c9c9c9"),
    "pink": ("#a03068", "#f7a8cb"), "purple": ("#64399a", "#c9a6f0"), "orange": ("#8a4a08", "#ffb066"),
    "brown": ("#6b4423", "#d9ae86"), "grey": ("#595959", "#b8b8b8"), "gold": ("#6f5600", "#e6c65a"),
}  # fmt: skip
"""Text of a colour on light and on dark paper."""
GROUND: Final = {
    "paper": ("#f3efe6", "#17181a"), "panel": ("#fffdf8", "#1f2124"), "card": ("#ffffff", "#2a2d31"), "ink": ("#1f1f1f", "#ececec"),
    "soft": ("#5c5a55", "#b4b2ac"), "line": ("#8b877d", "#7d7f83"), "glow": ("#0a6b52", "#58e0b8"),
}  # fmt: skip
"""Paper, panels, cards, ink, what stands back, lines, and what can be chosen: light and dark."""
FONT: Final = "'DejaVu Sans', Verdana, system-ui, sans-serif"

_RULES: Final = f"""
.scene {{ background: var(--paper); color: var(--ink); font-family: {FONT}; }}
.scene text {{ fill: var(--ink); white-space: pre; }}
.scene .soft {{ fill: var(--soft); }}
.scene .bold {{ font-weight: bold; }}
.scene .ground {{ fill: var(--paper); }}
.scene .panel-box {{ fill: var(--panel); stroke: var(--line); stroke-width: 1; }}
.scene .about > .panel-box {{ stroke: var(--ink); stroke-width: 2.5; }}
.scene .card-box, .scene .cell {{ fill: var(--card); stroke: var(--line); stroke-width: 1; }}
.scene .free {{ fill: none; stroke: var(--line); stroke-width: 1; stroke-dasharray: 4 3; }}
.scene .rule {{ fill: none; stroke: var(--line); stroke-width: 1; }}
.scene .way {{ fill: none; stroke: var(--ink); stroke-width: 7; stroke-linecap: round; }}
.scene .laid {{ fill: none; stroke: var(--soft); stroke-width: 3; stroke-dasharray: 9 3; }}
.scene .border {{ fill: none; stroke: var(--ink); stroke-width: 2.2; stroke-dasharray: 8 6; }}
.scene .tile {{ stroke: var(--line); stroke-width: 1; }}
.scene .tint {{ fill-opacity: 0.22; }}
.scene .shade {{ fill: var(--ink); fill-opacity: 0.3; }}
.scene .can > .card-box, .scene .can > .cell, .scene .can > .free, .scene .can > .hold {{
  stroke: var(--glow); stroke-width: 3; stroke-dasharray: none;
}}
.scene .can > .border {{ stroke: var(--glow); stroke-width: 3; }}
.scene .hold {{ fill: transparent; stroke: none; }}
.scene .can {{ cursor: pointer; }}
.scene .unused {{ opacity: 0.35; }}
.scene use {{ color: var(--soft); }}
"""


def sheet() -> str:
    """The style sheet of pictures: variables for light and dark, then the rules."""
    light = _variables(0)
    dark = _variables(1)
    fixed = "".join(f"--c-{name}: {fill}; --o-{name}: {on(name)}; " for name, fill in FILLS.items())
    classes = "".join(
        f".scene .t-{name} {{ fill: var(--t-{name}); }}\n"
        f".scene .c-{name} {{ fill: var(--c-{name}); }}\n"
        f".scene text.o-{name} {{ fill: var(--o-{name}); }}\n"
        f".scene .letter.o-{name} {{ stroke: var(--c-{name}); stroke-width: 2; paint-order: stroke; }}\n"
        f".scene use.u-{name} {{ color: var(--c-{name}); }}\n"
        for name in FILLS
    )
    return f".scene {{ {fixed}{light}}}\n@media (prefers-color-scheme: dark) {{ .scene {{ {dark}}} }}\n{_RULES.strip()}\n{classes}"


def on(colour: str) -> str:
    """The colour of letters on a colour."""
    return "#1b1b1b" if colour in DARK_ON else "#ffffff"


def _variables(place: int) -> str:
    ground = "".join(f"--{name}: {both[place]}; " for name, both in GROUND.items())
    return ground + "".join(f"--t-{name}: {both[place]}; " for name, both in TEXTS.items())

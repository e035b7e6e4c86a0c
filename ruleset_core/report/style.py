"""How a page of figures looks: on screens, light and dark, on phones, on paper. Colours are those of pictures of games."""

from __future__ import annotations

from typing import Final

from ruleset_core.drawing.style import FONT, GROUND, TEXTS

__all__ = ["FILL", "HUES", "plots", "sheet"]

HUES: Final = ("blue", "orange", "green", "purple", "brown", "pink")
"""Colours of lines that stand together."""

FILL: Final = ("#5f8ac8", "#4f7fc0")
"""What bars are filled with, on light and on dark paper."""
GRID: Final = ("#d8d3c6", "#3a3d41")

_RULES: Final = """
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 FONT;overflow-wrap:anywhere}
main{max-width:760px;margin:0 auto;padding:24px 40px 48px}
h1{font-size:1.7rem;line-height:1.2;margin:.2em 0 .1em;text-wrap:balance;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2.6rem 0 .4rem;padding-top:.7rem;border-top:2px solid var(--line)}
h3{font-size:1rem;margin:1.5rem 0 .4rem}
p{margin:.5rem 0}
.lead{color:var(--soft);margin:0 0 1rem}
code{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:.9em;overflow-wrap:anywhere}
a{color:var(--t-blue)}
nav ul{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;list-style:none;margin:0;padding:0;font-size:.92rem}
.found{background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:.3rem 1.2rem .9rem;margin:1rem 0}
.found h2{border:0;margin:.5rem 0 .2rem;padding:0}
.found ul{list-style:none;margin:0;padding:0}
.found li{margin:.6rem 0;padding-left:1.9rem;position:relative}
.found li svg{position:absolute;left:0;top:.28em;width:1.15em;height:1.15em}
.sign{fill:none;stroke:var(--soft);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.notice .sign{stroke:var(--t-orange)}
.fine .sign{stroke:var(--t-green)}
figure{margin:.6rem 0 1.6rem}
figcaption{margin:.35rem 0}
.plot{display:block;width:100%;height:auto;font-family:inherit}
.narrow{display:none}
details{margin:.3rem 0}
summary{cursor:pointer;color:var(--t-blue);width:fit-content}
:focus-visible{outline:3px solid var(--t-blue);outline-offset:2px}
.scroll{overflow-x:auto;margin:.5rem 0;position:relative}
table{border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);padding:.2rem 0}
th,td{border-bottom:1px solid var(--grid);padding:.22rem .7rem .22rem 0;text-align:right;vertical-align:top}
th:first-child,.words th,.words td{text-align:left}
thead th{border-color:var(--line)}
tbody th{font-weight:normal}
.words td{overflow-wrap:anywhere}
dt{font-weight:bold;margin-top:.7rem}
dd{margin:0 0 0 1.2rem}
@media (max-width:640px){
main{padding:16px 16px 40px}
h1{font-size:1.4rem}
.wide{display:none}
.narrow{display:block}
.narrow .plot{max-width:440px;margin:0 auto}
.found{padding:.2rem .8rem .7rem}
}
"""
_PLOTS: Final = """
.plot text{fill:var(--ink);paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
.plot .soft{fill:var(--soft)}
.plot .value{font-variant-numeric:tabular-nums}
.grid{stroke:var(--grid);stroke-width:1}
.axis{stroke:var(--line);stroke-width:1}
.compare{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:5 4}
.whisker{fill:none;stroke:var(--ink);stroke-width:1.6}
.dot{fill:var(--t-blue);stroke:var(--t-blue);stroke-width:2}
.hollow{fill:var(--paper);stroke:var(--t-blue);stroke-width:2}
.bar,.bin{fill:var(--fill)}
.half{fill:var(--t-orange)}
.mean{stroke:var(--ink);stroke-width:2}
.join{stroke:var(--line);stroke-width:2}
.ring{fill:var(--paper);stroke:var(--ink);stroke-width:1.6}
.disc{fill:var(--t-blue)}
.line{fill:none;stroke-width:2.4;stroke-linejoin:round}
.point{stroke:var(--paper);stroke-width:1.5}
.band{stroke:none;fill-opacity:.16}
.name{font-weight:bold}
"""
_PRINT: Final = """
@page{size:A4;margin:16mm 15mm}
body{font-size:10.5pt;background:none}
.plot text{stroke:#fff}
.hollow,.ring{fill:#fff}
main{max-width:none;padding:0}
nav,details:not([open]){display:none}
summary{list-style:none;color:var(--ink)}
.wide{display:block}
.narrow{display:none}
h2,h3,caption,dt{break-after:avoid}
h2+*{break-before:avoid}
.plot,li,tr,dt,dd,pre,figcaption{break-inside:avoid}
figure>h3,figure>.wide{break-after:avoid}
.scroll{overflow:visible}
a{color:inherit;text-decoration:none}
"""


def sheet() -> str:
    """The style sheet of a page."""
    rules = _RULES.strip().replace("FONT", FONT)
    return f"{plots()}{rules}\n@media print{{{_PRINT}}}\n"


def plots() -> str:
    """What plots need of it: the colours, and how marks and texts look."""
    light, dark = (_variables(place) for place in (0, 1))
    hues = "".join(
        f".line.h{place}{{stroke:var(--t-{name})}}.band.h{place}{{fill:var(--t-{name})}}.plot .t{place}{{fill:var(--t-{name})}}\n"
        for place, name in enumerate(HUES)
    )
    return (
        f":root{{color-scheme:light dark;{light}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
        f"{_PLOTS.strip()}\n{hues}"
    )


def _variables(place: int) -> str:
    ground = "".join(f"--{name}:{GROUND[name][place]};" for name in ("paper", "panel", "ink", "soft", "line"))
    hues = "".join(f"--t-{name}:{TEXTS[name][place]};" for name in HUES)
    return f"{ground}{hues}--grid:{GRID[place]};--fill:{FILL[place]};"

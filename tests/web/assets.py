"""The colours and signs of pages, made from those of pictures: `python -m tests.web.assets` writes them anew."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import ruleset_core.web
from ruleset_core.view.svg.svg_elements import FILLS, GROUND, SIGNS, TEXTS, letter_colour, symbol

STATIC = Path(ruleset_core.web.__file__).parent / "static"
_EDGE = 'stroke="var(--edge, var(--ink))" stroke-width="{}" stroke-linejoin="round"'
CLASSES = {
    f'fill="none" {_EDGE.format(1.3)}': "sign-edge",
    f'fill="none" stroke-opacity="0.75" {_EDGE.format(1.1)}': "sign-edge sign-detail",
    'fill="var(--panel)"': "sign-detail sign-pip",
    'fill="#fff" fill-opacity="0.28"': "light",
    'fill="#000" fill-opacity="0.2"': "shade",
}
"""What many parts of signs have in common: `colours.css` says it once. `--detail: 0` leaves out what would disturb a letter on the sign."""
STYLES = (
    "symbol{fill:currentColor}.sign-edge,symbol>path:not([id],[class],[fill]){stroke:var(--edge,var(--ink));stroke-width:1.3;stroke-linejoin:round}"
    ".sign-edge{fill:none}.light{fill:#fff;fill-opacity:.28}.shade{fill-opacity:.2;fill:#000}"
    ".sign-detail{stroke-width:1.1;stroke-opacity:.75;opacity:var(--detail,1)}"
    ".sign-pip{fill:var(--panel)}"
)


def colours() -> str:
    """The style sheet of colours: light, dark where the reader's system is, and either where the reader says so."""
    fixed = [f"--c-{name}:{fill};" for name, fill in FILLS.items()]
    both = {**GROUND, **{f"t-{name}": each for name, each in TEXTS.items()}}
    themed = [f"--{name}:light-dark({light},{dark});" for name, (light, dark) in both.items()]
    letters = sorted({letter_colour(name) for name in FILLS})
    on = [",".join(f".o-{name}" for name in FILLS if letter_colour(name) == each) for each in letters]
    classes = [
        f".t-{name}{{color:var(--t-{name})}}.c-{name}{{background:var(--c-{name});fill:var(--c-{name})}}.u-{name}{{color:var(--c-{name})}}"
        for name in FILLS
    ]
    classes += [f"{names}{{color:{each}}}" for names, each in zip(on, letters, strict=True)]
    return "\n".join(
        [
            "/* Made by `python -m tests.web.assets` from the colours of pictures. */",
            f":root{{color-scheme:light dark;{''.join(fixed)}{''.join(themed)}}}",
            ":root[data-theme=dark]{color-scheme:dark}",
            ":root[data-theme=light]{color-scheme:light}",
            'text[class*=" o-"],text[class*=" t-"]{fill:currentColor}',
            STYLES,
            *classes,
            "",
        ]
    )


def _outlined_once(sign: ET.Element) -> ET.Element:
    """A sign whose outline is drawn a second time, over light and shade: by its id."""
    first = sign[0]
    for each in sign.findall("path")[1:]:
        if each.get("d") == first.get("d") and "stroke-width" not in first.attrib:
            first.set("id", f"o-{sign.get('id', '')[5:]}")
            each.tag = "use"
            del each.attrib["d"]
            each.set("href", f"#{first.get('id')}")
    return sign


def signs() -> str:
    """All signs as symbols."""
    made = ET.Element("svg", xmlns="http://www.w3.org/2000/svg")
    for name in SIGNS:
        made.append(_outlined_once(symbol(name)))
    text = (
        ET.tostring(made, encoding="unicode").replace(" />", "/>").replace(' viewBox="0 0 24 24"', "")
    )  # as large as it is used
    for attributes, classes in CLASSES.items():
        text = text.replace(attributes, f'class="{classes}"')
    plain = f' fill="currentColor" {_EDGE.format(1.3)}'
    return text.replace(plain, "").replace(' fill="currentColor"', "") + "\n"


FILES = {"colours.css": colours, "signs.svg": signs}

if __name__ == "__main__":
    for file, text in FILES.items():
        (STATIC / file).write_text(text(), encoding="utf-8")

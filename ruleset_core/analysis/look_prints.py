"""Links `print:` of a look: how cards of a kind are printed.

    print:
      ware: {size: mini, areas: [{at: 0% 0% 100% 12%, fill: this.quality}, {at: 4 1 36 6, show: this, bold: true}]}

    LinkedPrint(size=(44, 67), areas=(LinkedArea(what="", fill=FactOf(Local("this"), quality), ...), LinkedArea(what="show", ...)))

Areas that leave the card are E107: they would be cut off. What stands in them is linked as the parts of faces are.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.look_elements import LookElementReader
from ruleset_core.analysis.look_pictures import PictureReader
from ruleset_core.analysis.text_reader import SourceSite
from ruleset_core.files import escapes_directory, os_error_reason
from ruleset_core.font_files import FontError, FontMetrics, read_font
from ruleset_core.lang import look_nodes
from ruleset_core.lang.types import member_type
from ruleset_core.lang.vocabulary import Vocabulary
from ruleset_core.model.schema import look_section as m
from ruleset_core.values import LARGEST_CARD, SMALLEST_CARD, card_size

_TOLD: Final = 10
"""So many letters are named that a font lacks."""
_PLACE: Final = re.compile(r"\{[^{}]*\}")
USUAL: Final = (63.0, 88.0)
"""The usual size of a card, in millimetres."""


class LookPrintReader(LookElementReader):
    """Reads prints beside panels. `art` holds the pictures of the look."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__(vocabulary)
        self.art = PictureReader(self)
        self.fonts: dict[str, FontMetrics | None] = {}
        """The fonts of the look that are declared, and what is read of them where somebody judges."""

    def _font(self, name: str, given: m.LookFont, site: SourceSite) -> look_nodes.LinkedFont:
        """A font; whether its file can be used is looked at where somebody judges, since only prints need it."""
        file = self.art.home(site) / given.file
        self.fonts[name] = self._metrics(file, given.file, site.at("file")) if self.judges else None
        return look_nodes.LinkedFont(str(file), given.by, given.licence)

    def _metrics(self, file: Path, name: str, site: SourceSite) -> FontMetrics | None:
        advice = "put a TrueType or OpenType file beside the look"
        try:
            if escapes_directory(file):
                self.report("E022", f"`{name}` leads out of the directory of the look", site, advice)
                return None
            return read_font(file)
        except OSError as problem:
            self.report("E022", f"`{name}` cannot be read: {os_error_reason(problem)}", site, advice)
        except FontError as problem:
            self.report("E022", f"`{name}`: {problem}", site, advice)
        return None

    def _lettered(self, area: m.LookArea, kind: str, font: str, site: SourceSite) -> None:
        """W550: a font lacks letters of what stands in an area, as far as that is known before cards are printed."""
        metrics = self.fonts.get(font)
        if metrics is None:
            return
        written = [text for part in area.show if part.text is not None for text in part.text.texts.values()]
        said = "".join(_PLACE.sub("", text) for text in written)
        if any(part.value == "this" for part in area.show):
            said += "".join(text for names in self.v.domains[kind].names for text in names.values())
        if missing := metrics.missing(said):
            advice = "choose another font for it, or leave `font` out"
            self.report("W550", f"`{font}` has no {' '.join(missing[:_TOLD])}", site, advice, severity="warning")

    def _print(self, kind: str, given: m.LookPrint, site: SourceSite) -> look_nodes.LinkedPrint:
        """How cards of a kind are printed."""
        scope = BindingScope({"this": member_type(kind)})
        fonts = {given.font: site.at("font")} if given.font is not None else {}
        fonts |= {
            each.font: site.at("areas", place, "font")
            for place, each in enumerate(given.areas)
            if each.font is not None
        }
        for name, place in fonts.items():
            if name not in self.fonts:
                self.unknown("E301", f"there is no font `{name}`", place, name, [*self.fonts], "fonts")
        size = None if given.size is None else card_size(given.size)
        if given.size is not None and size is None:
            advice = f"width and height in millimetres, each from {SMALLEST_CARD:.0f} to {LARGEST_CARD:.0f}"
            self.report("E107", f"`{given.size}` is no size for a card", site.at("size"), advice)
        return look_nodes.LinkedPrint(
            size,
            self._colour(given.ground, site.at("ground"), scope),
            self._colour(given.frame, site.at("frame"), scope),
            tuple(
                self._area(kind, place, each, site.at("areas", place), scope, size or USUAL, given.font or "")
                for place, each in enumerate(given.areas)
            ),
            None if given.back is None else self._back(kind, given.back, site.at("back")),
        )

    def _area(
        self,
        kind: str,
        place: int,
        given: m.LookArea,
        site: SourceSite,
        scope: BindingScope,
        size: tuple[float, float],
        font: str,
    ) -> look_nodes.LinkedArea:
        left, top, wide, high = (
            look_nodes.PaperLength(float(each.rstrip("%")), each.endswith("%")) for each in given.at.split()
        )
        for start, length, whole, edge in ((left, wide, size[0], "right"), (top, high, size[1], "lower")):
            beyond = start.of(whole) + length.of(whole) - whole
            if beyond > 0.01:
                advice = f"the card is {size[0]:g}x{size[1]:g} mm: make the area smaller, or give `%`"
                self.report("E107", f"this area ends {beyond:.3g} mm beyond the {edge} edge", site.at("at"), advice)
        font = given.font or font
        self._lettered(given, kind, font, site)
        ident = look_nodes.area_picture(kind, place)
        return look_nodes.LinkedArea(
            (left, top, wide, high),
            next((each for each in ("show", "words", "art", "picture") if getattr(given, each)), ""),
            self._parts(given.show, site.at("show"), scope),
            None if given.art is None else self.art.read(kind, given.art, site.at("art"), ident),
            self._colour(given.fill, site.at("fill"), scope),
            self._colour(given.edge, site.at("edge"), scope),
            self._colour(given.ink, site.at("ink"), scope),
            self._when(given.when, site, scope),
            float(given.round),
            float(given.size),
            given.bold,
            given.across,
            given.down,
            given.turned,
            font,
        )

    def _back(self, kind: str, given: m.LookBack, site: SourceSite) -> look_nodes.LinkedBack:
        """A back says nothing of its piece: its text knows no `this`."""
        ident = look_nodes.back_picture(kind)
        return look_nodes.LinkedBack(
            given.colour,
            given.pattern,
            given.sign or "",
            self._texts(given.text, site.at("text"), BindingScope({})),
            None if given.art is None else self.art.read(kind, given.art, site.at("art"), ident),
        )

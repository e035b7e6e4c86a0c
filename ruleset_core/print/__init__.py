"""Cards on paper: what they say, laid out in millimetres, on pages as SVG or PDF.

    ruleset print GAME --out cards.pdf

`pages` finds the pieces, puts them on pages with cutting marks and writes these as SVG or PDF, `card_layout` lays out one
card in the largest type that fits, `typesetting` measures and breaks lines.
"""

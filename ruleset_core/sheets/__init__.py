"""Cards on paper: what a game's cards say, laid out in millimetres, on pages as SVG or PDF. Knows no game and no terminal."""

"""Plots as SVG, in the width there is: rows with marks along one axis, counts, lines with bands. They know nothing of games."""

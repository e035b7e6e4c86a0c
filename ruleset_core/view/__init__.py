"""Looks, scenes and drawings: what a seat may see, as a tree of things, in a terminal or as SVG.

    look       the display section of a game file, evaluated on a masked state
    scene      panels of boards, cards, dice and tables: data, the same for everything that draws
    terminal   a scene in columns and lines
    svg        a scene as a picture

The two that draw know scenes, and nothing of games.
"""

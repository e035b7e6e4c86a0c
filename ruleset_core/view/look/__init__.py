"""Looks: what a game file says of its display, evaluated on what a seat may know of a state.

A look says `{text: "pot {pot}"}`. `look_evaluator` has the evaluator of the rules work out `pot`, with `seat_access` reading
the masked state: a value that the seat does not know is None, and what depends on it is shown as unknown. Under the look of
each game lies that of `default_look.yaml`, whose patterns (`look_patterns`) are filled with what the game declares
(`default_declarations`).

`scene_cache` notes what each part of a scene looked at (values, lists, options) and builds the part again only when one of
these has changed. What all may see is built once for all viewers.
"""

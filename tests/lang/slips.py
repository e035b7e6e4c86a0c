"""Slips in questions: the text, its code, the words it points at, and what is said of them."""

DECISIONS = [
    ("choose pick_color c { set chosen = c }", "E316", "pick_color", "did you mean `pick_colour`"),
    ("may shure { gain 1 coin }", "E316", "shure", "did you mean `sure`?"),
    ("choose pick_colour c in deck { set chosen = c }", "E317", "deck", "asks for a colour, not for a tile"),
    ("choose pick_colour { red { gain 1 coin } | rad { gain 2 coin } }", "E317", "rad", "did you mean `red`?"),
    ("choose pick_colour { red { gain 1 coin } | red { gain 2 coin } }", "E317", "red { gain 2 coin }", "is given twice"),
    ("choose how_many { red { gain 1 coin } }", "E317", "red", "unknown branch"),
    ("may pick_colour { gain 1 coin }", "E317", "may pick_colour { gain 1 coin }", "needs a decision of bool"),
    ("choose tile_to_seat s { gain 1 coin }", "E317", "s", "2 things: {thing: tile, place: seat}"),
    ("choose pick_colour c then d { set chosen = c }", "E317", "d", "not for several things"),
    ("choose colour_many c then k in 5 to 9 { gain k coin }", "E314", "5 to 9", "asks for -1..3"),
    ("choose colour_many c in deck then k { gain k coin }", "E317", "deck", "asks for a colour, not for a tile"),
    ("choose colour_many c then c { gain 1 coin }", "E315", "c", "already taken"),
    ("choose tile_to_seat { red { gain 1 coin } }", "E317", "red", "unknown branch"),
    ("choose pick_colour { red c { gain 1 coin } }", "E317", "red c { gain 1 coin }", "are not of several kinds"),
    ("choose pick_colour { red { gain 1 coin } } or leave { gain 1 coin }", "E317", "leave { gain 1 coin }", "are not of several kinds"),
    ("choose do_something c { gain 1 coin }", "E317", "c", "`choose do_something { paint x { ... } | hand_over x { ... } }`"),
    ("choose do_something { paint c { gain 1 coin } }", "E317", "paint", "say what is picked: `paint thing then place then many`"),
    ("choose do_something { pant c { gain 1 coin } }", "E317", "pant", "did you mean `paint`"),
    ("choose paint c then s then k { gain k coin }", "E317", "choose paint c then s then k { gain k coin }", "a kind of answers of `do_something`"),
    ("choose do_something { hand_over s { gain 1 coin } | hand_over s { gain 2 coin } }", "E317", "hand_over s { gain 2 coin }", "is given twice"),
]  # fmt: skip

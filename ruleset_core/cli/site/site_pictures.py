"""A picture of a game for its page: a position in the middle of a game of bots, drawn by the game's own look."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from ruleset_core import visible_scores
from ruleset_core.formats.scene_format import has_board, scene_as_json
from ruleset_core.play.bots import make_bot
from ruleset_core.view.look.game_looks import picture_credits, pictures
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.scene.scene_items import seat_colours
from ruleset_core.view.svg.drawing import draw
from ruleset_core.view.terminal.drawing import draw as draw_text

if TYPE_CHECKING:
    from ruleset_core import Game, State
    from ruleset_core.formats.scene_format import Scene, ScenePanel

SEED: Final = 1
MOVES: Final = 500
"""Moves of the game at most."""
SECONDS: Final = 15.0
"""A game that takes longer is shown from the part that was played."""
WHERE: Final = 0.45
"""How far the game has come: of its moves so many are done."""
WIDTHS: Final = (320, 380, 460, 560, 700)
"""Widths that are tried."""
PANELS: Final = 2
"""Panels of a picture at most."""
SHAPE: Final = 4 / 3
"""Width to height of a picture in the gallery."""
WORDS: Final = 10_000
"""Columns of the words for those who do not see it: nothing in them is broken."""


@dataclass(frozen=True, slots=True)
class GamePicture:
    """An SVG file, what it shows in words, and the same as the table of a page draws it."""

    svg: str
    words: str
    scene: dict[str, Any]


def middle_of_game(game: Game) -> State:
    """A position in which the first player is asked, in the middle of a game of bots; always the same."""
    players = max(game.players[0], min(2, game.players[1]))
    bots = [make_bot("greedy", SEED, seat) for seat in range(players)]
    state, moves, begun = game.new(players=players, seed=SEED), list[int](), monotonic()
    while not state.over and len(moves) < MOVES and monotonic() - begun < SECONDS:
        moves.append(bots[state.seat].choose(state.clone()))
        state.apply(moves[-1])
    state = game.new(players=players, seed=SEED)
    for done, move in enumerate(moves):
        if done >= WHERE * len(moves) and state.seat == 0:
            break
        state.apply(move)
    return state


def draw_middle(state: State, lang: str) -> GamePicture:
    """What the first player sees of a position: the boards, or without one the first panels, in the shape of the gallery."""
    game, scores, colours = state.game, visible_scores(state, 0), seat_colours(state.game, [""] * state.n)
    seen = scene(game, state.masked(0), lang, scores=scores)
    shown = seen.only(_main_panels(seen))
    drawn = [draw(shown, width, art=pictures(game), made_by=picture_credits(game)) for width in WIDTHS]
    words = draw_text(shown, WORDS, plain=True).plain
    table = scene(game, state.masked(0), lang, (), (), scores=scores, colours=colours, page=True)
    boards = tuple(filter(has_board, table.panels))
    others = tuple(sorted((each for each in table.panels if each not in boards), key=lambda each: each.area != "tray"))
    panels = (boards + others)[: PANELS + 1]
    data = {
        "panels": [scene_as_json(replace(each, about=False)) for each in panels],
        "first": min(len(boards), PANELS) or PANELS,
        "players": [*table.players],
        "colours": [*colours],
    }
    return GamePicture(min(drawn, key=_distance), " ".join(words.split()), data)


def _main_panels(seen: Scene) -> tuple[ScenePanel, ...]:
    """The panels that are in a picture: those with boards, else the first."""
    return tuple(filter(has_board, seen.panels))[:PANELS] or seen.panels[:PANELS]


def _distance(drawn: str) -> float:
    """How far a picture is from the shape that is wanted."""
    head = drawn[: drawn.index(">")]
    wide, high = (float(head.partition(f' {each}="')[2].partition('"')[0]) for each in ("width", "height"))
    return max(wide / high / SHAPE, SHAPE * high / wide)

"""A picture of a game for its page: a position in the middle of a game of bots, drawn by the game's own look."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Final

from ruleset_core import visible_scores
from ruleset_core.formats.scene_format import has_board
from ruleset_core.play.bots import make_bot
from ruleset_core.view.look.game_looks import picture_credits, pictures
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.svg.drawing import draw
from ruleset_core.view.terminal.drawing import draw as draw_text

if TYPE_CHECKING:
    from ruleset_core import Game, State

SEED: Final = 1
MOVES: Final = 500
"""Moves of the game at most."""
SECONDS: Final = 15.0
"""A game that takes longer is shown from the part that was played."""
WHERE: Final = 0.45
"""How far the game has come: of its moves so many are done."""
WIDTHS: Final = (320, 380, 460, 560, 700)
"""Widths that are tried."""
SHAPE: Final = 4 / 3
"""Width to height of a picture in the gallery."""
WORDS: Final = 10_000
"""Columns of the words for those who do not see it: nothing in them is broken."""


@dataclass(frozen=True, slots=True)
class GamePicture:
    """An SVG file, and what it shows in words."""

    svg: str
    words: str


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
    game = state.game
    seen = scene(game, state.masked(0), lang, scores=visible_scores(state, 0))
    shown = seen.only(tuple(filter(has_board, seen.panels))[:2] or seen.panels[:2])
    drawn = [draw(shown, width, art=pictures(game), made_by=picture_credits(game)) for width in WIDTHS]
    words = draw_text(shown, WORDS, plain=True).plain
    return GamePicture(min(drawn, key=_distance), " ".join(words.split()))


def _distance(drawn: str) -> float:
    """How far a picture is from the shape that is wanted."""
    head = drawn[: drawn.index(">")]
    wide, high = (float(head.partition(f' {each}="')[2].partition('"')[0]) for each in ("width", "height"))
    return max(wide / high / SHAPE, SHAPE * high / wide)

"""What lies on the table besides cards: boards without what moves on them, and tokens and dice, as many as play at random needs.

A game does not say what its tokens are: a man of Draughts is a seat that a field has for a square, drawn as a disc in its colour. So
some games are played at random, and their scenes tell:

    in every scene the same on the same place      belongs to the board: the houses of a track, the crosses on a wheel
    everything else on places, lines, crossings    a token; as many as a scene showed at most: 12 red discs and 12 white ones
    what shows pips                                a die, with the faces that were seen, at least 1 to 6
    resources that have a sign                     tokens too; as many as all players had together at most

Fields that a table shows as a number or as signs are not found.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

from ruleset_core import Game, State
from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.scene.scene_items import colour_name, seat_colours, sign_name

GAMES: Final = 3
STEP: Final = 12
"""A scene is looked at after so many moves."""
_MOVES: Final = 400
"""So many moves of a game are made at most."""
_WATCHER: Final = -1
_RANK: Final = re.compile(r"[0-9]+$")
_CHEQUERED: Final = 25
"""A board of so many squares is chequered."""
_ONES: Final = 20
"""So many tokens of a resource are worth one; those for what is above are worth five."""
_DIE: Final = range(1, 7)


class Token(NamedTuple):
    """A counter: a sign in a colour. `faces`: of a die, its numbers; else empty. `worth`: it stands for so many."""

    sign: str
    colour: str
    faces: tuple[int, ...] = ()
    worth: int = 1

    def name(self, lang: str, signs: Mapping[str, str] = MappingProxyType({})) -> str:
        """What it is called: `disc, red`; `signs`: what a game calls those that stand for something."""
        what = signs.get(self.sign) or sign_name("die" if self.faces else self.sign, lang)
        worth = f"×{self.worth}" if self.worth > 1 else ""
        return ", ".join(filter(None, (what, colour_name(self.colour, lang) if self.colour else "", worth)))


@dataclass(frozen=True, slots=True)
class EmptyBoard:
    """A board without what moves on it. `count`: so many that are alike, such as one for each player."""

    title: str
    board: scenes.SceneBoard
    count: int


@dataclass(frozen=True, slots=True)
class Components:
    """The boards of a game, and its tokens with how many there are. `signs`: which resource each sign stands for, where it is one alone."""

    boards: tuple[EmptyBoard, ...]
    tokens: dict[Token, int]
    players: tuple[str, ...]
    signs: Mapping[str, str]


def components_of(game: Game, lang: str, printed: Iterable[str] = ()) -> Components:
    """What a game needs for as many players as can play. `printed`: kinds of pieces that are printed as cards."""
    samples = [*_samples(game, lang)]
    seen = [each.scene for each in samples]
    boards = [[*_boards(each)] for each in seen]
    fixed = _fixed(boards)
    cards = frozenset(printed)
    most: dict[Token, int] = {}
    faces: dict[Token, set[int]] = {}
    for each, there in zip(seen, boards, strict=True):
        shown = Counter(_tokens(each, there, fixed, cards, faces))
        for token, count in shown.items():
            most[token] = max(most.get(token, 0), count)
    for token, count in _changed(
        {token: max(each.held.get(token, 0) for each in samples) for each in samples for token in each.held}
    ):
        most[token] = max(most.get(token, 0), count)
    tokens = {
        token if token not in faces else token._replace(faces=_faces(faces[token])): count
        for token, count in most.items()
    }
    titles = {key: {found.title for there in boards for found in there if found.key == key} for key in _keys(boards[0])}
    first = [found if len(titles[found.key]) == 1 else found._replace(title=game.title(lang)) for found in boards[0]]
    return Components(tuple(_alike(first, fixed)), _shared(game, tokens), seen[0].players, _signs(game, lang))


def _signs(game: Game, lang: str) -> dict[str, str]:
    """What the resources are called whose sign no other one has."""
    signs = game.source.look.signs
    names = [name for name in game.glossary.members("resource") if name in signs]
    count = Counter(signs[name] for name in names)
    return {signs[name]: game.glossary.name("resource", name, lang) for name in names if count[signs[name]] == 1}


def _keys(boards: Iterable[_Found]) -> list[Hashable]:
    return [found.key for found in boards]


def _shared(game: Game, tokens: dict[Token, int]) -> dict[Token, int]:
    """The tokens in order; each player has as many of a sign as the one who had most."""
    colours = seat_colours(game, [""] * game.players[-1])
    made = dict(tokens)
    for sign in {token.sign for token in tokens if token.colour in colours and not token.faces}:
        own = [Token(sign, colour) for colour in colours]
        if all(token in tokens for token in own):
            made |= dict.fromkeys(own, max(tokens[token] for token in own))
    return dict(sorted(made.items()))


def _faces(found: set[int]) -> tuple[int, ...]:
    return tuple(_DIE) if found <= {*_DIE} else tuple(sorted(found))


class _Sample(NamedTuple):
    """A scene of a game, and how many tokens of resources all players have together."""

    scene: scenes.Scene
    held: dict[Token, int]


def _samples(game: Game, lang: str) -> Iterator[_Sample]:
    """Scenes of games that are played at random, as pages show them to everybody; the first is a beginning."""
    for seed in range(1, GAMES + 1):
        state, chance = game.new(players=game.players[-1], seed=seed), Random(seed)
        for move in range(_MOVES):
            if move % STEP == 0 or state.over:
                yield _Sample(scene(game, state.masked(_WATCHER), lang, page=True), _held(state))
            if state.over:
                break
            state.apply(chance.choice(state.options))


def _held(state: State) -> dict[Token, int]:
    """The resources that have a sign, with what all players have of each."""
    signs = state.game.source.look.signs
    found = {}
    for name in state.game.glossary.members("resource"):
        held = sum(int(state.ask(name, seat)) for seat in range(state.n)) if name in signs else 0
        if held:
            found[Token(signs[name], "")] = held
    return found


def _changed(held: dict[Token, int]) -> Iterator[tuple[Token, int]]:
    """Resources as tokens: where there are many, some of them are worth five."""
    for token, count in held.items():
        yield token, min(count, _ONES)
        if count > _ONES:
            yield token._replace(worth=5), -(-(count - _ONES) // 5)


# -- boards -------------------------------------------------------------------------------------------------------


class _Found(NamedTuple):
    """A board of a scene: the panel and the place in it, which last from scene to scene."""

    key: Hashable
    title: str
    board: scenes.SceneBoard


def _boards(given: scenes.Scene) -> Iterator[_Found]:
    for panel in given.panels:
        for place, (title, board) in enumerate(_titled(panel.show, panel.title)):
            yield _Found((panel.id, panel.seat, place), title, board)


def _titled(nodes: Iterable[scenes.SceneNode], title: str) -> Iterator[tuple[str, scenes.SceneBoard]]:
    """Boards with the titles of the groups that they stand in."""
    for each in nodes:
        if isinstance(each, scenes.SceneBoard):
            yield title, each
        elif isinstance(each, scenes.SceneGroup):
            yield from _titled(each.items, each.title or title)


class _Spot(NamedTuple):
    """A place, line or crossing, and something on it."""

    key: Hashable
    span: tuple[str, str, str, int]


def _spots(found: _Found) -> Iterator[tuple[_Spot, scenes.TextSpan]]:
    board = found.board
    for part in ("places", "edges", "crossings"):
        for at, place in enumerate(getattr(board, part)):
            for span in place.what:
                yield _Spot((found.key, part, at), (span.sign or span.form, span.text, span.colour, span.times)), span


def _fixed(boards: Sequence[Sequence[_Found]]) -> frozenset[_Spot]:
    """What stood in every scene on the same place: it belongs to the board."""
    sets = [{spot for found in there for spot, _ in _spots(found)} for there in boards]
    return frozenset(set.intersection(*sets)) if len(sets) > 1 else frozenset()


def _alike(boards: Iterable[_Found], fixed: frozenset[_Spot]) -> Iterator[EmptyBoard]:
    """Boards without what moves, those that are alike once."""
    counts: Counter[EmptyBoard] = Counter()
    for found in boards:
        counts[EmptyBoard(found.title, _emptied(found, fixed), 1)] += 1
    for board, count in counts.items():
        yield replace(board, count=count)


def _emptied(found: _Found, fixed: frozenset[_Spot]) -> scenes.SceneBoard:
    """A board with what is fixed alone; it stands for no options and for no player's own places."""
    keep = {id(span) for spot, span in _spots(found) if spot in fixed}

    def bare(what: scenes.TextSpans) -> scenes.TextSpans:
        return tuple(replace(span, stand=None) for span in what if id(span) in keep)

    def place(each: scenes.ScenePlace) -> scenes.ScenePlace:
        return replace(each, stand=_plain(each.stand), what=bare(each.what), cards=())

    board = found.board
    edges = tuple(replace(each, stand=_plain(each.stand), what=bare(each.what)) for each in board.edges)
    dark = {*_dark(board)}
    return replace(
        board,
        places=tuple(
            replace(bare_place, shaded=True) if at in dark else bare_place
            for at, bare_place in enumerate(map(place, board.places))
        ),
        edges=edges,
        crossings=tuple(map(place, board.crossings)),
        legend=(),
    )


def _dark(board: scenes.SceneBoard) -> Iterator[int]:
    """Every second square of a board that has no colours of its own, as on pages: a1 is dark."""
    if board.shape != "squares" or board.points or len(board.places) < _CHEQUERED:
        return
    if any(place.colour or place.shaded for place in board.places):
        return
    for at, place in enumerate(board.places):
        rank = _RANK.search(place.stand.name)
        row = int(rank[0]) + 1 if rank else round(place.at[1])
        if (round(place.at[0]) + row) % 2:
            yield at


def _plain(stand: scenes.SceneTarget) -> scenes.SceneTarget:
    return scenes.SceneTarget(stand.family, stand.id, "", name=stand.name)


# -- tokens -------------------------------------------------------------------------------------------------------


def _tokens(
    given: scenes.Scene,
    boards: Iterable[_Found],
    fixed: frozenset[_Spot],
    cards: frozenset[str],
    faces: dict[Token, set[int]],
) -> Iterator[Token]:
    """Each token that a scene shows; `faces` learns the numbers of dice."""
    on_boards = set[int]()
    for found in boards:
        for spot, span in _spots(found):
            on_boards.add(id(span))
            if spot not in fixed:
                yield from _of_span(span, faces)
    for each in scenes.walk_scene(given.panels):
        if isinstance(each, scenes.TextSpan) and each.form == "die" and id(each) not in on_boards:
            yield from _of_span(each, faces)
        elif isinstance(each, scenes.SceneCard) and each.stand.family not in cards and not each.back:
            yield from _of_piece(each, faces)


def _of_span(span: scenes.TextSpan, faces: dict[Token, set[int]]) -> Iterator[Token]:
    sign = span.form or span.sign
    if sign == "die":
        if span.text.isdigit():
            yield _die(span.colour, int(span.text), faces)
    elif sign:
        for _ in range(span.times):
            yield Token(sign, span.colour)
    elif span.stand is not None and span.stand.family == "seat" and span.colour:
        yield Token("disc", span.colour)


def _of_piece(card: scenes.SceneCard, faces: dict[Token, set[int]]) -> Iterator[Token]:
    if card.pips is not None:
        yield _die(card.colour, card.pips, faces)
    elif card.sign and card.sign != "die":
        yield Token(card.sign, card.colour)


def _die(colour: str, shown: int, faces: dict[Token, set[int]]) -> Token:
    token = Token("", colour, (0,))
    faces.setdefault(token, set()).add(shown)
    return token

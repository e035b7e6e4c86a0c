"""Golden files of games: playthroughs, cards, scenes and perft counts, written and compared."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from ruleset_core import Game, State, load
from ruleset_core.discovery import DATA_ROOT, EXAMPLES_ROOT, list_games
from ruleset_core.formats import scene_format as scenes
from ruleset_core.messages import FILE_LANGUAGES
from ruleset_core.testing.comparison import differences
from ruleset_core.view.scene.scene_builder import scene

# What the cards of a game say, written out: a change of data or of wording shows as a difference a person can read.


def card_sheet(game: Game) -> str:
    """Every card of a game with its names and its text, as files say it, English first, then its rules.

    Where the data has words of its own, what is generated from the effects stands below, behind an `=`: who changes one
    sees the other.
    """
    return "\n".join([*_card_lines(game), *_rules(game)]) + "\n"


def _card_lines(game: Game) -> Iterator[str]:
    with_expansions = f" with {', '.join(game.expansions)}" if game.expansions else ""
    yield f"{game.title('en')}{with_expansions}: what the cards say"
    yield "Generated from their effects, written by `ruleset test --update-goldens`."
    yield "Behind an = stands what is generated where the data has words of its own."
    kind = ""
    for card in sorted((game.card(one) for one in game.card_ids()), key=lambda one: one.kind):
        if card.kind != kind:
            kind = card.kind
            yield f"\n{kind}"
        names = dict.fromkeys(card.name(lang) for lang in FILE_LANGUAGES)
        yield f"  {card.id}: {' / '.join(names)}"
        yield from _indented(*((card.text(lang), card.made.get(lang, "")) for lang in FILE_LANGUAGES))


def _rules(game: Game) -> Iterator[str]:
    texts = [(game.rule_texts(lang), game.rule_texts(lang, generated=True)) for lang in FILE_LANGUAGES]
    if texts[0][0]:
        yield "\nrules"
    for rule in texts[0][0]:
        yield f"  {rule}"
        yield from _indented(*((said[rule], made[rule] if made[rule] != said[rule] else "") for said, made in texts))


def _indented(*texts: tuple[str, str]) -> Iterator[str]:
    for said, _made in texts:
        yield from (f"    {line}" for line in said.splitlines())
    for said, made in texts:
        yield from (f"    = {line}" for line in made.splitlines() if line not in said.splitlines())


# Scenes of the included games as JSON, to be compared with those of earlier days: some positions of a game, both
# languages.

#: Choices made at random before a position is kept (a shorter game is over then), and who looks in which language there:
#: who decides, or somebody beside the table.
POSITIONS: Final = ((5, "en", False), (30, "es", True))
#: Who is called what; further players keep their usual names.
NAMES: Final = ("Ana", "Bo")
_SCENE_SEED: Final = 1


def scene_sheet(game: Game, players: int) -> str:
    """Scenes of a few positions of a game. A line holds one part of a panel, so that a difference is where it is on the screen."""
    state, pick, lines, taken = game.new(players, seed=_SCENE_SEED), Random(_SCENE_SEED), list[str](), 0
    for number, lang, beside in POSITIONS:
        while taken < number and not state.over:
            state.apply(pick.choice(state.options))
            taken += 1
        seat = -1 if beside else max(state.seat, 0)
        shown = scene(game, state.masked(seat), lang, NAMES, state.options if seat == state.seat else ())
        lines += [f"after {taken} choices", *_written(shown)]
    return "\n".join(lines) + "\n"


def _written(made: scenes.Scene) -> list[str]:
    """A scene in lines: what it is, then each panel and what is on it."""
    shown = scenes.scene_as_json(made)
    head = {name: value for name, value in shown.items() if name != "panels"}
    lines = [_json(head)]
    for panel in shown.get("panels", []):
        parts = {name: panel[name] for name in ("show", "short") if name in panel}
        lines.append("  " + _json({name: value for name, value in panel.items() if name not in parts}))
        lines += [f"    {name}: {_json(each)}" for name, several in parts.items() for each in several or ()]
    return lines


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


# One seeded game written out as text: every question, every option, every draw, the final sheets.
#
# A change of rules or of the engine shows as a difference that a person can read. `python -m
# ruleset_core.testing.goldens --update` writes the files again, as `ruleset test --update-goldens` does.

_WIDTH: Final = 110
#: What an observation tells about turns is in the text anyway; amounts for views follow from the rest.
_LEFT_OUT: Final = {"to_act": None, "phase": None, "over": None, "amounts": None}


def playthrough(game: Game, players: int, seed: int) -> str:
    """Play one game at random and write it out."""
    return "\n".join(_playthrough_lines(game, players, seed)) + "\n"


def _playthrough_lines(game: Game, players: int, seed: int) -> Iterator[str]:
    with_expansions = f" with {', '.join(game.expansions)}" if game.expansions else ""
    yield f"{game.title('en')}{with_expansions}: {players} players, seed {seed}"
    yield "A random game, written by `ruleset test --update-goldens`."
    state = game.new(players=players, seed=seed)
    choose = Random(f"playthrough {seed}")
    number, phase = 0, ""
    while not state.over:
        if state.phase != phase:
            phase = state.phase
            yield f"\n{phase}"
        yield from _drawn(state)
        number += 1
        option = choose.choice(state.options)
        yield from _decision(game, state, option, number)
        yield from _take(state, option)
    yield "\nend"
    yield from _drawn(state)
    yield from _result(state, players)


def _drawn(state: State) -> Iterator[str]:
    """The random outcomes since the last decision; draws are recorded as stream, number of outcomes, outcome."""
    if state.draws:
        drawn = [f"{outcome} of {size}" for size, outcome in zip(state.draws[1::3], state.draws[2::3], strict=True)]
        yield from _wrapped("  drawn: ", drawn, ", ")


def _decision(game: Game, state: State, option: int, number: int) -> Iterator[str]:
    decision = state.decision
    assert decision is not None
    offered = [game.notation(one) for one in decision.options]
    yield from _wrapped(f"{number:4}. seat {decision.seat} {decision.name}: ", offered, " | ")
    yield f"      -> {game.notation(option)}"


def _take(state: State, option: int) -> Iterator[str]:
    """Take an option, and tell what changed for the seat that took it."""
    seat = state.seat
    before = {**state.observe(seat), **_LEFT_OUT}
    state.apply(option)
    after = {**state.observe(seat), **_LEFT_OUT}
    changed = [
        f"{path} {_short(was)} -> {_short(now)}"
        for path, was, now in differences(before, after)
        if not path.endswith(".backs")  # follows from where cards lie, and is long
    ]
    if changed:
        yield from _wrapped("         ", changed, ", ")


def _short(value: object) -> str:
    return " ".join("?" if each is None else str(each) for each in value) if isinstance(value, list) else str(value)


def _result(state: State, players: int) -> Iterator[str]:
    yield f"  scores: {' '.join(map(str, state.scores()))}"
    yield f"  winners: {' '.join(map(str, state.winners()))}".rstrip()
    for seat in range(players):
        yield f"  seat {seat}:"
        for line in state.score_sheet(seat):
            yield f"    {line.amount:4} {line.name('en')}"
        earned = state.achievements(seat)
        if earned:
            yield f"    achievements: {', '.join(earned)}"


def _wrapped(head: str, words: list[str], between: str) -> Iterator[str]:
    """Fill lines with words that may hold blanks; lines break only between words."""
    line = head
    for index, word in enumerate(words):
        piece = word + between * (index + 1 < len(words))
        if len(line) + len(piece.rstrip()) > _WIDTH and line.strip():
            yield line.rstrip()
            line = " " * len(head)
        line += piece
    yield line


# Counts sequences of decisions. One number over all that can happen in so many steps proves the rules as no example
# can.


def perft(state: State, depth: int) -> int:
    """Count the sequences of exactly `depth` decisions from a state; it is left as it was.

    Chance is not a decision: each sequence meets the outcomes that its own random streams draw.
    """
    if depth == 0:
        return 1
    if depth == 1 or state.over:
        return len(state.options)
    total = 0
    for option in state.options:
        after = state.clone()
        after.apply(option)
        total += perft(after, depth - 1)
    return total


# Files that hold what the included games do, to be compared with what they do now: playthroughs and counts.

#: Where a checkout keeps its goldens.
DIRECTORY: Final = Path("tests") / "goldens"
PERFT: Final = "perft.json"
#: Counts go one step deeper until they are larger than this.
_ENOUGH: Final = 10_000
_DEEPEST: Final = 12
_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class GoldenGame:
    """A game the goldens are kept of."""

    game: str
    expansions: tuple[str, ...]
    players: int

    @property
    def name(self) -> str:
        """The name of its files."""
        return "+".join((self.game, *self.expansions))

    def playthrough(self) -> str:
        """One game written out."""
        return playthrough(load(self.game, expansions=self.expansions), self.players, _SEED)

    def counts(self) -> dict[str, Any]:
        """How many sequences of one, two, three... decisions there are from the beginning."""
        state = load(self.game, expansions=self.expansions).new(players=self.players, seed=_SEED)
        counts: list[int] = []
        while len(counts) < _DEEPEST and (not counts or 0 < counts[-1] <= _ENOUGH):
            counts.append(perft(state, len(counts) + 1))
        return {"players": self.players, "seed": _SEED, "counts": counts}


def golden_games() -> Iterator[GoldenGame]:
    """The included games and examples, each alone and with all its expansions, for two players where two can play."""
    for game in list_games():
        if not {DATA_ROOT, EXAMPLES_ROOT} & set(game.path.parents):
            continue
        low, high = game.header.players or (1, 1)
        players = min(max(low, 2), high)
        yield GoldenGame(game.id, (), players)
        if game.expansions:
            yield GoldenGame(game.id, tuple(game.expansions), players)


def card_goldens() -> dict[str, str]:
    """What the cards of each game say, all expansions included, by the name of the file."""
    largest = {subject.game: subject for subject in golden_games()}.values()
    games = [load(subject.game, expansions=subject.expansions) for subject in largest]
    return {f"cards_{game.name}.txt": card_sheet(game) for game in games if game.card_ids()}


def scene_goldens() -> dict[str, str]:
    """What is seen of the included games, by the name of the file."""
    return {
        f"scenes_{each.name}.txt": scene_sheet(load(each.game, expansions=each.expansions), each.players)
        for each in golden_games()
    }


def write_goldens(directory: Path = DIRECTORY) -> list[Path]:
    """Write all goldens again; gives the files that changed."""
    texts = (
        {f"{subject.name}.txt": subject.playthrough() for subject in golden_games()} | card_goldens() | scene_goldens()
    )
    counts = {subject.name: subject.counts() for subject in golden_games()}
    texts[PERFT] = json.dumps(counts, indent=2) + "\n"
    changed = []
    for name, text in texts.items():
        file = directory / name
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            changed.append(file)
    return changed


def main() -> None:
    """Write the goldens when asked to with `--update`, else say how."""
    if sys.argv[1:] != ["--update"]:
        sys.exit(f"usage: python -m ruleset_core.testing.goldens --update   (writes {DIRECTORY})")
    for file in write_goldens():
        sys.stdout.write(f"{file}\n")


if __name__ == "__main__":
    main()

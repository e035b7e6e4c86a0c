"""Random games whose tiles are remembered, shown and hinted at: what is imagined shows a seat the same, and agrees with all hints."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from ruleset_core import BrokenRuleError, State, imagine
from ruleset_core.lang.visibility import hint_column, hint_facts_of, mask_of, words_of
from tests.lang import random_game
from tests.lang.effects import DataWriter
from tests.lang.test_agreement import chosen, load

LONG = bool(os.environ.get("RULESET_LONG"))
BATCHES, BATCH = (40, 25) if LONG else (2, 8)
CHOICES = 25


def unlike(state: State, seat: int, seed: int) -> str:
    """What is wrong with a world that a seat imagines."""
    other = imagine(state, seat, seed)
    if other.observe(seat) != state.observe(seat):
        return "it looks otherwise"
    v = state.game.program.vocabulary
    if [*map(len, other.z)] != [*map(len, state.z)]:
        return "lists have other lengths"
    at, lying = v.fields["tile.at"].offset, {}
    slots = [part.slot for part in mask_of(v).lists_of("tile", state.n)]
    for slot in slots:
        lying.update(dict.fromkeys(other.z[slot], slot))
    if any(other.v[at + piece] != slot for piece, slot in lying.items()):
        return "a piece does not know where it lies"
    if sorted(lying) != sorted(piece for slot in slots for piece in state.z[slot]):
        return "pieces are lost"
    for piece in range(v.domains["tile"].size) if seat >= 0 else ():
        words = words_of(v, "tile", piece, other.v)
        for fact in hint_facts_of(v, "tile"):
            if words[hint_column(v, "tile", fact.name) + int(fact.values[piece])] >> seat & 1:  # type: ignore[arg-type]
                return "a hint is not true"
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_imagined_worlds_agree_with_what_a_seat_knows(batch: int, tmp_path: Path) -> None:
    told = 0
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        pick = Random(f"worlds {seed}").randrange
        writer = DataWriter(pick)
        writer.remembered = True
        game = load(tmp_path / str(seed), random_game.parts(writer), plugin=False, remembered=True)
        if game is None:
            continue
        try:
            state = game.new(1 + seed % 3, seed, chosen(game, pick))
            for _ in range(CHOICES):
                if state.over:
                    break
                for seat in range(-1, state.n):
                    wrong = unlike(state, seat, pick(1000))
                    assert not wrong, f"game {seed} in {tmp_path / str(seed)}, seat {seat}: {wrong}"
                    told += sum("hints" in str(zone) for zone in state.observe(seat)["seats"])
                state.apply(state.options[pick(len(state.options))])
        except BrokenRuleError:
            continue  # random rules ask for what has no meaning; that is told elsewhere
    assert told > BATCH

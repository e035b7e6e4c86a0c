"""What is shown when a game is over."""

from __future__ import annotations

from pathlib import Path

from tests.engine.games import write
from tests.play.conftest import Run

MASKS = """
game: masks
name: {en: Masks, es: Máscaras}
players: 2
pieces: {mask: {product: {face: {is: 1..9, name: {en: face, es: cara}}}}}
zones:
  box: {of: mask, start: all, visible: nobody, name: {en: box, es: caja}}
  worn: {of: mask, by: [seat], visible: owner, name: {en: mask held, es: máscara propia}}
decisions: {nod: {of: bool, ask: {en: Do you nod?, es: ¿Asientes?}}}
flow:
  - {phase: setup, do: "for each p in seat { move box[0] to p.worn }"}
  - {phase: play, turns: once, do: "choose nod b { gain 0 point }"}
resources: {members: {point: {}}}
score: {point: {name: {en: points, es: puntos}, amount: point}}
"""


def test_what_others_held_is_shown_at_the_end_and_not_before(run: Run, tmp_path: Path) -> None:
    game = write(tmp_path / "masks", MASKS)
    ran = run("play", game, "--seats", "Ana=human,Bo=first", "--no-save", typed=["1"], person=True)
    assert ran.code == 0, ran.err
    before, _, end = ran.out.partition("Bo chooses")
    assert "mask 1" in before
    assert "mask 2" not in before
    assert "mask 2" in end.partition("The game is over.")[0]
    assert "mask 3" not in end  # nobody has seen what is in the box

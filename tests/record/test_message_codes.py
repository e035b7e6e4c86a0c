"""Codes of games: short, the same game again, and one clear reason for whatever else is pasted."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from random import Random
from typing import Any

import pytest

from ruleset_core import Game, load
from ruleset_core.play.records import HUMAN, Seat, Session
from ruleset_core.play.records.message_codes import (
    LONGEST,
    MessageCodeError,
    decode_code,
    encode_session,
    play_coded,
)

SEATS = [Seat("Ana", HUMAN), Seat("Bo", HUMAN)]


def played(name: str, most: int = 1000, seed: int = 2**31 - 1) -> Session:
    choice, session = Random(3), Session.start(load(name), SEATS, seed)
    while not session.live.over and len(session.steps) < most:
        session.apply(choice.choice(session.live.options))
    return session


@pytest.mark.parametrize("name", ["go", "backgammon", "pig", "draughts", "scows"])
def test_a_code_is_short_and_gives_the_same_game(name: str) -> None:
    session = played(name)
    code = encode_session(session)
    assert len(code) < 400
    again = play_coded(decode_code(code), session.game)
    assert [step.move for step in again.steps] == [step.move for step in session.steps]
    assert again.header == session.header
    assert again.live.to_json() == session.live.to_json()


def test_a_code_may_be_a_link_and_broken_into_lines() -> None:
    code = encode_session(played("tic_tac_toe", 4))
    sent = f"  <https://games.example.org/tic_tac_toe.html#play={code[:20]}\n> {code[20:]}>\n".replace("> ", "")
    assert decode_code(sent) == decode_code(code)


def packed(content: bytes, version: int = 1) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = bytes([version]) + packer.compress(content) + packer.flush()
    return urlsafe_b64encode(body[:1] + zlib.crc32(body).to_bytes(4, "big") + body[1:]).decode().rstrip("=")


def head(game: Game, **other: Any) -> bytes:
    values = {
        "game": game.id,
        "digest": game.hash[:16],
        "seed": 1,
        "seats": [["A", HUMAN], ["B", HUMAN]],
        "check": 0,
        "rest": {},
    }
    return json.dumps([*{**values, **other}.values()]).encode() + b"\n"


def test_what_is_no_code() -> None:
    game = load("tic_tac_toe")
    code, right = encode_session(played("tic_tac_toe", 3)), head(game)
    damaged = [
        "", "   ", "hello", code[:-1], code[1:], code[:9] + "A" + code[10:], code + code, "🙂" * 9, "A", "AAAAAAAA", "[]",
        packed(b""), packed(b"null\n"), packed(b"[]\n"), packed(b"[" * 9000), packed(b"\xff\xfe\n"), packed(b"0" * 8_000_000),
        packed(head(game, seed="1")), packed(head(game, seed=2**70)), packed(head(game, seed=True)), packed(head(game, seats=[["A\x1b[2J", HUMAN], ["B", HUMAN]])),
        packed(head(game, seats=[["A", HUMAN], ["a", HUMAN]])), packed(head(game, seats=7)), packed(head(game, rest=[])), packed(head(game, rest={"o": {"x": []}})),
        packed(head(game, digest="")), packed(head(game, check=None)), packed(right + b"\xff"), packed(right + b"\xff" * 9 + b"\0"),
    ]  # fmt: skip
    for text in damaged:
        with pytest.raises(MessageCodeError) as found:
            decode_code(text)
        assert found.value.key == "damaged", text[:80]
    for text in ("A" * (LONGEST + 1), "A" * 10_000_000, " " * 10_000_000):
        with pytest.raises(MessageCodeError, match="too_long"):
            decode_code(text)
    with pytest.raises(MessageCodeError, match="newer"):
        decode_code(packed(right, 2))


def test_codes_that_do_not_fit() -> None:
    game = load("tic_tac_toe")
    for content, key in (
        (head(load("pig")), "other_game"),
        (head(game, digest="0" * 16), "other_version"),
        (head(game, seats=[["A", HUMAN]]), "damaged"),
        (head(game, rest={"o": {"no_such": 1}}), "moves"),
        (head(game) + b"\x20", "moves"),
        (head(game, check=7) + b"\0", "moves"),
        (head(game) + b"\0" * 20, "moves"),
    ):
        coded = decode_code(packed(content))
        with pytest.raises(MessageCodeError) as found:
            play_coded(coded, game)
        assert found.value.key == key, content

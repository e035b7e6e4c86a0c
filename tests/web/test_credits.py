"""A page is told who made the pictures of its game."""

from __future__ import annotations


def test_a_page_is_told_who_made_the_pictures(begun) -> None:
    table = begun("troyes")
    told = table.ask("0", "words").json()
    first = told["credits"][0]
    assert first.keys() == {"by", "licence", "source", "of"}
    assert (first["licence"], first["source"]) == ("CC BY 3.0", "https://game-icons.net")
    assert "windmill" in {name for each in told["credits"] for name in each["of"]}
    assert told["texts"]["credits"] == "Who made the pictures"


def test_a_page_of_a_game_without_pictures_is_told_of_nobody(begun) -> None:
    assert begun("tic_tac_toe").ask("0", "words").json()["credits"] == []

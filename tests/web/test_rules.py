"""The rules as the server tells them to a page."""

from __future__ import annotations

from typing import Any


def test_a_page_is_told_the_rules_and_which_are_about_what_is_asked(site: Any) -> None:
    seats = site.table("pig")
    said = seats.ask("0", "rules").json()
    assert [part["title"] for part in said["parts"]][:3] == ["The game", "Components", "Course of the game"]
    assert said["asked"] == ["turn"]
    (turn,) = said["parts"][2]["paragraphs"]
    assert [block["kind"] for block in turn["blocks"]] == ["text", "list"]
    assert turn["blocks"][1]["rows"][0][0][0] == ["Roll"], "bold"


def test_who_has_no_link_is_told_none(site: Any) -> None:
    assert site.table("pig").ask("x", "rules").status_code == 403
    assert site.client.get("/api/t/nothing/rules").status_code == 403


def test_what_is_looked_up_names_the_paragraphs_that_explain_it(site: Any) -> None:
    said = site.table("pig").ask("0", "lookup?name=pot").json()
    assert said["entries"][0]["rules"] == [["turn", "Your turn"]]

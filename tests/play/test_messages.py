"""The help of a game in the terminal."""

from __future__ import annotations

import pytest

from ruleset_core.messages import LANGUAGES, message_template


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_help_fits_a_narrow_terminal_but_for_its_sentences(lang: str) -> None:
    _, *commands, _ = message_template("cli.play.help", lang).splitlines()
    assert len(commands) == 17
    assert all(len(line) <= 60 for line in commands)

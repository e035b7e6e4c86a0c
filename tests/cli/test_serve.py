"""`ruleset serve`: what it refuses before it listens."""

import pytest

from ruleset_core.play.bots import bot_sources

pytest.importorskip("starlette", reason="pages are an extra: `pip install 'ruleset[web]'`")

BOT = """
class Last:
    def __init__(self, stream):
        pass

    def choose(self, state):
        return state.options[-1]
"""


@pytest.mark.parametrize(("lang", "said"), [("en", "cannot play on a server"), ("es", "no puede jugar en un servidor")])
def test_a_bot_in_a_file_is_refused_before_a_link_is_printed(run, tmp_path, monkeypatch, lang, said):
    monkeypatch.setattr(bot_sources, "_admitted", {})
    (tmp_path / "mine.py").write_text(BOT)
    seats = f"Ana=human,{tmp_path}/mine.py:Last"
    outcome = run("serve", "tic_tac_toe", "--seats", seats, "--port", "0", "--lang", lang)
    assert (outcome.code, outcome.out) == (2, "")
    assert f"{tmp_path}/mine.py:Last` {said}" in " ".join(outcome.err.split())

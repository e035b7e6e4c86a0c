"""`ruleset explain` prints the page of a code or a verb."""

import pytest

from ruleset_core import pages


@pytest.fixture(autouse=True)
def some_pages(monkeypatch, tmp_path):
    (tmp_path / "E301.md").write_text("# E301: unknown name\n", encoding="utf-8")
    monkeypatch.setattr(pages, "_CODE_PAGES", tmp_path)


@pytest.mark.parametrize("topic", ["E301", "e301"])
def test_a_code(run, topic):
    assert run("explain", topic).out == "# E301: unknown name\n"


def test_a_verb(run):
    out = run("explain", "gain").out
    assert out.startswith("# gain AMOUNT RESOURCE\n")
    assert "## Example" in out


@pytest.mark.parametrize("verb", pages.verbs())
def test_every_verb(run, verb):
    assert run("explain", verb).code == 0


@pytest.mark.parametrize(("topic", "meant"), [("gian", "gain"), ("E302", "E301"), ("e3001", "E301")])
def test_close_topics_are_suggested(run, topic, meant):
    outcome = run("explain", topic)
    assert outcome.code == 1
    assert f"did you mean `{meant}`" in outcome.err


@pytest.mark.parametrize("topic", ["", "xyzzy", "../../etc/passwd", "E301/../E301"])
def test_no_such_topic(run, topic):
    assert run("explain", topic).code == 1


def test_all_topics(run):
    codes, verbs = run("explain").out.splitlines()
    assert codes == "Codes: E301"
    assert "gain" in verbs

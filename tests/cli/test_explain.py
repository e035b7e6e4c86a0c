"""`ruleset explain` prints the page of a code, of a word of the language or of a key of a file."""

import pytest

from ruleset_core.check import help_pages
from ruleset_core.lang.reference import EVENTS, reserved_words
from ruleset_core.lang.verbs import VERBS

TOPICS = {name for kind, names in help_pages.page_topics().items() if kind != "Codes" for name in names}


@pytest.fixture(autouse=True)
def some_pages(monkeypatch, tmp_path):
    (tmp_path / "E301.md").write_text("# E301: unknown name\n", encoding="utf-8")
    monkeypatch.setattr(help_pages, "_CODE_PAGES", tmp_path)


@pytest.mark.parametrize("topic", ["E301", "e301"])
def test_a_code(run, topic):
    assert run("explain", topic).out == "# E301: unknown name\n"


def test_a_verb(run):
    out = run("explain", "gain").out
    assert out.startswith("# gain AMOUNT RESOURCE\n")
    assert "## Example" in out
    assert "# gain, an event" in out, "a word may mean several things"


@pytest.mark.parametrize("topic", sorted(TOPICS))
def test_everything_that_is_listed_has_a_page(topic):
    page = help_pages.explanation_page(topic)
    assert page.startswith("# ")
    assert len(page.splitlines()) > 2


@pytest.mark.parametrize("word", [*reserved_words(), *VERBS, *(name for name, *_ in EVENTS)])
def test_every_word_of_the_language_has_a_page(word):
    assert word in help_pages.explanation_page(word)


@pytest.mark.parametrize(
    ("topic", "says"),
    [
        ("choose", "choose up to EXPR DECISION"),
        ("may", "may up to EXPR DECISION"),
        ("repeat", "so many times, fixed when it begins"),
        ("while_in_play", "Keys of a modifier:\n\n    modify: The definition to change."),
        ("requires", "what must hold to use it: `card.requires`"),
        ("score", "# `score`, a key of the files of a game or an expansion"),
        ("least", "`ties first` or `ties last`"),
        ("where", "A word inside these"),
        ("->", "separated by commas and checked together"),
        ("for each", "# for each NAME in SEL"),
        ("me", "the seat that acts"),
        ("reserved", "`ties`"),
        ("reserved", "cannot be names of events\n\n`gain`, `lose`, `reach` (an event of every game)"),
    ],
)
def test_words_and_keys(run, topic, says):
    outcome = run("explain", "--", *topic.split())
    assert outcome.code == 0
    assert says.lower() in outcome.out.lower()


@pytest.mark.parametrize(
    ("topic", "meant"),
    [("gian", "gain"), ("E302", "E301"), ("e3001", "E301"), ("while_inplay", "while_in_play"), ("chose", "choose")],
)
def test_close_topics_are_suggested(run, topic, meant):
    outcome = run("explain", topic)
    assert outcome.code == 1
    assert f"did you mean `{meant}`" in outcome.err


@pytest.mark.parametrize("topic", ["", "xyzzy", "../../etc/passwd", "E301/../E301"])
def test_no_such_topic(run, topic):
    assert run("explain", topic).code == 1


def test_all_topics(run):
    out = run("explain").out
    assert out.startswith("Codes: E301\n")
    for name in ("gain", "choose", "others", "begin PHASE", "while_in_play", "reserved"):
        assert name in out

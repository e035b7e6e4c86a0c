"""`CITATION.cff` tells how to cite the project: what the format asks for, the version there is, and nobody's name or number that is invented."""

from __future__ import annotations

import re

from ruleset_core import __version__
from tests.docs.pages import ROOT
from tests.quick_yaml import read_yaml

FILE = ROOT / "CITATION.cff"
KEYS = {"cff-version", "message", "type", "title", "abstract", "authors", "version", "license", "keywords"}


def test_the_file_is_what_the_format_asks_for() -> None:
    told = read_yaml(FILE)
    assert {*told} <= KEYS
    assert told["cff-version"] == "1.2.0"
    assert all(isinstance(told[name], str) and told[name] for name in ("message", "title", "abstract"))
    assert told["type"] == "software"
    assert len({*told["keywords"]}) == len(told["keywords"]) > 0
    assert told["license"] == "MIT"


def test_it_says_the_version_there_is_and_the_authors_of_the_licence() -> None:
    told = read_yaml(FILE)
    assert told["version"] == __version__
    assert told["authors"] == [{"name": "the ruleset authors"}]
    assert "the ruleset authors" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert not re.search("doi|orcid", FILE.read_text(encoding="utf-8"), re.IGNORECASE)

from collections.abc import Callable
from typing import Any

import pytest

from ruleset_core.diagnostics import Diagnostic, Span
from ruleset_core.model.sources import Document
from ruleset_core.model.yaml_documents import load_text


@pytest.fixture
def quote() -> Callable[[str, Span], str]:
    """The characters of a text that a span covers."""

    def quote(text: str, span: Span) -> str:
        lines = text.replace("\r\n", "\n").split("\n")
        if span.line == span.end_line:
            return lines[span.line - 1][span.column - 1 : span.end_column - 1]
        inner = lines[span.line : span.end_line - 1]
        return "\n".join(
            [lines[span.line - 1][span.column - 1 :], *inner, lines[span.end_line - 1][: span.end_column - 1]]
        )

    return quote


@pytest.fixture
def good() -> Callable[[str | bytes], Document]:
    def good(text: str | bytes) -> Document:
        document, found = load_text(text, "f.yaml")
        assert document is not None, found
        assert found == []
        return document

    return good


@pytest.fixture
def bad() -> Callable[[str | bytes], list[Diagnostic]]:
    def bad(text: str | bytes) -> list[Diagnostic]:
        _, found = load_text(text, "f.yaml")
        assert found
        assert all(item.span.file == "f.yaml" for item in found)
        return found

    return bad


@pytest.fixture
def data(good: Callable[[str | bytes], Document]) -> Callable[[str | bytes], Any]:
    return lambda text: good(text).data

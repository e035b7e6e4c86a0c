"""Diagnostics as SARIF 2.1.0, the format code hosts read findings in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ruleset_core.check.render_text import shown_path
from ruleset_core.model.diagnostic import Diagnostic, Span, Suggestion, repairs


def sarif(diagnostics: Sequence[Diagnostic]) -> dict[str, Any]:
    """A SARIF log with one run."""
    codes = sorted({item.code for item in diagnostics})
    driver = {"name": "ruleset", "rules": [{"id": code} for code in codes]}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_result(item, codes.index(item.code)) for item in diagnostics],
            }
        ],
    }


def _result(item: Diagnostic, rule: int) -> dict[str, Any]:
    text = "\n".join(part for part in (item.message, *item.notes, item.help) if part)
    result: dict[str, Any] = {
        "ruleId": item.code,
        "ruleIndex": rule,
        "level": item.severity,
        "message": {"text": text},
        "locations": [_location(item.span)],
    }
    if item.related:
        result["relatedLocations"] = [{**_location(span), "message": {"text": label}} for span, label in item.related]
    changes = [_change(each) for each in repairs(item)]
    if changes:
        result["fixes"] = [{"artifactChanges": changes}]
    return result


def _change(repair: Suggestion) -> dict[str, Any]:
    replacement = {"deletedRegion": _region(repair.span), "insertedContent": {"text": repair.replacement}}
    return {"artifactLocation": _artifact(repair.span.file), "replacements": [replacement]}


def _location(span: Span) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": _artifact(span.file), "region": _region(span)}}


def _artifact(file: str) -> dict[str, str]:
    path = Path(shown_path(file))
    return {"uri": path.as_uri() if path.is_absolute() else quote(path.as_posix())}


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }

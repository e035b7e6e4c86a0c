"""Quick fixes: the suggestions of findings, one by one, and all that `ruleset check --fix` would make in a file.

For E302 about `gian` the first action is "Change `gian` to `gain`". A suggestion that has rivals gives an action for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from lsprotocol import types

from ruleset_core.diagnostics import Diagnostic, Suggestion, shorten, suggested_repairs
from ruleset_core.language_server.formatting import changes_between
from ruleset_core.language_server.games import Texts
from ruleset_core.language_server.publishing import Lines, as_range, published
from ruleset_core.language_server.server import GameServer

_FIX_ALL = types.CodeActionKind.SourceFixAll


def quick_fixes(found: Iterable[Diagnostic], asked: types.Range, lines: Lines) -> Iterator[types.CodeAction]:
    """The changes that are suggested for findings that touch a range."""
    for item in found:
        first = item.suggestion
        if first is None or not any(_touches(each.range, asked) for each in published([item], lines)):
            continue
        sure = suggested_repairs(item)
        ways = [sure or [replace(first, rivals=())], *([replace(first, replacement=each)] for each in first.rivals)]
        for place, changes in enumerate(ways):
            yield types.CodeAction(
                _title(changes[0], lines),
                kind=types.CodeActionKind.QuickFix,
                diagnostics=published([replace(item, alike=())], lines),
                is_preferred=bool(sure) and place == 0,
                edit=types.WorkspaceEdit(changes=_edits(changes, lines)),
            )


def _touches(one: types.Range, other: types.Range) -> bool:
    """Whether two ranges share a line: a person asks for help somewhere in the line of a mistake."""
    return one.start.line <= other.end.line and other.start.line <= one.end.line


def _title(change: Suggestion, lines: Lines) -> str:
    text = lines(change.span.file)
    span = text.range(change.span)
    old, new = shorten(text.text[text.offset(span.start) : text.offset(span.end)]), shorten(change.replacement)
    if not old.strip():
        return f"Insert `{new.strip()}`"
    return f"Change `{old}` to `{new}`" if new.strip() else f"Delete `{old}`"


def _edits(changes: Iterable[Suggestion], lines: Lines) -> dict[str, list[types.TextEdit]]:
    found: dict[str, list[types.TextEdit]] = {}
    for change in changes:
        text = lines(change.span.file)
        new = change.replacement.replace("\n", "\r\n") if "\r\n" in text.text else change.replacement
        uri = Path(change.span.file).absolute().as_uri()
        found.setdefault(uri, []).append(types.TextEdit(as_range(text.range(change.span)), new))
    return found


def fix_all(texts: Texts, changed: Texts, lines: Lines) -> types.CodeAction | None:
    """One action with all changes; None where there are none."""
    edits: Mapping[str, list[types.TextEdit]] = {
        path.as_uri(): changes_between(texts.get(path, lines(str(path)).text), text) for path, text in changed.items()
    }
    edits = {uri: each for uri, each in edits.items() if each}
    if not edits:
        return None
    return types.CodeAction("Fix all that is sure", kind=_FIX_ALL, edit=types.WorkspaceEdit(changes=dict(edits)))


def register(server: GameServer) -> None:
    """Answer `textDocument/codeAction`."""
    kinds = [types.CodeActionKind.QuickFix, _FIX_ALL]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds))
    async def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        opened = server.open_file(params.text_document.uri)
        if opened is None:
            return []
        (path, home, texts, _), wanted = opened, params.context.only
        found = (await server.checked(home)).of(path)
        made: list[types.CodeAction] = []
        if wanted is None or any(kind in {"", types.CodeActionKind.QuickFix} for kind in wanted):
            made += quick_fixes(found, params.range, server.lines)
        several = [item for item in found if suggested_repairs(item)]
        asked = wanted is not None and any(str(_FIX_ALL.value).startswith(kind) for kind in wanted)
        if several and (asked or (wanted is None and len(several) > 1)):
            fixed = await server.work(lambda: server.games.fixed(home, texts, path))
            whole = fix_all(texts, fixed, server.lines)
            made += [whole] if whole is not None else []
        return made

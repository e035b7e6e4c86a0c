"""Runs all checks on files and games (`ruleset check` without printing) and applies the comments that suppress warnings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

from ruleset_core.budgets import (
    STAGES,
    WORDS_COMPARED,
    limited_suggestions,
    measured_stages,
    without_garbage_collection,
)
from ruleset_core.check.bot_levels import check_levels
from ruleset_core.check.check_cache import CheckCache
from ruleset_core.check.combinations import (
    Key,
    LinkedCombination,
    attribute_findings,
    finding_key,
    internal_error,
    link_combination,
    merge_findings,
    prove_combination,
    read_combination,
    read_combinations,
    with_requirements,
)
from ruleset_core.check.companions import (
    ScenarioFiles,
    check_scenarios,
    check_translations,
    read_scenarios,
)
from ruleset_core.check.lints import PROVENANCE_CODES, written_files
from ruleset_core.check.root_causes import RootCauses, group_alike
from ruleset_core.check.targets import CheckTarget, find_targets
from ruleset_core.check.worker_group import FilePrefetch, WorkerGroup, WorkerLostError, workers_for
from ruleset_core.diagnostics import Diagnostic, Span, Suggestion, did_you_mean
from ruleset_core.discovery import EXPANSION_FILE, GAME_FILE
from ruleset_core.files import LESSONS, is_directory, is_file, names_in
from ruleset_core.lang.vocabulary import Vocabulary
from ruleset_core.model.csv_columns import CsvCell, CsvError, parse_rows, write_cell
from ruleset_core.model.game_files import FOLDERS, LATER_FORMAT
from ruleset_core.model.sources import MAX_FILES, TABLE, SourceText, data_files_of, list_folder, read_data_file
from ruleset_core.model.yaml_documents import decode_source, load_document
from ruleset_core.model.yaml_nodes import with_preloaded_data

# Comments that silence a warning: `# ruleset: ignore[W501] the reason`, on its line or alone on the line above.

_COMMENT = re.compile(r"(?:^|(?<=\s))#\s*ruleset:\s*ignore\b(?:\[([^\]\n]*)\])?[ \t]*([^\r\n]*)", re.MULTILINE)
_IN_CELL = re.compile(r'(?:^|(?<=[\s",;]))#\s*ruleset:\s*ignore\b(?:\[([^\]\n]*)\])?[ \t]*([^\r\n",;]*)', re.MULTILINE)
"""The same in a table, where a remark is a cell: up to the next one, or up to its quote."""
_CODE = re.compile(r"W5[0-9]{2}")
_KEPT = frozenset({*PROVENANCE_CODES, "W507"})
"""Warnings no comment silences: what was asked for, and what is said about such comments."""
_PLAYED = re.compile(r"W53[0-9]")
"""What only games that are played tell (`--play`): who does not play cannot know whether there is such a thing to silence."""


@dataclass(frozen=True, slots=True)
class SuppressionComment:
    """A comment: the codes it silences, the line it speaks of, where it stands, what is wrong with it."""

    file: str
    line: int
    codes: tuple[str, ...]
    span: Span
    fault: str = ""

    def silences(self, item: Diagnostic) -> bool:
        """Whether a finding on its line is silenced by this comment."""
        return not self.fault and item.code in self.codes and item.severity == "warning"


def suppressions_in(file: str, text: str) -> Iterator[SuppressionComment]:
    """All such comments of a file."""
    if "ruleset:" not in text:
        return
    in_cells = file.endswith(TABLE)
    comment = _IN_CELL if in_cells else _COMMENT
    lines = text.splitlines()
    following = _following([line.strip('",;') for line in lines] if in_cells else lines)
    for number, line in enumerate(lines, 1):
        match = comment.search(line)
        if match:
            alone = not line[: match.start()].strip(' \t"' if in_cells else None)
            codes = tuple(code.strip() for code in (match[1] or "").split(",") if code.strip())
            span = Span(file, number, match.start() + 1, number, len(line.rstrip()) + 1)
            yield SuppressionComment(file, following[number] if alone else number, codes, span, _fault(codes, match[2]))


def _following(lines: list[str]) -> list[int]:
    """By the number of each line, the first line after it that is neither empty nor a comment; itself if there is none."""
    found = [*range(len(lines) + 1)]
    for number in range(len(lines) - 1, 0, -1):
        said = lines[number].strip()  # the line after it
        if said and not said.startswith("#"):
            found[number] = number + 1
        elif found[number + 1] > number + 1:
            found[number] = found[number + 1]
    return found


def _fault(codes: tuple[str, ...], reason: str) -> str:
    if not codes:
        return "this comment does not say which warning it silences"
    for code in codes:
        if not _CODE.fullmatch(code) or code in _KEPT:
            return f"`{code}` cannot be silenced: only warnings can"
    return "" if reason.strip(" -:") else "this comment gives no reason"


def apply_suppressions(
    diagnostics: Iterable[Diagnostic], ignores: Iterable[SuppressionComment], *, unused: bool
) -> list[Diagnostic]:
    """Leave out what is silenced; report comments that are wrong or (with `unused`) that silence nothing."""
    used: dict[SuppressionComment, set[str]] = {comment: set() for comment in ignores}
    there: dict[tuple[str, int], list[SuppressionComment]] = {}
    for comment in used:
        there.setdefault((comment.file, comment.line), []).append(comment)
    kept: list[Diagnostic] = []
    for item in diagnostics:
        hits = [each for each in there.get((item.span.file, item.span.line), ()) if each.silences(item)]
        for comment in hits:
            used[comment].add(item.code)
        if not hits:
            kept.append(item)
    for comment, codes in used.items():
        kept.extend(_judged(comment, codes, unused=unused))
    return kept


def without_suppressed(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Leave out what comments in the files silence, for findings about files that were checked before. Comments themselves are not judged."""
    found = list(diagnostics)
    comments = [
        comment
        for file in {item.span.file: None for item in found}
        for comment in suppressions_in(file, _raw_text(file))
    ]
    return apply_suppressions(found, [comment for comment in comments if not comment.fault], unused=False)


def _raw_text(file: str) -> str:
    raw = read_data_file(Path(file))
    return raw.decode("utf-8", "replace") if isinstance(raw, bytes) else ""


def _judged(comment: SuppressionComment, used: set[str], *, unused: bool) -> Iterator[Diagnostic]:
    advice = "write `# ruleset: ignore[W501] the reason`"
    if comment.fault:
        yield Diagnostic("W507", "warning", comment.fault, comment.span, help=advice)
        return
    for code in comment.codes if unused else ():
        if code not in used and not _PLAYED.fullmatch(code):
            message = f"there is no {code} here to silence"
            yield Diagnostic(
                "W507", "warning", message, comment.span, help="delete the comment, or put it beside the warning"
            )


# `check_paths`: everything `ruleset check` does, without printing.


def format_suggestions(found: Iterable[Diagnostic], texts: Mapping[str, str]) -> list[Diagnostic]:
    """Findings with their suggestions as files have to write them; `texts` are the files by name.

    Quotes within quotes are doubled, and a cell gets quotes where it needs them. Who finds a mistake knows what a value says, not
    how its file is written.
    """
    tables: dict[str, _Table] = {}
    return [_one(item, texts, tables) for item in found]


class _Table:
    """The cells of a table, by where they begin."""

    def __init__(self, file: str, text: str) -> None:
        self.source = SourceText(file, text)
        self.cells: list[CsvCell] = []
        try:
            for row in parse_rows(text):
                self.cells += row
        except CsvError:  # what was read until then can be mended
            pass

    def quoted(self, change: Suggestion) -> Suggestion:
        """A change of the characters of a cell, as its quotes ask for."""
        span = change.span
        start = self.source.offset(span.line, span.column)
        end = self.source.offset(span.end_line, span.end_column)
        cell = next((each for each in self.cells if each.outer[0] <= start and end <= each.outer[1]), None)
        if cell is None:
            return change
        text = change.replacement
        if cell.quoted and cell.start <= start and end <= cell.end:
            return replace(change, replacement=text.replace('"', '""'))
        whole = self.source.text[cell.start : start] + text + self.source.text[end : cell.end]
        if not cell.quoted and write_cell(whole) != whole:
            return replace(change, span=self.source.span(cell.start, cell.end), replacement=write_cell(whole))
        return change


def _one(item: Diagnostic, texts: Mapping[str, str], tables: dict[str, _Table]) -> Diagnostic:
    change = item.suggestion
    if change is None or not change.span.file.endswith(TABLE) or change.span.file not in texts:
        return item
    file = change.span.file
    if file not in tables:
        tables[file] = _Table(file, texts[file])
    return replace(item, suggestion=tables[file].quoted(change))


# -- Data files of a game or expansion that nothing reads --------------------------------------------------------------


_SCENARIOS = "scenarios"
_EXPANSIONS = "expansions"
_ENDINGS = {".yaml", ".yml"}
_SHEETS = {TABLE, ".tsv", ".xlsx", ".xlsm", ".xls", ".ods", ".numbers"}
"""How files end that a spreadsheet writes."""
_CARDS = "cards"
_WRITTEN = (".yaml", TABLE)
"""How files end of which combinations are made."""
_HEADERS = (GAME_FILE, EXPANSION_FILE)


def unread_files(directory: Path, header: str, texts: dict[str, str]) -> Iterator[Diagnostic]:
    """W520: data files of a directory that are passed over. Their texts go into `texts`, for the comments in them."""
    files, problems = data_files_of(directory, header)
    if problems:
        return
    read = {*files, *(path for folder in (_SCENARIOS, LESSONS) for path in list_folder(directory / folder)[0])}
    for path in _data_files(directory):
        if path not in read and not (path.suffix == ".yaml" and path.parent == directory and path.name in _HEADERS):
            text = _file_text(path)
            if path.suffix.lower() in _SHEETS and not _of_cards(path, directory, text):
                continue
            texts[str(path)] = text
            line = _first_line(text)
            span = Span(str(path), line, 1, line, 1)
            yield Diagnostic("W520", "warning", "nothing reads this file", span, help=_advice(path, directory))


def _file_text(path: Path) -> str:
    if path.suffix.lower() in _SHEETS:
        raw = read_data_file(path)
        source = raw if isinstance(raw, Diagnostic) else decode_source(raw, str(path))
        return "" if isinstance(source, Diagnostic) else source.text
    document, _ = load_document(path)
    return "" if document is None else document.source.text


def _of_cards(path: Path, directory: Path, text: str) -> bool:
    """Whether a table seems to be one of cards, by its folder or its headings: a game may have others beside it."""
    where = path.parent.relative_to(directory).parts
    if path.name.startswith("~"):  # what some programs lay beside a file that is open
        return False
    if where:
        return where[0] == _CARDS or bool(did_you_mean(where[0], [_CARDS]))
    return bool(
        re.search(r"(?:^|[,;\t\"])(?:provenance|name\.en|name\.es)(?:[,;\t\"]|$)", text.partition("\n")[0].strip())
    )


def _data_files(directory: Path) -> Iterator[Path]:
    """The files of data and the tables of a directory and two levels below, games and expansions within it left out."""
    for path in _inside(directory):
        if is_directory(path):
            yield from (
                () if path.suffix in _ENDINGS | {TABLE} else _below(path)
            )  # the file it should be cannot be read: E001
        elif path.suffix.lower() in _ENDINGS | _SHEETS:
            yield path


def _below(folder: Path) -> Iterator[Path]:
    for path in _inside(folder):
        if is_directory(path):
            yield from (each for each in _inside(path) if each.suffix.lower() in _ENDINGS | _SHEETS and is_file(each))
        elif path.suffix.lower() in _ENDINGS | _SHEETS:
            yield path


def _inside(folder: Path) -> list[Path]:
    """What lies in a folder; nothing hidden, and nothing of a game or expansion of its own."""
    try:
        there = [folder / name for name in names_in(folder, "") if not name.startswith((".", "_"))][:MAX_FILES]
    except OSError:  # what must be read of it is told by those who read it
        return []
    return [path for path in there if not any(is_file(path / header) for header in _HEADERS)]


def _first_line(text: str) -> int:
    """The first line that says something, counted from 1: comments stand above it."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            return number
    return 1


def _advice(path: Path, directory: Path) -> str:
    folders = [*FOLDERS, _SCENARIOS, _EXPANSIONS]
    where = path.parent.relative_to(directory).parts
    if path.suffix.lower() in _SHEETS:
        return _advice_for_table(path, where)
    name = f"{path.stem}.yaml"
    if where and where[0] not in folders:
        close = did_you_mean(where[0], folders)
        return f"did you mean `{close[0]}/{name}`?" if close else f"folders that are read: {', '.join(sorted(folders))}"
    if where and where[0] == _EXPANSIONS:
        return f"an expansion is a directory in `{_EXPANSIONS}/` with an `{EXPANSION_FILE}`"
    if len(where) > 1:
        return f"put it into `{where[0]}/` itself"
    return f"data files end in `.yaml`: call it `{name}`"


def _advice_for_table(path: Path, where: tuple[str, ...]) -> str:
    name = f"{path.stem}{TABLE}"
    if where[:1] != (_CARDS,):
        return f"a table of cards is read in `{_CARDS}/`: did you mean `{_CARDS}/{name}`?"
    if len(where) > 1:
        return f"put it into `{_CARDS}/` itself"
    how = "call it" if path.suffix.lower() == TABLE else "in its program, save it as `CSV UTF-8`, and call it"
    return f"tables of cards end in `{TABLE}`: {how} `{name}`"


# -- `check_paths` -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What a check found, in the order of causes; how many files of which games it read, and how long it took."""

    diagnostics: tuple[Diagnostic, ...]
    files: int
    games: tuple[str, ...]
    seconds: float
    timings: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Seconds by game and stage (see `budgets`)."""
    start: float = 0.0
    """Seconds of processor time that the program had taken before, most of them until its modules were there."""

    @property
    def errors(self) -> int:
        """Number of errors."""
        return sum(item.severity == "error" for item in self.diagnostics)

    @property
    def warnings(self) -> int:
        """Number of warnings; what is listed on request (house values, inferred ones) is not among them."""
        return sum(item.severity == "warning" and item.code not in PROVENANCE_CODES for item in self.diagnostics)


def check_paths(
    paths: Sequence[str | Path] = (),
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    roots: Sequence[str | Path] = (),
    house: bool = False,
    jobs: int = 1,
    in_order: bool = False,
) -> CheckReport:
    """Check games, expansions and files. Bad data never raises: it is what is reported.

    Args:
        paths: directories, files, or names of games; all games that can be found when there are none.
        select: only codes that begin with one of these, such as `E3` or `W501`.
        ignore: no codes that begin with one of these.
        roots: further directories in which games and expansions are looked for.
        house: also list what is inferred or a house value.
        jobs: how many processes may work at once; what is found is the same.
        in_order: where two expansions change the same, the later one has the last word, and nothing is told.

    Raises:
        GameNotFoundError: a path or name means nothing that can be checked.
        WorkerLostError: another process ended before it was done.
    """
    targets = find_targets(paths, roots, in_order=in_order)
    with workers_for(targets, jobs) as hands:
        return check_targets(targets, hands, select=select, ignore=ignore, house=house)


def check_targets(
    targets: Sequence[CheckTarget],
    hands: WorkerGroup,
    ahead: FilePrefetch | None = None,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    house: bool = False,
) -> CheckReport:
    """`check_paths` for games that were found before, with what was read of them ahead."""
    began, start = perf_counter(), process_time()
    read, spent = ahead.result() if ahead is not None else ({}, [])
    found: dict[Diagnostic, None] = {}
    files: set[str] = set()
    timings: dict[str, dict[str, float]] = {}
    groups: dict[object, list[CheckTarget]] = {}
    for target in targets:
        groups.setdefault(target.whole, []).append(target)
    with without_garbage_collection(), with_preloaded_data(read):
        alone = WorkerGroup() if len(groups) > 1 else hands
        works = [partial(_timed, targets[0], house=house, hands=alone) for targets in groups.values()]
        done = [works[0]()] if len(works) == 1 else hands.share(works, "the games")()
    for targets_of_game, (checked, seconds) in zip(groups.values(), done, strict=True):
        for target in targets_of_game:
            found.update(dict.fromkeys(checked.diagnostics_for(target)))
            files |= {file for file in checked.files if target.shows(file)}
        times = timings.setdefault(targets_of_game[0].game.resolve().name, dict.fromkeys(STAGES, 0.0))
        for name in STAGES:
            times[name] += seconds[name]
    for (target, *_), seconds in zip(groups.values(), spent, strict=False):
        timings[target.game.resolve().name]["reading"] += sum(seconds.values())
    kept = [item for item in found if is_wanted(item.code, select, ignore)]
    return CheckReport(tuple(group_alike(kept)), len(files), tuple(timings), perf_counter() - began, timings, start)


def _timed(target: CheckTarget, *, house: bool, hands: WorkerGroup) -> tuple[CheckedGame, dict[str, float]]:
    """What is found in a game, and the seconds it takes."""
    with measured_stages() as seconds:
        return check_one_target(target, house=house, hands=hands), seconds


def is_wanted(code: str, select: Sequence[str], ignore: Sequence[str]) -> bool:
    """Whether findings with a code are asked for (see `check_paths`)."""
    return (not select or code.startswith(tuple(select))) and not code.startswith(tuple(ignore))


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """What is found in a game and its expansions, and in which files; `blamed` is told wherever it stands."""

    diagnostics: list[Diagnostic]
    blamed: list[Diagnostic]
    files: set[str]

    def diagnostics_for(self, target: CheckTarget) -> list[Diagnostic]:
        """What is told of it to whoever asked about a part."""
        return list(dict.fromkeys([*(item for item in self.diagnostics if target.shows(item.span.file)), *self.blamed]))


def check_one_target(
    target: CheckTarget, *, house: bool = False, hands: WorkerGroup | None = None, cache: CheckCache | None = None
) -> CheckedGame:  # fmt: skip
    """What is found in the game of a target with its expansions, whichever of its files are asked about.

    Who checks it again and again gives the same `cache`. No code is generated then, where only faults of this program would be found.
    """
    if target.problems:
        return CheckedGame([], list(target.problems), {target.problems[0].span.file})
    with limited_suggestions(WORDS_COMPARED // 2):
        return _checked(target, house=house, hands=hands or WorkerGroup(), cache=cache)


def _checked(target: CheckTarget, *, house: bool, hands: WorkerGroup, cache: CheckCache | None) -> CheckedGame:
    try:
        made = read_combinations(target.made_of, target.expansions, in_order=target.in_order, cache=cache)
        later = [each for each in made[0].read if each.code == LATER_FORMAT]
        if later:
            return CheckedGame([], later, {each.span.file for each in later})
        scenarios = read_scenarios(target.game, target.expansions, target.played, cache)
        texts = {file: text for each in made for file, text in each.texts.items()} | scenarios.texts
        played = _linked(made, scenarios, hands)
        merged = merge_findings(made, house=house)
        diagnostics = [*merged, *scenarios.diagnostics, *played]
        if cache is not None:
            cache.untold = {_sentence(item) for each in made for item in each.diagnostics} - {*map(_sentence, merged)}
        diagnostics += unread_files(target.game, GAME_FILE, texts)
        known = _known(made)
        diagnostics += check_levels(target.game, target.played.values(), texts, known)
        read = {document.file: document for each in made for document, _ in written_files(each.gathered)}
        diagnostics += check_translations(target.game, GAME_FILE, texts, read, sound=known is not None)
        for directory in target.played.values():
            diagnostics += unread_files(directory, EXPANSION_FILE, texts)
            diagnostics += check_translations(directory, EXPANSION_FILE, texts, read, sound=known is not None)
    except WorkerLostError:
        raise
    except Exception as problem:  # noqa: BLE001 - a fault of ours becomes a finding like any other
        return CheckedGame([], [internal_error(problem, str(target.game / GAME_FILE))], set())
    causes = RootCauses(diagnostics, made, texts)
    blames = attribute_findings(target, made, causes.follows)
    asked = format_suggestions(blames.asked, texts)
    diagnostics = format_suggestions(
        [*(each for each in causes.diagnostics() if each not in blames.moved), *blames.others], texts
    )
    kept = apply_suppressions(dict.fromkeys([*diagnostics, *asked]), _comments(texts), unused=causes.sound)
    if cache is not None:
        late = set[Key]().union(*(each.late for each in made))
        cache.late, cache.texts = [item for item in kept if finding_key(item) in late], texts
    files = {*texts, *(item.span.file for item in diagnostics)}
    wherever = set(asked)
    return CheckedGame(
        [item for item in kept if item not in wherever], [item for item in kept if item in wherever], files
    )


def check_written_file(target: CheckTarget, path: Path, cache: CheckCache) -> list[Diagnostic] | None:
    """What is found in one file that somebody is writing, of the smallest combination that has it; None if it is no file of the target.

    Lints and lowering are left out: what they found in lines that are as they were is told from the last check of all.
    Nothing is said of causes in other expansions, of files that nothing reads, or of scenarios in other files; nor of what was only
    doubtful without an expansion when all was checked.
    """
    file = path.resolve()
    homes = {name: each for name, each in target.expansions.items() if file.is_relative_to(each.resolve())}
    around = (target.game, *target.made_of.directories, *(each for each, _ in target.made_of.layers))
    if not homes and not any(file.is_relative_to(each.resolve()) for each in around):
        return None
    if target.problems or path.suffix not in _WRITTEN:
        found = check_one_target(target, cache=cache).diagnostics_for(target)
        return [item for item in found if Path(item.span.file).resolve() == file]
    laid = with_requirements(target.expansions, homes)
    made = read_combination(target.made_of, laid, in_order=target.in_order, cache=cache)
    prove_combination(made)
    untold = cache.untold
    told = (
        item
        for item in merge_findings([made])
        if item.severity == "error" or (untold is not None and _sentence(item) not in untold)
    )
    early = (item for item in told if finding_key(item) not in made.late)
    found, texts = [*early], made.texts
    if file.parent.name in {_SCENARIOS, LESSONS}:
        scenarios = read_scenarios(target.game, target.expansions, target.played, cache)
        found += [*scenarios.diagnostics, *check_scenarios(made, scenarios)]
        texts = texts | scenarios.texts
    causes = RootCauses(found, [made], texts)
    mine = [item for item in causes.diagnostics() if Path(item.span.file).resolve() == file]
    comments = [
        each for name in {item.span.file for item in mine} for each in suppressions_in(name, texts.get(name, ""))
    ]
    kept = apply_suppressions(dict.fromkeys(format_suggestions(mine, texts)), comments, unused=False)
    name = next((each for each in texts if each.endswith(file.name) and Path(each).resolve() == file), "")
    return [*kept, *_carried(cache, name, texts)]


def _carried(cache: CheckCache, file: str, texts: Mapping[str, str]) -> Iterator[Diagnostic]:
    """What lints and lowering found in a file when all was checked, in lines that are as they were.

    Of five lines the second is now two others: what was found in the first stays, what was found in the third to fifth moves down by one, and
    nothing is said of the second before the next check.
    """
    late = [item for item in cache.late if item.span.file == file]
    if not late or file not in texts:
        return
    old, new = cache.texts[file].splitlines(), texts[file].splitlines()
    pairs = min(len(old), len(new))
    same = next((n for n in range(pairs) if old[n] != new[n]), pairs)
    tail = next((n for n in range(pairs - same) if old[-1 - n] != new[-1 - n]), pairs - same)
    for item in late:
        if item.span.end_line <= same:
            yield item
        elif item.span.line > len(old) - tail:
            yield replace(item, span=_moved(item.span, len(new) - len(old)), suggestion=None)


def _moved(span: Span, lines: int) -> Span:
    return replace(span, line=span.line + lines, end_line=span.end_line + lines)


def _sentence(item: Diagnostic) -> tuple[str, str, str]:
    """What makes a finding the same one as long as somebody is writing: its place moves."""
    return item.code, item.message, item.span.file


def _known(made: list[LinkedCombination]) -> Vocabulary | None:
    """What the game has, as far as it is sound: alone, or with as few expansions as were linked."""
    first = made[0]
    return first.linker.v if first.linker is not None and first.sound else None


def _linked(made: list[LinkedCombination], scenarios: ScenarioFiles, hands: WorkerGroup) -> list[Diagnostic]:
    """Link a game in all combinations and look at the scenarios of each; what is found in these.

    Combinations know nothing of each other, so they may be linked in several processes: each has an equal part of the effort.
    """
    effort = WORDS_COMPARED // 2 // len(made)
    deciding = made[0].cache is None

    def other(each: LinkedCombination) -> tuple[list[Diagnostic], list[Diagnostic]]:
        with limited_suggestions(effort):
            link_combination(each, deciding=deciding)
            return each.diagnostics, check_scenarios(each, scenarios)

    first, *others = made
    shared = hands.share([partial(other, each) for each in others], f"`{first.gathered.directory.name}`", leaving=1)
    played: list[Diagnostic] = []
    with limited_suggestions(effort):
        link_combination(first, hands, lambda: played.extend(check_scenarios(first, scenarios)), deciding=deciding)
    found = played if first.sound else []
    for each, (diagnostics, more) in zip(others, shared(), strict=True):
        each.diagnostics = diagnostics
        found += more
    return found


def _comments(texts: dict[str, str]) -> list[SuppressionComment]:
    return [comment for file, text in texts.items() for comment in suppressions_in(file, text)]

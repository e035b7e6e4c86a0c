"""The page of many play-tests. In: groups of `lab.playtests`. Out: HTML as text, with the positions in which notes were written.

A note stands with the picture of its position as its writer saw it, and with the moves that led there, to be stepped through.
"""

from __future__ import annotations

import shlex
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core import BrokenRuleError
from ruleset_core.lab.playtests import NotedOften, PlayedTest, PlaytestGroup
from ruleset_core.lab.report.document import (
    Inside,
    ReportFigure,
    ReportFinding,
    ReportLanguage,
    ReportTable,
    definition_table,
    h,
    mark_code,
    report_page,
)
from ruleset_core.lab.report.plots import PlotRow, Spread, bin_counts, is_wide, row_plots
from ruleset_core.play.match.seat_views import seat_view
from ruleset_core.play.records import HUMAN
from ruleset_core.play.records.playtest_files import PlaytestEntry
from ruleset_core.play.wording.analysis_messages import story_lines
from ruleset_core.play.wording.names_and_numbers import kind_label, player_names
from ruleset_core.statistics import quartiles
from ruleset_core.view.look.game_looks import picture_credits, pictures
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.svg.drawing import draw
from ruleset_core.view.terminal.drawing import draw as draw_text

BEFORE: Final = 4
"""Moves before a note that are shown, too."""
MOST_PICTURES: Final = 240
"""Pictures on a page; of more notes the file and the number of the position are told alone."""
MOST_NAMED: Final = 5
"""Things that a sentence names."""
LEAST_ANSWERS: Final = 5
"""A question with fewer answers is not named first: one of them says little."""
WIDE_PICTURE: Final = 640
"""Units that a picture is wide."""
ALL_COLUMNS: Final = 10_000
"""Columns of the words for those who do not see a picture: nothing in them is broken."""
PLAYTEST_STYLE: Final = """
.test{margin:1.6rem 0;padding:.2rem 0 .6rem;border-bottom:1px solid var(--grid)}
.test blockquote{margin:.3rem 0;padding-left:.8rem;border-left:4px solid var(--t-orange);white-space:pre-line;font-size:1.05rem}
.test img{display:block;width:100%;height:auto;margin:.4rem 0;border:1px solid var(--line);border-radius:8px}
ol.steps{display:flex;gap:1rem;scroll-snap-type:x mandatory;list-style:none;margin:.4rem 0;padding:0 0 .6rem}
.steps>li{flex:0 0 92%;scroll-snap-align:center}
.soft{color:var(--soft)}
thead th{overflow-wrap:normal}
@media print{ol.steps{display:block}}
"""


@dataclass
class PlaytestPage:
    """A page being written. `left`: how many pictures may still be drawn."""

    words: ReportLanguage
    left: int = MOST_PICTURES
    drawn: dict[tuple[str, int], str] = field(default_factory=dict)

    def say(self, key: str, **values: object) -> str:
        """A text of the page."""
        return self.words.say(f"report.pt_{key}", **values)

    def question(self, group: PlaytestGroup, name: str, *, code: bool = True) -> str:
        """A question as players read it: `decide (“Roll again, or hold?”)`; `colour (such as “Which colour for the red 3?”)` where it has values."""
        prompts = group.prompts(name, self.words.lang)
        if not prompts:
            return name or self.say("no_question")
        named = f"`{name}`" if code else name
        return self.say("question" if len(prompts) == 1 else "question_such", name=named, prompt=prompts[0])

    def seconds(self, value: float) -> str:
        """A time, such as `8.4 s`."""
        return self.say("seconds", seconds=self.words.number(value, 1 if value < 100 else 0))


def playtests_html(groups: Sequence[PlaytestGroup], skipped: int, lang: str) -> str:
    """The page, as HTML.

    Args:
        groups: the play-tests by version of their games.
        skipped: how many files could not be read.
        lang: its language.
    """
    page = PlaytestPage(ReportLanguage(lang))
    several = len(groups) > 1
    sections = []
    for number, group in enumerate(groups, start=1):
        for name, parts in _sections(page, group):
            heading = page.say(f"s_{name}")
            if several:
                heading = page.say("s_of", game=group.title(lang), heading=heading)
            sections.append((f"{name}{number}" if several else name, heading, parts))
    title = page.say("title", games=", ".join(dict.fromkeys(group.title(lang) for group in groups)))
    tests = [test for group in groups for test in group.tests]
    whole = sum(test.notes.record is not None for test in tests)
    lead = " ".join([page.say("lead", count=len(tests)), page.say("whole", count=whole)])
    found = [*(each for group in groups for each in playtest_findings(page, group, named=several))]
    if skipped:
        found.append(ReportFinding("notice", page.say("f_skipped", count=skipped)))
    found.append(ReportFinding("", page.say("f_few")))
    games = [group.game for group in groups if group.game is not None]
    return report_page(title, lead, found, sections, page.words, games, style=PLAYTEST_STYLE)


def playtest_findings(page: PlaytestPage, group: PlaytestGroup, *, named: bool) -> Iterator[ReportFinding]:
    """What the tests of a version say, in sentences. `named`: each begins with the name of the game."""
    lang = page.words.lang
    for kind, said in _findings(page, group, lang):
        yield ReportFinding(kind, page.say("s_of", game=group.title(lang), heading=said) if named else said)


def _findings(page: PlaytestPage, group: PlaytestGroup, lang: str) -> Iterator[tuple[str, str]]:
    if group.notes:
        testers = len({test.notes.file for test, _ in group.notes})
        yield "", page.say("f_notes", count=len(group.notes), testers=testers)
    if group.questions:
        slowest = next((each for each in group.questions if len(each.times) >= LEAST_ANSWERS), group.questions[0])
        times = {"middle": page.seconds(slowest.middle), "longest": page.seconds(max(slowest.times))}
        yield "notice", page.say("f_slow", question=page.question(group, slowest.question), **times)
    looked = [each for each in group.looked_up(lang) if each.count > 1][:MOST_NAMED]
    if looked:
        yield "notice", page.say("f_looked", names=", ".join(_counted(page, each) for each in looked))
    if group.refused:
        yield "notice", page.say("f_refused", why=group.refused[0].what, count=group.refused[0].count)
    never = [group.card_name(each.card, lang) for each in group.cards if not each.chosen]
    if never:
        more = len(never) - MOST_NAMED
        said = page.words.quoted(never[:MOST_NAMED])
        yield "notice", page.say("f_never", names=said if more <= 0 else page.say("and_more", names=said, count=more))


def _counted(page: PlaytestPage, each: NotedOften) -> str:
    return page.say("counted", name=each.what, count=each.count)


def _sections(page: PlaytestPage, group: PlaytestGroup) -> Iterator[tuple[str, list[ET.Element]]]:
    """The sections of a version, each with its id; none that says nothing."""
    for name, make in (
        ("notes", _notes),
        ("thought", _thought),
        ("looked", _looked),
        ("refused", _refused),
        ("cards", _cards),
        ("files", _files),
    ):
        parts = list(make(page, group))
        if parts:
            yield name, parts


# -- notes, with their positions -------------------------------------------------------------------------------------------


def _notes(page: PlaytestPage, group: PlaytestGroup) -> Iterator[ET.Element]:
    for test, entry in group.notes:
        yield h("article", *_note(page, group, test, entry), class_="test")


def _note(page: PlaytestPage, group: PlaytestGroup, test: PlayedTest, entry: PlaytestEntry) -> Iterator[ET.Element]:
    yield h("blockquote", entry.what)
    yield from _position(page, group, test, entry)


def _position(page: PlaytestPage, group: PlaytestGroup, test: PlayedTest, entry: PlaytestEntry) -> Iterator[ET.Element]:
    """Where something was noted: in words, as a picture, with the moves that led there."""
    place = test.position(entry)
    where = page.say(
        "where", seat=test.notes.seat + 1, move=entry.at if place is None else place, file=Path(test.notes.file).name
    )
    asked = page.say("asked", question=page.question(group, entry.question)) if entry.question else ""
    back = page.say("taken_back") if test.was_taken_back(entry) else ""
    yield h("p", *mark_code(" ".join(filter(None, (where, asked, back)))), class_="soft")
    if place is None or test.session is None:
        yield h("p", page.say("no_moves") if test.notes.record is None else page.say("no_game"), class_="soft")
        return
    now = _picture(page, test, place)
    if now is None:
        return
    yield now
    before = range(max(0, place - BEFORE), place)
    frames = [frame for step in before if (frame := _frame(page, test, step)) is not None]
    last = _picture(page, test, place)
    if frames and last is not None:
        steps = h(
            "ol",
            *frames,
            h("li", h("p", page.say("then")), last),
            class_="steps scroll",
            tabindex="0",
            aria_label=page.say("replay"),
        )
        yield h("details", h("summary", page.say("replay")), steps)
    yield h("p", *_commands(test, place))


def _commands(test: PlayedTest, place: int) -> Iterator[Inside]:
    """What is typed to step through the game from there, and to play on from there."""
    notes = test.notes
    yield h("code", shlex.join(["ruleset", "replay", notes.file, "--to", str(place), "--seat", str(notes.seat + 1)]))
    if test.session is not None and place < len(test.session.steps):
        yield h("br")
        yield h("code", shlex.join(["ruleset", "serve", notes.game, "--from", f"{notes.file}@{place}"]))


def _frame(page: PlaytestPage, test: PlayedTest, step: int) -> ET.Element | None:
    """A position and the move that was made there."""
    drawn = _picture(page, test, step)
    if drawn is None or test.session is None:
        return None
    told = story_lines(test.session, step, step + 1, test.notes.seat, page.words.lang)
    return h("li", h("p", " ".join(told) or page.say("move", number=step + 1)), drawn)


def _picture(page: PlaytestPage, test: PlayedTest, place: int) -> ET.Element | None:
    """A position as the tester saw it; None where there are enough pictures, or a rule of the game breaks."""
    session, lang, seat = test.session, page.words.lang, test.notes.seat
    if session is None or page.left <= 0:
        return None
    state = session.states[place]
    names = player_names(session.header, lang)
    try:
        shown = scene(session.game, seat_view(state, seat), lang, names)
    except BrokenRuleError:
        return None
    key = (test.notes.file, place)
    if key not in page.drawn:
        page.left -= 1
        made = draw(shown, WIDE_PICTURE, art=pictures(session.game), made_by=picture_credits(session.game))
        page.drawn[key] = b64encode(made.encode()).decode("ascii")
    words = " ".join(draw_text(shown, ALL_COLUMNS, plain=True).plain.split())
    return h("img", src=f"data:image/svg+xml;base64,{page.drawn[key]}", alt=words)


# -- figures ---------------------------------------------------------------------------------------------------------------


def _thought(page: PlaytestPage, group: PlaytestGroup) -> Iterator[ET.Element]:
    """How long questions were thought over."""
    words, lang, questions = page.words, page.words.lang, group.questions
    if not questions:
        return
    rows = [
        [
            page.question(group, each.question, code=False), words.grouped(len(each.times)), words.grouped(each.testers), words.number(each.middle), words.number(max(each.times)),
        ]
        for each in questions
    ]  # fmt: skip
    most = max(round(max(each.times)) for each in questions)

    def plot(width: float) -> Iterator[ET.Element]:
        drawn = []
        for each in questions:
            counts = Counter(map(round, each.times))
            bins = bin_counts(counts, 0, most, 50 if is_wide(width) else 30)
            mean = sum(each.times) / len(each.times)
            drawn.append(
                PlotRow(
                    each.question or page.say("no_question"),
                    Spread(bins, quartiles(counts), mean),
                    words.number(each.middle),
                )
            )
        return row_plots(drawn, width, page.say("a_seconds"), words.grouped)

    heads = [page.say(f"h_{key}") for key in ("question", "answers", "testers", "middle", "longest")]
    yield ReportFigure(page.say("p_thought"), plot, page.say("p_thought_text"), ReportTable(heads, rows)).drawn(lang)
    if group.longest:
        yield h("h3", page.say("p_longest"))
    for test, entry in group.longest:
        took = page.say(
            "took", seconds=page.seconds(entry.took), question=page.question(group, entry.question, code=False)
        )
        yield h("details", h("summary", took), *_position(page, group, test, entry), class_="test")


def _looked(page: PlaytestPage, group: PlaytestGroup) -> Iterator[ET.Element]:
    """What was looked up, and at which questions the rules were opened or a hint was asked for."""
    yield from _often(page, "thing", "p_looked", group.looked_up(page.words.lang))
    for kind in ("rules", "hint"):
        yield from _often(page, "question", f"p_{kind}", _at_questions(page, group, kind))


def _refused(page: PlaytestPage, group: PlaytestGroup) -> Iterator[ET.Element]:
    """What could not be chosen, and what was taken back."""
    yield from _often(page, "reason", "p_refused", group.refused)
    yield from _often(page, "question", "p_undo", _at_questions(page, group, "undo"))


def _at_questions(page: PlaytestPage, group: PlaytestGroup, kind: str) -> list[NotedOften]:
    return [
        NotedOften(page.question(group, each.what, code=False), each.count, each.testers)
        for each in group.at_questions(kind)
    ]


def _often(page: PlaytestPage, head: str, title: str, found: Sequence[NotedOften]) -> Iterator[ET.Element]:
    if found:
        words = page.words
        rows = [[each.what, words.grouped(each.count), words.grouped(each.testers)] for each in found]
        heads = [page.say(f"h_{key}") for key in (head, "times", "testers")]
        yield ReportTable(heads, rows).drawn(page.say(title))


def _cards(page: PlaytestPage, group: PlaytestGroup) -> Iterator[ET.Element]:
    """Cards that could be chosen, those never chosen first."""
    words = page.words
    rows = [
        [
            group.card_name(each.card, words.lang), *map(words.grouped, (each.offered, each.chosen)),
            page.say("of", some=words.grouped(each.chosen_by), all=words.grouped(each.offered_to)),
        ]
        for each in group.cards
    ]  # fmt: skip
    if rows:
        heads = [page.say(f"h_{key}") for key in ("card", "offered", "chosen", "testers")]
        yield ReportTable(heads, rows).drawn(page.say("p_cards"))


def _files(page: PlaytestPage, group: PlaytestGroup) -> Iterator[ET.Element]:
    """What was read, and what of it does not fit the game that lies here."""
    game_id, expansions, version, digest = group.version
    facts: list[tuple[str, str]] = [
        (page.say("k_game"), " + ".join((game_id, *expansions))),
        (page.say("k_version"), version),
        (page.say("k_hash"), digest),
    ]
    yield definition_table([each for each in facts if each[1]])
    if group.game is None:
        yield h("p", page.say("not_here", why=str(group.problem)))
    elif group.game.hash != digest:
        yield h("p", page.say("other_version"))
    yield h("ul", *(h("li", *_file(page, test)) for test in group.tests))


def _file(page: PlaytestPage, test: PlayedTest) -> Iterable[Inside]:
    notes = test.notes
    seats = ", ".join(
        page.words.say("page.person") if kind == HUMAN else kind_label(kind, page.words.lang) for kind in notes.kinds
    )
    moves = 0 if notes.record is None else len(notes.record.moves)
    yield h("code", Path(notes.file).name)
    yield " " + page.say("file", seat=notes.seat + 1, seats=seats, count=len(notes.entries))
    if moves:
        yield " " + page.say("moves", count=moves)
    if test.problem is not None:
        fits = 0 if test.session is None else len(test.session.steps)
        yield " " + page.say("fits", count=fits)

"""What one viewer is shown: the panels that are new, the lines of the story, the question, and what things are.

Sending the whole table after each click would cost too much, so a viewer compares with what it sent before. After seat 0
has rolled a 5 in Pig, each page of seat 1 is sent (shortened):

    {"base": 1, "version": 2,                                the page must have version 1, else it asks for everything
     "acting": 0, "question": null, "scores": [0, 0],
     "log": {"from": 0, "lines": [{"step": 0, "text": "P0 rolls twice: the die shows 6, then 5."}]},      line 0 is a new one
     "panels": {"table": {"show": [{"parts": [[{"text": "die "}, {"text": "5"}], [{"text": "pot "}, {"text": "11"}]]}]}}}

The panel `seats` is not sent: nothing in it has changed. The page of seat 0 is sent the same panels, and its next question besides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, Final

from ruleset_core import Game, State, Story, chance_profile, rules_document
from ruleset_core.formats.scene_format import (
    Scene,
    SceneCard,
    ScenePanel,
    SceneTarget,
    TextSpan,
    scene_as_json,
    walk_scene,
)
from ruleset_core.messages import message
from ruleset_core.play.lookup.descriptions import (
    EntryDescription,
    describe_entry,
    outcomes_about,
    outcomes_at,
    outcomes_of_answers,
)
from ruleset_core.play.lookup.index import (
    LookupEntry,
    all_entries,
    called_exactly,
    entries_called,
    entry_by_id,
    entry_kind,
    entry_name,
    find_entries,
    terms_overview,
)
from ruleset_core.play.lookup.queries import LookupContext, fold_text, question_paragraph
from ruleset_core.play.lookup.rules_lookup import asked_paragraphs, paragraphs_about, position_scene, rules_data
from ruleset_core.play.match import BEGINNING, Match, Question
from ruleset_core.play.match.seat_views import ReplayStops, seat_scores, seat_teams, seat_view, team_scores
from ruleset_core.play.records import SessionStep
from ruleset_core.play.wording.endings import early_ranks, ending_lines, finished_state
from ruleset_core.play.wording.game_messages import menu_keys, offers, plain_offers
from ruleset_core.play.wording.lesson_messages import lesson_words
from ruleset_core.play.wording.names_and_numbers import player_names
from ruleset_core.view.look import game_looks
from ruleset_core.view.look.game_looks import MaskedState
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.scene.scene_items import colour_name, seat_colours
from ruleset_core.view.scene.score_scenes import result_scene, score_scene
from ruleset_core.web.render_cache import RenderCache

# What pages are told of things: of those on the table, of those that somebody looks up by name, and what there is to look up.
#
# Somebody points at a thing, or types its name, and wants to know what there is to say of it. Pig, `lookup?name=pot`:
#
#     {"entries": [{"name": "pot", "kind": "", "text": [], "rows": [],
#                "now": [{"id": "pot", "title": "Pig", "show": [{"kind": "line", "parts": [[{"text": "4"}]]}], ...}], ...}],
#      "moves": []}
#
# `text` is what a card says, `rows` its facts, `now` a panel that shows it as it is, and `moves` what would come of options that
# mean it. All of it is made for the seat that asks, so a hidden card has nothing to say.

AboutData = dict[str, Any]
MOST_NAMES: Final = 24
"""So many names are listed; of more it is said how many there are."""

SILENT: Final = frozenset({"question"})
"""Questions are called as their answers are noted, which pages do not show."""


def find_in_scene(node: Any, identity: str) -> tuple[SceneTarget, SceneCard | TextSpan | None] | None:
    """The thing of an identity in a scene, or a part of one, and how it is drawn."""
    for each in walk_scene(node):
        if isinstance(each, SceneTarget) and each.identity == identity:
            return each, None
        if isinstance(each, (SceneCard, TextSpan)) and each.stand is not None and each.stand.identity == identity:
            return each.stand, each
    return None


def describe_target(asked: LookupContext, stand: SceneTarget, drawn: SceneCard | TextSpan | None) -> AboutData:
    """What there is to say of a thing on the table, and of choosing it."""
    thing = entry_by_id(asked.game, stand.family, stand.id)
    entry = _entry_data(describe_entry(asked, thing)) if thing is not None else _drawn(asked, stand, drawn)
    return {"entries": [entry], "moves": outcomes_at(asked, stand)}


def _drawn(asked: LookupContext, stand: SceneTarget, drawn: SceneCard | TextSpan | None) -> AboutData:
    """What is seen of a piece that has no name of its own, such as a die: its colour and what it shows."""
    glossary = asked.game.glossary
    if drawn is None or not stand.id or glossary.seat(stand.family, stand.id) is not None:
        return {"name": stand.name}
    shows = drawn.text
    if isinstance(drawn, SceneCard):
        if drawn.pips is None:
            return {"name": drawn.name or stand.name, "text": [drawn.text] if drawn.text else []}
        shows = str(drawn.pips)
    if shows in {"", stand.name}:
        return {"name": stand.name}
    colour = colour_name(drawn.colour, asked.lang) if drawn.colour else ""
    return {"name": f"{colour} {shows}".strip(), "kind": glossary.title("families", stand.family, asked.lang)}


def lookup_name(asked: LookupContext, name: str) -> AboutData:
    """What there is to say of all that is called just so."""
    every = _listed(entries_called(asked.game, name, asked.lang))
    moves = [line for thing in every for line in outcomes_about(asked, thing.name)]
    return {
        "entries": [_entry_data(describe_entry(asked, thing)) for thing in every],
        "moves": list(dict.fromkeys(moves)),
    }


def search_names(asked: LookupContext, typed: str) -> AboutData:
    """The names that somebody may mean who types this, and what there is to say of answers that may be meant.

    In groups: what is called so, paragraphs of the rules about it, cards that speak of it, names that are nearly the same.
    """
    seen = find_entries(asked.game, typed, asked.lang)
    every = _listed(seen.things)
    groups = {"": _named(asked.game, every, asked.lang)}
    listed = groups[""].keys()
    speaking = [entries_called(asked.game, name, asked.lang) for name in seen.speaking if name not in listed]
    exact = called_exactly(asked.game, every, typed)
    rules = paragraphs_about(asked.game, fold_text(typed), asked.lang, exact).values()
    titles = (each.title for paragraphs in rules for each in paragraphs)
    groups["rules"] = dict.fromkeys((title for title in titles if title not in listed), "")
    groups["speak"] = _named(
        asked.game, (thing for cards in speaking for thing in cards if thing.what == "card"), asked.lang
    )
    groups["near"] = dict.fromkeys(seen.near, "")
    return {
        "groups": [_group(title, names) for title, names in groups.items() if names],
        "moves": [] if every else outcomes_of_answers(asked, typed),
    }


def lookup_start(asked: LookupContext) -> AboutData:
    """What is asked and why now, and what there is to look up: what the game is about, the words of its rules, its cards."""
    game, lang = asked.game, asked.lang
    lists = [{"title": title, "names": names} for title, names in terms_overview(game, lang)]
    for kind in game.kinds:
        cards = [
            entry_name(game, thing, lang) for thing in all_entries(game) if (thing.what, thing.family) == ("card", kind)
        ]
        lists.append({"title": game.glossary.title("families", kind, lang), "names": list(dict.fromkeys(cards))})
    about = question_paragraph(asked) or game.about(lang)
    return {"about": about, "lists": [each for each in lists if each["names"]]}


def _listed(every: Iterable[LookupEntry]) -> list[LookupEntry]:
    return [thing for thing in every if thing.what not in SILENT]


def _named(game: Game, every: Iterable[LookupEntry], lang: str) -> dict[str, str]:
    """What things are called, each name once, and what they are."""
    named: dict[str, list[str]] = {}
    for thing in every:
        kinds = named.setdefault(entry_name(game, thing, lang), [])
        kind = entry_kind(game, thing, lang)
        kinds += [kind] if kind and kind not in kinds else []
    return {name: ", ".join(kinds) for name, kinds in named.items()}


def _group(title: str, names: dict[str, str]) -> AboutData:
    shown = [{"name": name, "kind": kind} for name, kind in list(names.items())[:MOST_NAMES]]
    return {"title": title, "names": shown, "more": len(names) - len(shown)}


def _entry_data(entry: EntryDescription) -> AboutData:
    """What there is to say of a thing, as data: without facts that nobody needs who plays."""
    rows = [[row.title, row.value, row.mark] for row in entry.rows if not row.aside]
    data: AboutData = {
        "name": entry.name, "kind": entry.kind, "rows": rows, "text": entry.text, "lines": entry.lines, "marks": entry.marks, "origin": entry.origin,
    }  # fmt: skip
    if entry.rules:
        data["rules"] = [[each.name, each.title] for each in entry.rules]
    if entry.now is not None:
        data["now"] = [scene_as_json(panel) for panel in entry.now.panels]
    return data


# What the pages of one seat, or of those who watch, are shown, and what of it is new.
#
# All pages of a seat get the same news, so that they agree. News say which version they lead on from: a page that
# missed some asks for the whole again.

PageData = dict[str, Any]
LONGEST_MENU: Final = 400
"""More options than this are not put into words: they are chosen on the board."""
MOST_FORESEEN: Final = 12
"""Of more options than this it is not told what comes of them, which takes a hundredth of a second each to work out."""

MOST_REPLAYED: Final = 24
"""So many earlier positions are shown again; of more of them every second one is, or every third."""


@dataclass(frozen=True, slots=True)
class _Settled:
    """Up to where the story will not change: before this part of what came of this move, with so many lines.

    `followed`: what the viewer had lost sight of before the move.
    """

    step: int
    parts: int
    lines: int
    followed: game_looks.PieceTracker
    move: SessionStep | None = None


class SeatViewer:
    """What one seat, or somebody who watches, is shown.

    Attributes:
        seat: the seat; None for those who watch.
        lang: the language of the pages.
        version: it counts what was new.
    """

    def __init__(
        self,
        match: Match,
        seat: int | None,
        lang: str,
        names: Callable[[str], list[str]] | None = None,
        colours: Callable[[], tuple[str, ...]] | None = None,
        *,
        reveals: bool = True,
        drawn: RenderCache | None = None,
    ) -> None:
        self.match, self.seat, self.lang, self.reveals = match, seat, lang, reveals
        self._called, self._coloured = names, colours
        self.version = 0
        self._panels: dict[str, ScenePanel] = {}
        self._data: dict[str, str] = {}
        self._rest: PageData = {}
        self._lines: list[PageData] = []
        self._story_end: tuple[int, SessionStep | None] | None = None
        self._followed = game_looks.PieceTracker()
        self._drawn = drawn or RenderCache()
        self._made: tuple[tuple[Any, ...], Scene] | None = None
        self._offered: tuple[State, list[str], list[PageData]] | None = None
        self._scores: list[int | None] = []
        if (start := match.session.header.start) is not None and not start.lesson:
            said = message("play.begun_in", lang, name=start.name)
            self._lines.append({"step": BEGINNING, "from": BEGINNING, "seat": None, "text": said})
        self._settled = [_Settled(BEGINNING, 0, len(self._lines), self._followed)]

    @property
    def _looks(self) -> int:
        """Who looks, as observations count: -1 watches."""
        return -1 if self.seat is None else self.seat

    @property
    def _plays(self) -> bool:
        """Whether somebody looks who plays; the page of a seat that a bot has got only shows the game."""
        return self.seat is not None and self.match.seating.is_person(self.seat)

    @property
    def _question_here(self) -> Question | None:
        """What is asked here now."""
        return self.match.question(self.seat) if self.seat is not None and self._plays else None

    @property
    def _viewer_number(self) -> int:
        """Who is told, as stories count: those who watch come after the last seat."""
        return self.match.live.n if self.seat is None else self.seat

    # -- what is shown ----------------------------------------------------------------------------------------------

    @property
    def whole(self) -> PageData:
        """All that was shown last."""
        return {**self._rest, "version": self.version, "panels": self._data, "log": {"from": 0, "lines": self._lines}}

    def news(self, extra: Mapping[str, Any]) -> PageData | None:
        """What is new since the last time; None where nothing is. `extra`: what the table says besides, the same way."""
        first = self._append_sentences()
        question = self._question_here
        shown = self._scene(question)
        panels = {_key(panel): panel for panel in shown.panels}
        rest = {**self._scene_data(shown, question), **extra, "order": list(panels)}
        changed = {key: panel for key, panel in panels.items() if self._panels.get(key) != panel}
        if not changed and rest == self._rest and first == len(self._lines):
            return None
        fresh = {key: self._drawn.panels.text(key, panel) for key, panel in changed.items()}
        self._data = {key: fresh.get(key) or self._data[key] for key in panels}
        self._panels, self._rest = panels, rest
        self.version += 1
        lines = {"from": first, "lines": self._lines[first:]}
        return {**rest, "base": self.version - 1, "version": self.version, "panels": fresh, "log": lines}

    def replay(self, after: int) -> list[PageData]:
        """The table after a move, and after each later one of which something was told, up to the position before now.

        Nobody is asked anything there. Of each panel is told only what differs from the position before.
        """
        stops = ReplayStops(self.match.session, self._viewer_number).since(after + 1)[:-1]
        found: list[PageData] = []
        before: dict[str, ScenePanel] = {}
        for position in stops[:: -(-len(stops) // MOST_REPLAYED) or 1]:
            shown, scores = self._scene_at(position)
            panels = {_key(panel): panel for panel in shown.panels}
            changed = {key: scene_as_json(panel) for key, panel in panels.items() if before.get(key) != panel}
            if not changed:
                continue
            found.append({
                "step": position - 1, "order": list(panels), "panels": changed, "scores": scores, "strips": scene_as_json(shown.strips),
            })  # fmt: skip
            before = panels
        return found

    def _scene_at(self, position: int) -> tuple[Scene, list[int | None]]:
        """The scene of an earlier position, and the scores there."""
        state = self.match.session.states[position]
        scores = seat_scores(state, self._looks)
        at = next(each for each in reversed(self._settled) if each.step < position)
        followed = at.followed.after(self._story(at, position)[0])
        seen = state.masked(self._looks)
        made = scene(
            self.match.game, seen, self.lang, self._names, (), followed, scores,
            self._colours, self._drawn.scenes, page=True,
        )  # fmt: skip
        return made, team_scores(seen, scores, self.match.game)

    def _scene(self, question: Question | None) -> Scene:
        """The scene; the one before where nothing of it can be another one."""
        made = self._made
        now = (
            self.match.live,
            None if question is None else question.state,
            self._followed,
            self._names,
            self._colours,
            self.match.over,
        )
        if (
            made is None
            or any(one is not other for one, other in zip(made[0][:2], now[:2], strict=True))
            or made[0][2:] != now[2:]
        ):
            made = self._made = now, self._new_scene(question)
        return made[1]

    def _new_scene(self, question: Question | None) -> Scene:
        state = self.match.live if question is None else question.state
        seen = self._visible_state(state)
        options = () if question is None else question.state.options
        scores = seat_scores(state, self._looks, over=self.match.over)
        made = scene(
            self.match.game, seen, self.lang, self._names, options, self._followed, scores,
            self._colours, self._drawn.scenes, page=True,
        )  # fmt: skip
        self._scores = team_scores(seen, scores, self.match.game)
        if self.match.over:
            return made.only((*self._result().panels, *made.panels))
        return made

    def _result(self) -> Scene:
        session, names, colours = self.match.session, self._names, self._colours
        make = partial(result_scene, session.game, finished_state(session), self.lang, names, colours)
        return self._drawn.once("result", (session.live, session.early_end, names, colours), make)

    def sheet(self) -> list[PageData]:
        """The score sheets as they are now, as far as they may be told."""
        state = self.match.live
        if self.match.over:
            return [scene_as_json(panel) for panel in self._result().panels]
        made = score_scene(state, range(state.n), self._looks, self.lang, self._names, self._colours)
        return [scene_as_json(panel) for panel in made.panels]

    def _visible_state(self, state: State) -> MaskedState:
        """What may be known here; after the end also what the others held, unless the table keeps it from those who watch."""
        return seat_view(state, self._looks, over=self.match.over) if self._may_reveal else state.masked(self._looks)

    @property
    def _may_reveal(self) -> bool:
        return self.seat is not None or self.reveals

    @property
    def _names(self) -> list[str]:
        return player_names(self.match.session.header, self.lang) if self._called is None else self._called(self.lang)

    @property
    def _colours(self) -> tuple[str, ...]:
        return seat_colours(self.match.game, [""] * self.match.live.n) if self._coloured is None else self._coloured()

    def _scene_data(self, shown: Scene, question: Question | None) -> PageData:
        """What a page shows besides the panels: title, players, phase, question, scores."""
        match = self.match
        session, ended = match.session, (match.live, match.session.early_end)
        ranks = self._drawn.once("ranks", ended, partial(early_ranks, session)) if match.over else None
        teams = self._drawn.once("teams", (match.live,), partial(seat_teams, match.live)) if match.over else None
        data: PageData = {
            "game": shown.game, "title": shown.title, "lang": self.lang, "seat": self.seat, "players": list(shown.players),
            "phase": shown.phase, "over": match.over, "ending": ending_lines(session, self.lang, self._names), "acting": match.live.seat if not match.over else None,
            "asked": [each.seat for each in match.questions], "question": self._question(question),
            "private": chance_profile(match.game).private,
            "kept": len(match.kept(self.seat)) if self.seat is not None else 0, "lesson": self._lesson(),
            "scores": self._scores, "ranks": ranks, "teams": teams, "layout": scene_as_json(shown.layout), "strips": scene_as_json(shown.strips),
        }  # fmt: skip
        data["undo"] = self._plays and match.undo_problem(self.seat) is None
        # The log offers "undo to here" at lines from this move on; early answers are taken back one by one.
        live = data["undo"] and self.seat == match.live.seat
        data["undo_limit"] = match.session.undo_limit if live else None
        return data

    def _lesson(self) -> PageData | None:
        """What a lesson says to this seat."""
        words = lesson_words(self.match, self.seat, self.lang, self._names)
        return None if words is None else asdict(words)

    def _question(self, question: Question | None) -> PageData | None:
        if question is None:
            return None
        state = question.state
        now = state, self._names
        if self._offered is None or self._offered[0] is not state or self._offered[1] != now[1]:
            self._offered = *now, self._options(state)
        return {
            "number": question.number,
            "decision": question.decision.name,
            "prompt": question.decision.prompt(self.lang, self._names),
            "options": self._offered[2],
            "count": len(state.options),
            "usual": question.decision.default,
            "ahead": question.ahead,
            "sets": state.game.options.set_starts(state.options[0]) or None,
        }

    def _options(self, state: State) -> list[PageData]:
        """What can be answered: its key and label, and where there are few what is certain to come of it, such as a price."""
        if len(state.options) > LONGEST_MENU:
            return []
        menu = (offers if len(state.options) <= MOST_FORESEEN else plain_offers)(
            state.game, state, self.lang, self._names, typed=False
        )
        return [
            {
                "option": offer.option,
                "label": offer.label,
                "key": key,
                **({"comes": offer.outcome} if offer.outcome else {}),
            }
            for offer, key in zip(menu, menu_keys(menu), strict=True)
        ]

    def about(self, identity: str) -> PageData:
        """What there is to say of a thing that is shown."""
        thing = find_in_scene(tuple(self._panels.values()), identity)
        return {"entries": [], "moves": []} if thing is None else describe_target(self._asked(), *thing)

    def lookup(self, name: str) -> PageData:
        """What there is to say of what is called so, on the table or not."""
        return lookup_name(self._asked(), name)

    def rules(self) -> PageData:
        """The rules of the game, and the names of the paragraphs that are about what is asked now."""
        asked = self._asked()
        now = asked_paragraphs(asked.state, self.lang)
        return {"parts": rules_data(asked.game, self.lang), "asked": [each.name for each in now]}

    def rules_picture(self, name: str) -> list[PageData]:
        """The panels of the position beside a paragraph of the rules."""
        paragraph = rules_document(self.match.game, self.lang).paragraph(name)
        found = (
            position_scene(self.match.game, paragraph.picture, self.lang) if paragraph and paragraph.picture else None
        )
        return [] if found is None else [scene_as_json(panel) for panel in found.panels]

    def search(self, typed: str) -> PageData:
        """What may be meant by what somebody typed; all that there is to look up, where that is nothing."""
        if not typed.strip():
            return lookup_start(self._asked())
        asked = self._asked()
        offered = asked.asking and len(asked.state.options) <= LONGEST_MENU
        menu = plain_offers(asked.game, asked.state, self.lang, self._names) if offered else []
        return search_names(replace(asked, menu=menu), typed)

    def _asked(self) -> LookupContext:
        """Who asks about something, and where."""
        question = self._question_here
        state = self.match.live if question is None else question.state
        asking = question is not None
        return LookupContext(
            [], state.game, state, self.lang, self._names, self._looks, self._may_reveal, asking=asking
        )

    # -- what is told -----------------------------------------------------------------------------------------------

    def _append_sentences(self) -> int:
        """Put what happened since into sentences; the number of the first line that is new or another one.

        Lines of a turn that goes on are made anew each time, so that it is told as one in the end.
        """
        session = self.match.session
        end = len(session.steps)
        now = end, session.steps[-1] if end else None
        if now == self._story_end:
            return len(self._lines)
        self._story_end, before = now, self._lines[:]
        while self._settled[-1].move is not None and not self._stands(self._settled[-1]):  # moves were taken back
            self._settled.pop()
        at = self._settled[-1]
        whole, story = self._story(at, end)
        self._followed = at.followed.after(whole)
        del self._lines[at.lines :]
        self._add(self._settle(at, whole, story, end))
        same = (place for place, (one, other) in enumerate(zip(before, self._lines, strict=False)) if one != other)
        return next(same, min(len(before), len(self._lines)))

    def _settle(self, at: _Settled, whole: Story, story: Story, end: int) -> Story:
        """Settle the turns of `story` that are over; what is left. What is held back while all choose may still come in before its end.

        Three moves of Pig: Ana rolls, Ana holds and Bo rolls (he has no other choice), Bo rolls again. Move 1 ends her turn:

            after move 0   nothing is settled       0: "Ana rolls twice: die 5, then 6."
            after move 1   move 1, 3 parts, 1 line  1: "Ana rolls twice and holds: ...", 1: "Bo rolls (no other choice): die 3."
            after move 2   the same                 1: "Ana rolls twice and holds: ...", 2: "Bo rolls 2 times: die 3, then 2."

        So the line about Ana stays as it is, and only that about Bo, whose turn goes on, is made anew.
        """
        session = self.match.session
        group = session.group(end)
        limit = end if group < 0 else group
        count = next((place for place, (step, _) in enumerate(story.events) if step >= limit), len(story.events))
        parted = story.between(0, count).split(None)
        if parted is None or not at.step < parted[1][0] < limit:
            return story
        done, (step, _) = parted
        self._add(done)
        left = story.between(len(done.events))
        known = next((place for place, (each, _) in enumerate(whole.events) if each >= step), len(whole.events))
        followed = at.followed.after(whole.between(0, known))
        # Parts are counted from behind: what was held back stands behind what happened after it.
        parts = len(session.story(step, end, self._viewer_number).events) - len(left.events)
        self._settled.append(_Settled(step, parts, len(self._lines), followed, session.steps[step]))
        return left

    def _story(self, at: _Settled, end: int) -> tuple[Story, Story]:
        """What came after something settled, from its move on, and what of it is not settled."""
        whole = self.match.session.story(at.step, end, self._viewer_number)
        return whole, (whole.from_first_turn if at.step == BEGINNING else whole).between(at.parts)

    def _stands(self, settled: _Settled) -> bool:
        """Whether the move is still there of which a part is settled."""
        steps = self.match.session.steps
        return settled.step < len(steps) and steps[settled.step] is settled.move

    def _add(self, story: Story) -> None:
        steps = self.match.session.steps
        note = message("play.standing_note", self.lang)
        for turn, text in story.turns(self.lang, self._names):
            own = (steps[each].move for each in turn.steps if 0 <= each < len(steps))
            standing = any(move.standing and move.seat == turn.seat for move in own)
            said = f"{text} {note}" if standing else text
            self._lines.append({"step": turn.steps[-1], "from": turn.steps[0], "seat": turn.seat, "text": said})


def _key(panel: ScenePanel) -> str:
    return panel.id if panel.seat is None else f"{panel.id}.{panel.seat}"

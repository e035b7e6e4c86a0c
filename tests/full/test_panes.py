"""What the panes show and do: sizes, the mouse, secrets, leaving and going on, rules that break, hostile texts."""

import os
import re
import signal
import sys
import time

import pytest

from ruleset_core.cli import fullscreen as full_run
from ruleset_core.cli import main
from ruleset_core.cli.fullscreen.textual_app import FullScreen
from ruleset_core.play.match import HintTask
from tests.boards.test_shapes import write

BOX = """
game: box
name: {en: "[red]Box[/red]", es: "[red]Caja[/red]"}
players: 2
state: {heap: {is: 0..4}}
decisions:
  take: {of: 1..3, ask: {en: "[bold]How many[/bold] [@click=app.exit]here[/]?", es: "¿Cuántos?"}}
flow:
  - phase: turn
    turns: forever
    until: heap >= 4
    do: choose take n in 1 to 3 { set heap = heap + n }
score: {heap: {name: {en: heap, es: montón}, amount: heap}}
"""
TWO = "Ana=human,Bo=human"


@pytest.fixture
def box(tmp_path):
    """A game whose texts look like markup, and a rule of which breaks where too many are taken."""
    (tmp_path / "box").mkdir()
    (tmp_path / "box" / "game.yaml").write_text(BOX, encoding="utf-8")
    return str(tmp_path / "box")


@pytest.mark.slow
@pytest.mark.parametrize("key", ["escape", "ctrl+c"])
def test_a_hint_is_stopped_by_a_key_and_the_game_goes_on(play, monkeypatch, key):
    def think(_task, progress):
        while True:
            progress(0, 1)
            time.sleep(0.01)

    monkeypatch.setattr(HintTask, "think", think)
    said = []

    async def by(fingers):
        await fingers.pilot.press("f7")
        while "Esc, Ctrl-C" not in fingers.seen("story"):
            await fingers.pilot.pause(0.01)
        assert await fingers.press(key)
        said.append(fingers.said("story"))
        assert await fingers.type("a1")
        await fingers.press("ctrl+c")
        assert not fingers.app.thread.is_alive(), "nothing is worked out any more, so the key leaves"

    play("tic_tac_toe", "--seats", "Ana=human,Bo=human", "--seed", "3", "--no-save", by=by)
    assert "Stopped: no hint." in said[0]


@pytest.mark.slow
def test_all_there_is_lies_within_the_terminal_at_any_size(play):
    sizes, seen = [(80, 24), (160, 50), (100, 40), (60, 20), (80, 24)], []

    async def by(fingers):
        for size in sizes:
            await fingers.pilot.resize_terminal(*size)
            await fingers.pilot.pause()
            await fingers.pilot.pause()
            app = fingers.app
            regions = [pane.region for pane in (app.board, app.menu, app.story, app.typed)]
            assert all(region.area and region in app.screen.region for region in regions)
            assert not any(one.overlaps(other) for at, one in enumerate(regions) for other in regions[at + 1 :])
            rows = fingers.seen("board").splitlines()
            assert len(rows) <= app.board.room.height
            assert max(map(len, rows)) == app.board.room.width
            seen.append((*regions, fingers.seen("board")))

    play("tournay", "--seats", "Ana=human,Bo=first", "--seed", "3", "--no-save", "--no-wait", by=by)
    assert seen[0] == seen[-1]
    assert len({drawn for *_, drawn in seen}) > 2


@pytest.mark.slow
def test_panes_keep_their_places_from_turn_to_turn(play):
    places = set()

    async def by(fingers):
        for _ in range(6):
            app = fingers.app
            places.add(tuple(pane.region for pane in (app.board, app.menu, app.story)))
            await fingers.choose(0)

    play("breakthrough", "--seats", "Ana=human,Bo=first", "--no-save", "--no-wait", by=by, size=(100, 40))
    assert len(places) == 1


@pytest.mark.slow
def test_a_pair_is_pointed_at_one_thing_after_the_other_and_back(play):
    async def by(fingers):
        whole = fingers.labels
        x, y, options = next(each for each in fingers.glowing() if 1 < len(each[2]) < len(whole))
        await fingers.click("board", x, y)
        assert len(fingers.labels) == len(options)
        await fingers.press("escape")
        assert fingers.labels == whole
        await fingers.click("board", x, y)
        rest = fingers.labels
        x, y, _ = next(each for each in fingers.glowing() if len(each[2]) == 1)
        await fingers.click("board", x, y)
        assert fingers.labels != rest
        assert "Ana goes from" in fingers.said("story")

    play("breakthrough", "--seats", TWO, "--no-save", by=by)


@pytest.mark.slow
def test_what_a_line_of_the_menu_means_is_marked_and_told(play):
    async def by(fingers):
        await fingers.pilot.press("down", "down")
        await fingers.pilot.pause(0.3)
        app = fingers.app
        marked = {
            part.text
            for strip in app.board._strips
            for part in strip
            if part.style
            and part.style.bold
            and set(part.style.meta.get("options", ())) & set(app.menu.choices[1].options)
        }
        assert marked
        assert "places a stone on" in fingers.seen("about")
        await fingers.pilot.press("escape")
        await fingers.pilot.pause(0.3)
        assert fingers.seen("about") == ""

    play("hex", "--seats", TWO, "--no-save", by=by)


@pytest.mark.slow
def test_the_mouse_on_a_card_tells_what_it_says(play):
    async def by(fingers):
        x, y = fingers.where("Henry I")
        await fingers.pilot.hover("#board", offset=(x, y))
        await fingers.pilot.pause(0.4)
        assert "for the Event cards you have won" in fingers.said("about")

    play("troyes", "--seats", "Ana=human,Bo=first", "--seed", "3", "--no-save", "--no-wait", by=by)


@pytest.mark.slow
def test_why_a_thing_cannot_be_chosen_is_told_when_the_mouse_rests_on_it(play):
    async def by(fingers):
        await fingers.type("b2")
        x, y = fingers.where("b2")
        await fingers.pilot.hover("#board", offset=(x, y))
        await fingers.pilot.pause(0.4)
        assert "Not now: that cell is already marked." in fingers.said("about")

    play("tic_tac_toe", "--seats", TWO, "--no-save", by=by)


@pytest.mark.slow
def test_everything_can_be_typed_and_mistakes_are_told(play):
    async def by(fingers):
        await fingers.type("nonsense")
        assert "`nonsense` is neither a move nor a command" in fingers.said("story")
        await fingers.type("b2; a1")
        assert "Ana marks b2." in fingers.said("story")
        assert "Not taken: a1" in fingers.said("story")
        await fingers.press("f4")
        assert "Cannot undo: another player has decided since" in fingers.said("story")
        await fingers.press("f1")
        assert "undo turn" in fingers.said("story")
        await fingers.press("f2")
        assert "You can" in fingers.said("story")
        await fingers.type("? b2")
        assert "already marked" in fingers.said("story")

    play("tic_tac_toe", "--seats", TWO, "--no-save", by=by)


@pytest.mark.slow
def test_what_a_key_tells_is_seen_at_once(play):
    async def by(fingers):
        await fingers.pilot.resize_terminal(80, 24)
        await fingers.press("f2")
        await fingers.pilot.pause()
        story = fingers.app.story
        assert story.max_scroll_y > 0
        lines = fingers.seen("story").splitlines()
        first = next(place for place, line in enumerate(lines) if line.startswith("Ana is asked"))
        assert "  Draw a    one, two  a card" in lines  # a table of the rules fits into the pane
        assert lines.index("The actions") < lines.index("You can:")
        assert story.scroll_offset.y <= first < story.scroll_offset.y + story.room.height

    play("tournay", "--seats", "Ana=human,Bo=first", "--seed", "3", "--no-save", "--no-wait", by=by)


@pytest.mark.slow
def test_digits_show_what_they_mean_before_enter(play):
    async def by(fingers):
        await fingers.pilot.press("3")
        await fingers.pilot.pause()
        assert fingers.app.menu.choice is fingers.app.menu.choices[2]
        await fingers.press("enter")
        assert "Ana marks c1." in fingers.said("story")

    play("tic_tac_toe", "--seats", TWO, "--no-save", by=by)


@pytest.mark.slow
@pytest.mark.parametrize("keys", [["ctrl+c"], ["q", "enter"], ["f10"]])
def test_who_leaves_is_told_where_the_game_is_and_goes_on_there(play, keys):
    async def leaves(fingers):
        await fingers.choose(4)
        await fingers.press(*keys)
        assert not fingers.app.thread.is_alive()

    left = play("tic_tac_toe", "--seats", TWO, by=leaves)
    assert left.code == (130 if keys == ["ctrl+c"] else 0)
    assert "ruleset play --resume" in left.out
    file = re.search(r"--resume (\S+)", left.out)[1]

    async def goes_on(fingers):
        assert len(fingers.labels) == 8
        assert "Continuing after 1 move" in fingers.said("story")

    play("--resume", file, by=goes_on)


def test_who_is_stopped_from_outside_leaves_like_that_too(play):
    async def by(fingers):
        os.kill(os.getpid(), signal.SIGTERM)
        await fingers.pilot.pause(0.5)
        fingers.app.thread.join(5)
        assert not fingers.app.thread.is_alive()

    stopped = play("tic_tac_toe", "--seats", TWO, by=by)
    assert stopped.code == 130
    assert "ruleset play --resume" in stopped.out


@pytest.mark.slow
def test_what_bots_do_can_be_followed(play, monkeypatch):
    monkeypatch.setattr("ruleset_core.cli.fullscreen.textual_app.BOT_PAUSE", 0.0)
    drawn = []
    show = FullScreen.draw
    monkeypatch.setattr(FullScreen, "draw", lambda self, what: (drawn.append(what), show(self, what)))

    async def by(fingers):
        before = len(drawn)
        await fingers.choose(0)
        assert len(drawn) >= before + 2
        assert "Bo marks" in fingers.said("story")

    play("tic_tac_toe", "--seats", "Ana=human,Bo=first", "--no-save", by=by)


def test_bots_alone_are_watched_and_left(play):
    async def by(fingers):
        await fingers.pilot.press("f10")
        fingers.app.thread.join(5)
        assert not fingers.app.thread.is_alive()

    done = play("pig", "--seats", "first,first", "--no-save", by=by, asked=False)
    assert done.code == 130


@pytest.mark.slow
def test_nothing_of_one_person_is_left_for_the_next(play):
    seen = []

    async def by(fingers):
        for _ in range(40):
            if fingers.labels == ["[Enter]"]:
                break
            await fingers.pilot.press("down")
            await fingers.pilot.pause(0.2)
            await fingers.choose(0)
        app = fingers.app
        seen.append(fingers.seen("menu"))
        assert fingers.seen("board") == fingers.seen("story") == fingers.seen("about") == ""
        assert app.typed.value == ""
        assert app.board._stands == {}
        await fingers.press("enter")
        assert fingers.labels != ["[Enter]"]
        assert f"{seen[0].partition(':')[0]} (you)" in fingers.seen("board")

    play("tournay", "--seats", TWO, "--seed", "3", "--no-save", by=by)
    assert seen == ["Ana: press Enter when only you are looking\n   [Enter]"]


@pytest.mark.slow
def test_where_a_rule_breaks_one_may_answer_otherwise(play, box):
    async def by(fingers):
        await fingers.choose(2)
        await fingers.choose(2)
        assert "choose another answer" in fingers.said("story")
        await fingers.choose(0)
        assert "The game is over" in fingers.seen("menu")
        await fingers.press("enter")

    done = play(box, "--seats", TWO, "--no-save", by=by)
    assert done.code == 0


def test_a_frame_says_where_there_is_more_below(play):
    async def by(fingers):
        await fingers.press("f1")
        story = fingers.app.story
        assert story.border_title.endswith("▼")
        assert fingers.seen("story").splitlines()[story.scroll_offset.y] != ""
        below = story.scroll_offset.y
        await fingers.pilot.press("ctrl+down")
        assert story.scroll_offset.y == below + 1
        story.scroll_end(animate=False)
        await fingers.pilot.pause()
        assert not story.border_title.endswith("▼")

    play("tic_tac_toe", "--seats", TWO, "--no-save", by=by, size=(80, 24))


def test_texts_that_look_like_markup_are_shown_as_texts(play, box):
    async def by(fingers):
        assert "[red]Box[/red]" in fingers.said("story")
        assert "[bold]How many[/bold] [@click=app.exit]here[/]?" in fingers.seen("menu")
        await fingers.type("[red]\x1b[31m\u202ex")
        told = fingers.seen("story")
        assert "[red]" in told
        assert "\x1b" not in told
        assert "\u202e" not in told

    play(box, "--seats", "[b]A[/b]=human,Bo=human", "--no-save", by=by)


def test_without_the_package_one_message_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(full_run, "_terminal", lambda: True)
    monkeypatch.setitem(sys.modules, "textual", None)
    assert main(["play", "pig", "--full"]) == 1
    assert 'pip install "ruleset[full]"' in capsys.readouterr().err


def test_without_a_terminal_one_message_says_so(capsys):
    assert main(["play", "pig", "--full"]) == 1
    assert "--full needs a terminal" in capsys.readouterr().err


def test_plain_and_full_are_refused_together(capsys):
    assert main(["play", "pig", "--full", "--plain"]) == 2
    assert "give one of them" in capsys.readouterr().err


@pytest.mark.slow
def test_a_game_is_looked_at_step_by_step(play, tmp_path):
    file = str(tmp_path / "kept.ruleset")

    async def plays(fingers):
        await fingers.type("b2; a1")
        await fingers.type("a1")
        await fingers.type(f"save {file}")

    play("tic_tac_toe", "--seats", TWO, by=plays)

    async def looks(fingers):
        assert fingers.seen("menu").startswith("Position 0 of 2")
        await fingers.press("enter")
        await fingers.press("f3")
        assert fingers.seen("menu").startswith("Position 2 of 2")
        assert "Bo marks a1" in fingers.said("story")
        await fingers.press("f2")
        assert fingers.seen("menu").startswith("Position 1 of 2")
        assert "O" not in fingers.seen("board").splitlines()[7]
        await fingers.press("f10")
        assert not fingers.app.thread.is_alive()

    assert play(file, by=looks, command="replay").code == 0


@pytest.mark.slow
def test_a_line_of_the_menu_marks_what_a_shape_would_cover(play, tmp_path):
    marked = []

    async def by(fingers):
        assert await fingers.type("1")
        assert await fingers.type("2")
        assert fingers.labels[0] == "bend → bend 90° → b2"
        for line in (1, 2):
            await fingers.pilot.press("down")
            await fingers.pilot.pause()
            marked.append((line, {each.partition(":")[2] for each in fingers.app.board._covered}))
        column, row = fingers.where("b3")
        await fingers.pilot.hover("#board", offset=(column, row))
        await fingers.pilot.pause()
        marked.append((3, {each.partition(":")[2] for each in fingers.app.board._covered}))

    play(str(write(tmp_path / "laying")), "--seats", TWO, "--seed", "3", "--no-save", by=by, size=(100, 40))
    assert marked == [(1, {"b2", "b1", "a2"}), (2, {"c2", "c1", "b2"}), (3, {"b3", "b2", "a3"})]

"""Core runtime in restricted Python: many games at once, play-outs, imagined worlds. Python never runs it.

Calling the module costs more than a decision. So whole batches are played with one call: the host lays out room for the results
and reads them afterwards, and Python is not involved. `Core.play(players=2, games=1000)` becomes

    play_random_games(s, template, bases, first=0, games=1000, points, best, ends, decisions, options_taken)
        template    a record before anything has happened, copied for each game
        bases       a word for each random stream; game k has the streams numbered(word, k)
        points      out: 1000 * 2 scores of 64 bits
        best, ends  out: who has won, a byte a seat

Game k of a batch is the same whoever plays it, alone or among others: its streams depend on the seed and on k alone.
"""

from __future__ import annotations

from ruleset_core.compile.search.world_plans import WORLDS
from ruleset_core.compile.wasm.core_game import clear_all, clone, go_on, new, option_at, playout, run, seed, sum_of
from ruleset_core.compile.wasm.intrinsics import (  # fmt: skip
    G,
    K,
    Long,
    R,
    Wide,
    agrees,
    byte,
    categories,
    copy,
    dispatch,
    draw_world,
    fill,
    half,
    long,
    see,
    set_byte,
    set_long,
    set_steps,
    set_word,
    small,
    standing,
    ties,
    trap,
    word,
)
from ruleset_core.lang.runtime import STEPS, numbered


def scores(s: int, at: int) -> None:
    """The score of every seat, 64 bits each, as if the game ended now."""
    for seat in range(byte(s + R.seats)):
        standing(s, seat, K.mine)
        set_long(at + 8 * seat, long(K.mine))


def sheets(s: int, at: int) -> None:
    """The points of every seat in each category, 64 bits each, seat by seat, as if the game ended now."""
    for seat in range(byte(s + R.seats)):
        categories(s, seat, at + 8 * K.categories * seat)


def claims(s: int, seat: int, at: int) -> None:
    """What a seat has to show: its score, its tie-breaks, and what decides besides; 64 bits each."""
    standing(s, seat, at)
    ties(s, seat, at + 8)


def in_team(s: int, seat: int) -> None:
    """The same for the team of a seat, at `mine`: what its seats have is added up."""
    claims(s, seat, K.mine)
    if K.team:
        for other in range(byte(s + R.seats)):
            if other != seat:
                claims(s, other, K.other)
                if long(K.other + 8 * K.team) == long(K.mine + 8 * K.team):
                    for place in range(K.keys):
                        set_long(K.mine + 8 * place, sum_of(long(K.mine + 8 * place), long(K.other + 8 * place)))
                    if K.wins:
                        set_long(K.mine + 8 * K.wins, long(K.mine + 8 * K.wins) | long(K.other + 8 * K.wins))


def points(s: int, seat: int) -> Long:
    """What the score of a seat is worth, or that of its team: the greater the better. Its team lies at `mine`."""
    if K.team:
        in_team(s, seat)
    else:
        standing(s, seat, K.mine)
    worth = long(K.mine)
    if K.lowest:
        worth = 0 - worth
    return worth


def ahead_by(s: int, seat: int) -> Long:
    """What the score of a seat is worth less the best of the others, or just that where there are none."""
    own = points(s, seat)
    team: Long = 0
    if K.team:
        team = long(K.mine + 8 * K.team)
    best: Long = 0
    found = 0
    for other in range(byte(s + R.seats)):
        if other != seat:
            worth = points(s, other)
            if K.team and long(K.mine + 8 * K.team) == team:
                continue
            if found == 0 or worth > best:
                best = worth
            found = 1
    return own - best


def above() -> int:
    """Whether what lies at `mine` is better than what lies at `best`, 1; as good, 0; or less, -1."""
    for place in range(K.keys):
        mine = long(K.mine + 8 * place)
        best = long(K.best + 8 * place)
        if mine != best:
            better = mine > best
            if K.lowest and place == 0:
                better = mine < best
            return 1 if better else -1
    return 0


def winners(s: int, at: int) -> None:
    """One byte for every seat: 1 for those who win, after tie-breaks, else 0."""
    seats = byte(s + R.seats)
    fill(at, 0, seats)
    found = 0
    for seat in range(seats):
        in_team(s, seat)
        can = 1
        if K.wins:
            can = long(K.mine + 8 * K.wins) != 0
        if can:
            order = 1
            if found:
                order = above()
            if order > 0:
                copy(K.best, K.mine, 8 * K.keys)
                fill(at, 0, seat)
                found = 1
            if order >= 0:
                set_byte(at + seat, 1)


# Moves are counted: see `engine.core.move_counts`, which has the same in Python.


def moves_left(s: int, depth: int, seat: int) -> int:
    """How many of the moves to come are left behind an option that a seat has just taken: each answer of another seat ends one."""
    for number in range(min(word(G.forced), G.forced_most)):
        forced = word(G.forced_log + 8 * number)
        if forced != seat:
            seat = forced
            depth -= 1
            if depth == 0:
                return 0
    if small(s + R.seat) != seat:
        return depth - 1
    return depth


def count_moves(s: int, depth: int, last: int) -> Long:
    """How many sequences of so many moves, at least one, there are from a state; -1 where the records behind it, up to the last, do not suffice."""
    if s >= last:
        return -1
    total: Long = 0
    seat = small(s + R.seat)
    after = s + R.size
    for place in range(word(s + R.offered)):
        clone(after, s)
        go_on(after, option_at(s, place))
        left = moves_left(after, depth, seat)
        if left == 0:
            total += 1
        elif word(after + R.offered) > 0:
            found = count_moves(after, left, last)
            if found < 0:
                return -1
            total += found
    return total


def outcomes(s: int, at: int, best: int) -> None:
    """One byte with a sign for every seat, 1 won, 0 drawn, -1 lost, and behind the address `best` the winners.

    Where all win or none does, it is drawn; unless they are one team, which has won or lost.
    """
    winners(s, best)
    seats = byte(s + R.seats)
    won = 0
    for seat in range(seats):
        won += byte(best + seat)
    even = 1 if won == 0 else won == seats
    if even:
        one = 1 if seats == 1 else 0
        if K.team:
            one = 1
            claims(s, 0, K.best)
            for seat in range(1, seats):
                claims(s, seat, K.mine)
                if long(K.mine + 8 * K.team) != long(K.best + 8 * K.team):
                    one = 0
        if one:
            even = 0
    for seat in range(seats):
        set_byte(at + seat, 0 if even else 2 * byte(best + seat) - 1)


def play_random_games(
    s: int, template: int, bases: int, first: Wide, games: int, points: int, best: int, ends: int, decisions: int,
    options_taken: int,
) -> None:  # fmt: skip
    """A batch of games from `first` on, played at random in the record `s`.

    After the batch's words for the streams comes that of the choices. What comes out, game by game: at `points` the scores of
    the seats, 64 bits each; at `best` the winners, at `ends` the outcomes, a byte a seat; at `decisions` how many options were drawn, at `options_taken`
    how many were taken, those without an alternative included, 32 bits each.
    """
    seats = byte(template + R.seats)
    for game in range(games):
        set_word(G.playing, game)
        new(s, template, bases, first + game)
        set_long(G.bot, numbered(long(bases + 8 * K.streams), first + game))
        set_word(G.drawn, G.drawn_most + 1)
        drawn = playout(s, G.bot)
        set_word(decisions + 4 * game, drawn)
        set_word(options_taken + 4 * game, drawn + word(G.forced))
        scores(s, points + 8 * seats * game)
        outcomes(s, ends + seats * game, best + seats * game)


# -- play-outs ---------------------------------------------------------------------------------------------------------


def playouts(
    s: int, world: int, state: int, viewer: int, plan: int, size: int, fixes: int, places: int,
    bases: int, first: Wide, count: int, options: int, rows: int, points: int, wins: int, ends: int,
    decisions: int,
) -> None:  # fmt: skip
    """Play to the end from as many worlds as are asked for, once for every row in each of them.

    Args:
        s: a record to play in.
        world: a record for the world.
        state: what is known, as `engine.determinization.plan_of` gives it.
        viewer: who knows it; below 0 nobody.
        plan: its plan, numbers of 32 bits, and room for as many after them.
        size: how many numbers the plan has.
        fixes: which words of the state name pieces: pairs of 32 bits, where the word lies in the record, and where in the plan
            it stands which piece takes whose place.
        places: how many pairs there are.
        bases: as for `play_random_games`.
        first: number of the first world.
        count: how many worlds.
        options: 32 bits for every row: the option it begins with, -1 for none.
        rows: how many rows there are.
        points: to which the scores of every row and seat are added, 64 bits.
        wins: likewise, how often a seat has won.
        ends: likewise, the sum of its outcomes.
        decisions: likewise for every row, how many options were drawn.
    """
    seats = byte(state + R.seats)
    for number in range(count):
        set_word(G.playing, number)
        begin_world(world, state, viewer, plan, size, fixes, places, bases, first + number)
        chosen = long(G.bot)
        for row in range(rows):
            clone(s, world)
            set_long(G.bot, chosen)
            option = word(options + 4 * row)
            if option >= 0:
                go_on(s, option)
            set_word(G.drawn, G.drawn_most + 1)
            set_long(decisions + 8 * row, long(decisions + 8 * row) + playout(s, G.bot))
            scores(s, G.row)
            outcomes(s, G.row + 9 * seats, G.row + 8 * seats)
            for seat in range(seats):
                at = 8 * (row * seats + seat)
                set_long(points + at, long(points + at) + long(G.row + 8 * seat))
                set_long(wins + at, long(wins + at) + byte(G.row + 8 * seats + seat))
                set_long(ends + at, long(ends + at) + small(G.row + 9 * seats + seat))


def begin_world(
    world: int, state: int, viewer: int, plan: int, size: int, fixes: int, places: int, bases: int, number: Wide
) -> None:
    """A world of a number into the record `world`; from there on options are drawn from its own stream. Arguments as for `playouts`.

    As `WorldSampler.draw`, which says what is done about the pending question.
    """
    drawn = plan + 4 * size
    set_word(G.tried, G.elsewhere)
    set_long(G.bot, numbered(long(bases + 8 * K.streams), number))
    left = WORLDS
    fits = 0
    while fits == 0:
        if left == 0:
            trap()
        clone(world, state)
        seed(world, bases, number)
        copy(drawn, plan, 4 * size)
        draw_world(world, world, drawn, G.bot)
        if byte(world + R.together):
            shown_before(world, viewer)
        fits = 1
        for place in range(places):
            at = world + word(fixes + 8 * place)
            if word(at) >= 0:
                set_word(at, word(drawn + 4 * (word(fixes + 8 * place + 4) + word(at))))
        if K.invariants:
            fits = all_agree(world)
        if fits != 0 and (K.repeats or K.restarts):
            fits = asks_again(world, state, viewer)
        left -= 1


def all_agree(world: int) -> int:
    """Whether what everybody may rely on holds in a world."""
    for seat in range(byte(world + R.seats)):
        if agrees(world, seat) == 0:
            return 0
    return 1


def choice_of(world: int) -> int:
    """Where on the stack the frame of the phase ends in which all choose at the same time."""
    end = word(world + R.deep)
    found = 0
    while end > 0:
        block = word(world + end + (R.stack - 4))
        if word(K.restart + 4 * block) >= 0:
            found = end
        end -= 4 + 4 * word(K.frame_words + 4 * block)
    return found


def asks_again(world: int, state: int, viewer: int) -> int:
    """Put the pending question again in a world, and make anew what frames below it hold; whether it is one that the viewer may be seeing.

    A frame is as long as before, so it is made anew in its place: meanwhile it is the last one. Where others choose at the same time, they
    begin anew.
    """
    top = word(world + R.deep)
    asked = small(state + R.seat)
    least = 1
    end = top
    choice = 0
    if K.restarts:
        if viewer != asked and byte(world + R.together):
            choice = choice_of(world)
        if choice > 0:
            end = choice - 4 - 4 * word(K.frame_words + 4 * word(world + choice + (R.stack - 4)))
    while end > 0:
        at: int = world + end + (R.stack - 4)
        block = word(at)
        row = word(K.again + 4 * block)
        if row >= 0 and (viewer != asked or row & 2 != 0):
            set_word(world + R.deep, end)
            set_word(at, row >> 2)
            set_steps(STEPS)
            dispatch(world, row >> 2)
            if word(world + R.deep) != end:
                return 0
            if end == top:
                least = 1 + (row & 1)
        end -= 4 + 4 * word(K.frame_words + 4 * block)
    if choice > 0:
        last: int = world + choice + (R.stack - 4)
        clear_all(world)
        set_word(world + R.deep, choice)
        set_word(last, word(K.restart + 4 * word(last)))
        set_steps(STEPS)
        run(world)
        return byte(world + R.together) != 0 and small(world + R.seat) != viewer
    set_word(world + R.deep, top)
    count = word(world + R.offered)
    if viewer != asked:
        return count >= least
    if count != word(state + R.offered):
        return 0
    for place in range(count):
        if option_at(world, place) != option_at(state, place):
            return 0
    return 1


def shown_before(s: int, viewer: int) -> None:
    """What others are shown of the viewer meanwhile is what it had before; all else is as it is."""
    if viewer >= 0:
        values = s + R.copy + 4 * (K.shared + viewer * K.seat)
        zones = s + R.copy - R.values + word(K.seat_zones + 4 * viewer)
        size = word(K.seat_zones + 4 * viewer + 4) - word(K.seat_zones + 4 * viewer)
        copy(K.room, values, 4 * K.seat)
        copy(K.room + 4 * K.seat, zones, size)
        copy(s + R.copy, s + R.values, R.board_size)
        copy(values, K.room, 4 * K.seat)
        copy(zones, K.room + 4 * K.seat, size)
    else:
        copy(s + R.copy, s + R.values, R.board_size)


# -- states side by side -----------------------------------------------------------------------------------------------


def find_illegal(states: int, stride: int, count: int, options: int) -> int:
    """The first of many states to which its option is not offered, 32 bits each; -1 if there is none."""
    for place in range(count):
        s = states + stride * place
        offered = word(s + R.offered)
        one = 0
        while one < offered and option_at(s, one) != word(options + 4 * place):
            one += 1
        if one == offered:
            return place
    return -1


def apply_options(
    states: int, stride: int, count: int, spare: int, template: int, bases: int, numbers: int, options: int, finished: int,
    final: int, ends: int,
) -> None:  # fmt: skip
    """Take an option, which is known to be offered, in each of many states.

    Args:
        states: the first record.
        stride: how many bytes further on the next one lies.
        count: how many there are.
        spare: a record for the state as it was before, so that a host can look at what broke a rule.
        template: as for `play_random_games`: where a game ends, the next one begins at once.
        bases: as for `play_random_games`.
        numbers: 64 bits for every place: the number of its game; the next one is `count` further on.
        options: 32 bits for every place.
        finished: a byte for every place: whether its game has ended.
        final: the scores of games that have ended, 64 bits a seat.
        ends: their outcomes, a byte a seat.
    """
    seats = byte(template + R.seats)
    for place in range(count):
        s = states + stride * place
        set_word(G.playing, place)
        clone(spare, s)
        over = go_on(s, word(options + 4 * place)) == 0
        set_byte(finished + place, over)
        if over:
            scores(s, final + 8 * seats * place)
            outcomes(s, ends + seats * place, G.row)
            number: Wide = long(numbers + 8 * place) + count
            set_long(numbers + 8 * place, number)
            new(s, template, bases, number)


def read_options(states: int, stride: int, count: int, seats: int, masks: int, options: int) -> None:
    """Who acts in each state, 32 bits, and what is offered there: a byte for each of so many options, 1 if it is."""
    fill(masks, 0, count * options)
    for place in range(count):
        s = states + stride * place
        set_word(seats + 4 * place, small(s + R.seat))
        for each in range(word(s + R.offered)):
            set_byte(masks + place * options + option_at(s, each), 1)


def read_observations(states: int, stride: int, count: int, plans: int, length: int, out: int, width: int) -> None:
    """What the seat that decides may know, for each of many states.

    Args:
        states: the first record.
        stride: how many bytes further on the next one lies.
        count: how many there are.
        plans: the plans of all seats (see `world_plans`), one after the other.
        length: how many numbers a plan has.
        out: where the numbers go, 32 bits each.
        width: how many there are for each state.
    """
    for place in range(count):
        s = states + stride * place
        to = out + 4 * width * place
        viewer = small(s + R.seat)
        before = s
        if byte(s + R.together):
            before = s + R.copy - R.values
        set_word(to, 0)
        set_word(to + 4, half(s + R.point))
        set_word(to + 8, half(s + R.stage))
        for one in range(K.settings):
            set_word(to + 12 + 4 * one, word(s + R.settings + 4 * one))
        see(s, s, before, before, plans + 4 * length * viewer, viewer, to + 12 + 4 * K.settings)

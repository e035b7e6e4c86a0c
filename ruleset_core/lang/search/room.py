"""What those who think ahead work with: states by number, and lists of numbers.

`PlainRoom` of the engine is one in Python; in the core the attributes lie in memory, eight bytes each in the order they are
written here, and the methods are the functions of `wasm.native_room`. What thinks is written once, for both.
"""

from __future__ import annotations

Words = list[int]
"""Numbers of 32 bits."""
Longs = list[int]
"""Numbers of 64 bits."""
Long = int
"""A number of 64 bits."""


class Room:
    """Room to think ahead from one state, as one seat knows it.

    Attributes:
        lead, leaf, last, ties: the best end of a turn found by greedy: what it is worth, the step before it, the option taken there, and how
            many are as good.
        seats, viewer: how many there are, and who thinks.
        budget, ahead: states that greedy looks at before anything is drawn, and beyond.
        wide, far: likewise for the decision thought about, in a search.
        policy, mix, sample, cut: who plays to the end: 0 by chance, 1 lightly, 2 greedily; how often of 256 times by chance all
            the same; how many options at most are tried; after how many decisions it is judged as it stands.
        explore, trust, win: how much is tried anew; for how many simulations the first glance counts; what winning counts out
            of 256, the rest being the margin.
        scale: the spread of margins at the root.
        knots, lowest, step, odds: how many rows and columns the table of chances has, 0 where there is none; the points they begin at and how far apart
            they are; and the table, in thousandths (see `odds`).
        terms, units, moments, clocks: how many numbers of a seat tell what a position promises, 0 where that is not known, how many units judge what they
            are worth together, how many times are told apart, and by how many shared values (see `prospects`).
        own, owned, apart: where each of these numbers lies among those of a seat, below 0 for others (see `prospects`); where those of the first seat begin, and how far apart seats are.
        chose: which of these numbers says whether a seat has chosen, where all choose at the same time.
        shelf, beside: where in a state the lists of pieces of the first seat begin, and how far apart those of seats are.
        heaps, heap, terms_of: how many of a seat's lists count, where each lies and what its pieces add to (see `prospects`).
        having: room for what a seat has of each term.
        clock, weights, hidden: of each such shared value where it lies, its least and how many there are; what numbers are worth; and room for the units.
        decided, decider: in the simulation in progress, how many decisions were made in the trees, and who made the last one; 0 and -1 where it
            does not matter.
        nodes, used, mask: most nodes there may be, those there are, and what places in the table are below.
        full: whether there was no room for a node.
        plan, size: the plan that worlds are drawn by (see `known`), and how long it is.
        known: the state of which worlds are drawn. offset: the number of the first world, beyond which all others are counted.
        fixes, places, bases, slots, secrets: where in the core's memory things lie that Python has elsewhere.
        chance, before, by, root, again, needed: of a step of greedy whether something was drawn; the one before it; the option
            taken; the place of the first one; where it lies in another world; whether something behind it is looked at.
        best, sums: what each first option leads to, and what each step does, added up.
        won, result: of each seat, whether it wins, and 1, 0 or -1.
        table, parent, edge, visits, offers, glance, total: the tree: places of nodes; of each node the one before it, the option that
            leads to it, how often it was gone through, how often it was on offer, what it looked like at first, what it was worth.
        here, path, owner: by seat the node it is at, and the nodes gone through in this simulation, with whose they are.
        center, worth: by seat the margin to be expected at the root, and what the simulation was worth.
        tried, good, margins, squares: by first option: simulations, outcomes and margins, added up.
        logs, parts: tables for how much is tried anew.
        kinds, spots, facts, homes, values_of, amounts_of: tables of what may be hidden (see `known`); veiled, homed, valued, held: how many
            kinds, lists of pieces of seats, values and amounts they are of.
        among, spare, starts, instead, stocks: room for making a plan: by piece whether it is hidden, for other words, by back where its stock
            begins, by kind where it stands who takes whose place, how many stocks there are.
        frames: in the core, what the values of frames are (see `core_room`).
        live: the state of the game that is played, when whole games are.
        policies, turned, figures: how many policies play, whether they change seats from game to game, and what they are (see `games`); 0 where
            everybody chooses at random.
        sitting, turns, luck, lots: by seat which policy sits there, how often it has chosen, the word of its stream; by policy and seat where streams begin.
        spent, done: what was done since the core was called; simulations of the thought in progress. thoughts: where in the core's memory it stands
            where worlds begin.
        logging, logged, log: whether it is noted what is taken, how many numbers were, and they themselves.
        row, rows, first, begun: the game in progress, how many there are, the number of the first one among those of a seed; whether it has begun.
        decisions, taken: how many questions were asked in it, and how many options taken.
        score_rows, best_of, ends, asked, lengths, noted, stood, template, deals: where in the core's memory what comes out of games goes, and what they begin with.
        zones: where in a record each list of pieces lies.
        cards, pieces, left, serial, marks: how many cards there are, and how many pieces that are cards; how many of these nobody has seen yet;
            the number of the decision, and of the last one at which each card was offered.
        standing, leads: whether it is noted how far a seat is ahead when it is first offered a card, and by seat and card how far it was.
        counts, laid, about, waiting, lists, signs, meant: see `counting`; `laid` are cards that are no pieces, `waiting` pieces that nobody has
            seen. signed: how many signs there are.
    """

    seats: int
    viewer: int
    budget: int
    ahead: int
    wide: int
    far: int
    policy: int
    mix: int
    sample: int
    cut: int
    explore: int
    trust: int
    win: int
    scale: Long
    knots: int
    lowest: int
    step: int
    odds: Words
    terms: int
    units: int
    moments: int
    clocks: int
    own: Words
    owned: int
    apart: int
    chose: int
    shelf: int
    beside: int
    heaps: int
    heap: Words
    terms_of: Words
    having: Words
    clock: Words
    weights: Words
    hidden: Longs
    decided: int
    decider: int
    lead: Long
    leaf: int
    last: int
    ties: int
    keep: int
    sims: int
    rivals: int
    turn: int
    share: int
    until: int
    nodes: int
    used: int
    mask: int
    full: int
    known: int
    offset: Long
    plan: Words
    size: int
    fixes: int
    places: int
    bases: int
    slots: int
    secrets: int
    chance: Words
    before: Words
    by: Words
    root: Words
    again: Words
    needed: Words
    best: Longs
    sums: Longs
    won: Words
    result: Words
    table: Words
    parent: Words
    edge: Words
    visits: Words
    offers: Words
    glance: Words
    total: Longs
    here: Words
    path: Words
    owner: Words
    center: Longs
    worth: Longs
    alive: Words
    child: Words
    tried: Words
    good: Longs
    margins: Longs
    squares: Longs
    logs: Words
    parts: Words
    veiled: int
    homed: int
    valued: int
    held: int
    stocks: int
    kinds: Words
    spots: Words
    facts: Words
    homes: Words
    values_of: Words
    amounts_of: Words
    among: Words
    spare: Words
    starts: Words
    instead: Words
    frames: Words
    thoughts: int
    policies: int
    turned: int
    spent: int
    done: int
    figures: Words
    sitting: Words
    turns: Words
    lots: Longs
    luck: Longs
    logging: int
    logged: int
    log: Words
    live: int
    row: int
    rows: int
    first: Long
    begun: int
    decisions: int
    taken: int
    score_rows: int
    best_of: int
    ends: int
    asked: int
    lengths: int
    noted: int
    stood: int
    template: int
    deals: int
    zones: Words
    cards: int
    pieces: int
    left: int
    serial: int
    marks: Words
    standing: int
    leads: Words
    counts: Words
    laid: Words
    about: Words
    waiting: Words
    lists: Words
    signed: int
    signs: Words
    meant: Words

    def put(self, to: int, source: int) -> None:
        """A state as a copy of another."""
        raise NotImplementedError

    def take(self, s: int, option: int) -> None:
        """Take an option that is offered."""
        raise NotImplementedError

    def drew(self) -> int:
        """Whether something was drawn when an option was taken last, 1 or 0."""
        raise NotImplementedError

    def offered(self, s: int) -> int:
        """How many options are offered; 0 when the game is over."""
        raise NotImplementedError

    def option(self, s: int, place: int) -> int:
        """One of the options offered."""
        raise NotImplementedError

    def actor(self, s: int) -> int:
        """Who decides, -1 at the end."""
        raise NotImplementedError

    def stage(self, s: int) -> int:
        """The phase in progress, as a number."""
        raise NotImplementedError

    def unseen(self, s: int, option: int) -> int:
        """Whether others do not see that this option is taken: it is secret, or all choose at the same time."""
        raise NotImplementedError

    def margin(self, s: int, seat: int) -> Long:
        """The standing of a seat less the best of the others, as if the game ended now."""
        raise NotImplementedError

    def judge(self, s: int) -> None:
        """Put who wins into `won` and `result`."""
        raise NotImplementedError

    def points(self, s: int) -> None:
        """Put the score of every seat into `worth`, as if the game ended now."""
        raise NotImplementedError

    def world(self, s: int, number: int) -> None:
        """Draw a world from what the viewer knows; what is drawn by `below` begins anew with it."""
        raise NotImplementedError

    def stir(self, s: int, number: int) -> None:
        """Other luck to come, one of many."""
        raise NotImplementedError

    def below(self, size: int) -> int:
        """A random number below `size`."""
        raise NotImplementedError

    def fresh(self, s: int) -> None:
        """The game of the row, at its first decision; `below` draws what its choices are drawn from."""
        raise NotImplementedError

    def over(self, s: int) -> None:
        """Keep what came out of the game of the row."""
        raise NotImplementedError

    def forced(self) -> int:
        """How many options were taken by themselves when an option was taken last, or at the beginning."""
        raise NotImplementedError

    def forced_seat(self, number: int) -> int:
        """Who took one of them."""
        raise NotImplementedError

    def forced_option(self, number: int) -> int:
        """Which it was."""
        raise NotImplementedError

    def know(self, s: int, viewer: int) -> None:
        """Begin to think about what a seat knows of a state: from then on `world` draws what it may be like."""
        raise NotImplementedError

    def think_as(self, who: int, seat: int) -> None:
        """Think in the worlds of a policy on a seat."""
        raise NotImplementedError

    def number(self, s: int, place: int) -> int:
        """A value of a state."""
        raise NotImplementedError

    def set_number(self, s: int, place: int, number: int) -> None:
        """Change a value of a state."""
        raise NotImplementedError

    def length(self, s: int, where: int) -> int:
        """How many pieces lie in a list."""
        raise NotImplementedError

    def piece(self, s: int, where: int, place: int) -> int:
        """One of them."""
        raise NotImplementedError

    def set_piece(self, s: int, where: int, place: int, piece: int) -> None:
        """Put another piece there."""
        raise NotImplementedError

    def together(self, s: int) -> int:
        """Whether all choose at the same time."""
        raise NotImplementedError

    def old_number(self, s: int, place: int) -> int:
        """A value of a state as it was when all began to choose."""
        raise NotImplementedError

    def old_length(self, s: int, where: int) -> int:
        """How many pieces lay in a list then."""
        raise NotImplementedError

    def old_piece(self, s: int, where: int, place: int) -> int:
        """One of them."""
        raise NotImplementedError

    def rewind(self, s: int, seat: int) -> None:
        """What a seat has becomes what it had then."""
        raise NotImplementedError


def fields() -> dict[str, tuple[int, str]]:
    """Where each attribute lies in the core's memory, and its type."""
    return {name: (8 * place, str(kind)) for place, (name, kind) in enumerate(Room.__annotations__.items())}

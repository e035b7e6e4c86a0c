"""What the reference of the effect language says, entry by entry. Every example is parsed by a test."""

from __future__ import annotations

from ruleset_core.lang import operations, quantities
from ruleset_core.lang.built_in import TAKEN
from ruleset_core.lang.operations import Entry
from ruleset_core.lang.syntax.parse import BUILT_IN, keywords

STATEMENTS = (
    Entry("let NAME = EXPR", "Gives a value a name for the rest of the block. The name keeps its value.",
          "let n = guard per 2; gain n favour"),
    Entry("set FIELD = EXPR", "Puts a value into a field of the state. Resources are not set: they are gained, lost and paid.",
          "set opened[mill_1] = true"),
    Entry("if COND { ... } else if COND { ... } else { ... }", "One of several ways. `else` may be left out.",
          "if day >= 3 { lose 1 coin } else { gain 1 coin }"),
    Entry("for each NAME in SEL where COND { ... }",
          "Once for each value, in the declared order. The condition is looked at when the turn of a value comes. `where` may be left out.",
          "for each c in colour where hue[2] != c { gain 1 c.goods }"),
    Entry("repeat EXPR { ... }", "That many times; the number is fixed when it begins.",
          "repeat 2 { gain 1 guard }"),
    Entry("choose DECISION NAME in SEL where COND { ... } else { ... }",
          "The acting seat picks one of the values that are left. A single one is taken without asking; with none, `else` runs, or nothing. "
          "Without `in`, the decision's own type is chosen from.",
          "choose building b where not opened[b] { do open_up(b) } else { gain 1 coin }"),
    Entry("choose DECISION NAME in SEL where COND { ... } or NAME where COND { ... } else { ... }",
          "The same, with one more option that picks none of the values: what is done on request, where there is something to pick. "
          "It is written `WORD NAME`, and called what `done:` of the decision says. With nothing to pick nobody is asked, and `else` runs: "
          "who may pass, and passes where nothing is left, needs both.",
          "choose building b where not opened[b] { do open_up(b) } or rest where guard == 0 { gain 2 coin }"),
    Entry("choose DECISION X in SEL where COND then Y in SEL where COND { ... }",
          "The acting seat picks two things at once, in order: from here to there, this card on that pile. The decision is declared "
          "`of: {NAME: TYPE, NAME: TYPE}`, and an option is one pair; it is written `WORD A B`. What stands behind `then` may use the first. "
          "All other forms of `choose` with a name take a pair, too.",
          "choose swap r in resource where held[r] >= 2 then q in resource where q != r { lose 2 r; gain 1 q }"),
    Entry("choose DECISION NAME in SEL where COND; ...",
          "The same without braces: the rest of the block is what is done with the choice.",
          "choose die s in 0 to 3 where not attacked[s]; set chosen = s; do take(s)"),
    Entry("choose DECISION { MEMBER where COND { ... } | MEMBER { ... } }",
          "The acting seat picks one of several ways, named by members of the decision's set. A way whose condition does not hold is not offered.",
          "choose action { rest { gain 2 coin } | found where guard >= 3 { do found } }"),
    Entry("choose up to EXPR DECISION NAME in SEL where COND done where COND { ... }",
          "The acting seat picks again and again, at most that often, until it says `done` or nothing is left. With `done where`, "
          "`done` is offered only where that holds; a choice that ends where it does not, all picked or nothing left, breaks a rule.",
          "choose up to 3 building b where not opened[b] { do open_up(b) }"),
    Entry("may DECISION { ... }", "The acting seat may do it or not. The decision is one of `bool`. A cost that cannot be paid is not offered.",
          "may indulge { pay 2 coin -> gain 1 guard }"),
    Entry("may up to EXPR DECISION { COSTS -> ... }",
          "The acting seat says how often it pays, at most that often and as far as it can; then all is paid together, and what the cost brings "
          "happens as often. The decision is one of numbers from 0.",
          "may up to guard barter { pay 1 coin -> gain 2 ink }"),
    Entry("COSTS -> STATEMENT else { ... }",
          "Costs stand left of the arrow, with commas between them. All of them together are checked before anything is paid; if they can be paid, "
          "they are, and what stands right of the arrow is done. If not, nothing happens but `else`. The right side may be a block.",
          "pay 1 coin, pay 2 ink -> { gain 1 guard; gain 1 scribe } else { lose 1 favour }"),
    Entry("as SEAT { ... }", "Another seat acts: `me` is that seat, and it is asked.",
          "as herald { gain 1 favour }"),
    Entry("do NAME(ARGS)", "Runs an effect defined under `define`. Brackets without arguments are left out.",
          "do open_up(mill_1)"),
    Entry("do PIECE.effect", "Runs the `effect:` of a card.",
          "for each l in link where l.row == mill { do l.effect }"),
    Entry("emit EVENT(ARGS)", "Something happens: behaviours that replace it (`instead`), else those that follow it (`when`).",
          "emit opened(mill_1)"),
    Entry("call HOOK(ARGS)", "Runs a procedure of the game's Python. Rarely needed.",
          "call close_city(3)"),
)  # fmt: skip

EXPRESSIONS = (
    Entry("12, true, false, none", "Whole numbers, and the words for conditions and for no value. There are no fractions and no texts.",
          "if beside[c] == none then 0 else 12", "expr"),
    Entry("NAME", "A local, else a field, a resource (what I have of it), a definition without parameters, or a member of a set. "
          "Where a member is asked for, a member of that name is meant.",
          "coin", "expr"),
    Entry("X.FACT", "A fact of a member or piece; `piece.side` is the side that lies up.",
          "b.row.colour", "expr"),
    Entry("X.score", "What a piece is worth to the acting seat: the `score:` of its card and of its side that lies up, 0 if there is none.",
          "sum x in hand of x.score", "expr"),
    Entry("X.requires", "Whether what the card of a piece, and its side that lies up, `requires:` holds for the acting seat; true if "
          "nothing is required.",
          "any x in hand where x.requires", "expr"),
    Entry("X.card", "The card a piece is a copy of: the same for all copies, so that they can be compared.",
          "any x in hand where x.card == deck[0].card", "expr"),
    Entry("FIELD[I, J]", "A field that is indexed. Of a field by seat, mine is meant.",
          "crossed[amber, 3]", "expr"),
    Entry("SEAT.FIELD, SEAT.RESOURCE", "What another seat has.",
          "p.guard + p.weight[mill]", "expr"),
    Entry("ZONE[N]", "The piece at a place of a zone, counted from 0; `none` beyond its ends.",
          "deck[0].colour", "expr"),
    Entry("X.FACT[N]", "An entry of a fact that is a list, counted from 0; `none`, or 0, beyond its ends.",
          "l.cells[0] == l.cells[2]", "expr"),
    Entry("NAME(ARGS)", "A definition with parameters, or a query of the game's Python.",
          "toll(2, coin)", "expr"),
    Entry("NAME(ARGS).FACT, NAME.FIELD", "Of a definition that is a member, a piece or a seat (`is:` and `value:`), what any other of its kind has. "
          "It may stand wherever one of its type is asked for.",
          "winner.coin + piece_at(2, 3).worth", "expr"),
    *operations.entries(),
    Entry("X in SEL", "Whether a value is among others. Put it in brackets before `and` and `or`.", "(c in [amber, green]) or (day in 1 to 3)", "expr"),
    *quantities.entries(),
    Entry("can { COSTS }", "Whether all these costs together can be paid by the acting seat.", "can { pay 1 coin, pay 2 ink }", "expr"),
    Entry("option.NAME", "A choice made before the game.", "option.numbering == hard", "expr"),
)  # fmt: skip

SELECTIONS = (
    Entry("TYPE", "All members of a set, all pieces of a kind, `resource`, or all seats: `seat`.", "count c in colour", "expr"),
    Entry("others", "All seats but the acting one, beginning with the next.", "any p in others where p.guard > 3", "expr"),
    Entry("after(SEAT), before(SEAT)", "All seats but that one, beginning with the one to its left, or to its right, and on in that direction. After none there is nobody.",
          "first p in after(herald) where p.coin > 0", "expr"),
    Entry("ZONE", "The pieces in a zone, in order: `hand` (mine), `p.hand` or `hand[p]`, `row_of[c]`.", "count c in p.hand", "expr"),
    Entry("enclosed(FIELD, LINE)", "The spaces of the area of a planar board that a line closes in, nearest first; none if it closes nothing. The field "
          "says by line which ones are walled.",
          "count s in enclosed(fenced, gate)", "expr"),
    Entry("(from X in SEL where C up to N by Y in SEL where D)",
          "What one comes to step by step, nearest first, each once: it begins with each X for which C holds, and goes on from every X that was found to each Y "
          "for which D holds. With `up to N`, at most N steps from the start. `where` and `up to` may be left out. `none` leads nowhere.",
          "count c in (from a in [amber] up to 2 by b in colour where hue[2] != b)", "expr"),
    Entry("(longest from X in SEL where C up to N by Y in SEL where D)",
          "The longest way that visits nothing twice, in its order: it begins with an X for which C holds, and goes on from each X to a Y for which D holds. With "
          "`up to N`, at most N of them. Of ways that are as long it is the first; `of A` at the end counts A for each instead of one. All ways are tried, so it is for small "
          "graphs: beyond the steps of a decision, or 2,000 ways to go on, a rule is broken.",
          "count c in (longest from a in colour by b in colour where hue[2] != b)", "expr"),
    Entry("(longest from X in SEL where C by Y in SEL where D then Z in SEL where E of A)",
          "The longest way over things that uses none of them twice, such as roads between places: from a place X one uses each Y for which D holds, and comes to each Z "
          "for which E holds. Where there is none, the way ends with that Y. One goes through the things that are used.",
          "count l in (longest from c in colour by l in link where l.row == mill then d in colour where d != c)", "expr"),
    Entry("SEL + SEL", "All of the one and all of the other, in this order, each once; `none` is left out. Zones, sets and whatever else is of one kind go together, "
          "as many as you like; numbers are listed instead.",
          "any c in hand + p.hand where c.worth > 2", "expr"),
    Entry("A to B", "Whole numbers, both ends included.", "count n in 1 to 6 where opened[site[mill, n]]", "expr"),
    Entry("[A, B]", "The values listed.", "sum r in [guard, scribe] of held[r]", "expr"),
    Entry("X.FACT", "A fact that is a list.", "every c in l.cells has mark[c] == me", "expr"),
)  # fmt: skip

NAMES = (
    ("me", "the seat that acts"),
    ("players", "the number of players"),
    ("this", "the card, in its own `effect`, `score`, `when`, `instead`, `while_in_play`, and in `in_play`"),
    ("it", "the option, in `label`, `why` and `default` of a decision; the member, in a row of the score with `each` (also in its `where`); the piece, in `sort ... by`"),
    ("total", "the points of the seat, in `achievements`"),
    ("held[R]", "how much I have of a resource that is known only when it happens"),
    ("filled[R]", "how many spaces of a track I have filled"),
    ("seat, resource, others", "what one can go through in every game"),
)  # fmt: skip

EVENTS = (
    ("gain", "`resource`, `amount`", "a seat gains a resource; can be replaced (`instead`)"),
    ("lose", "`resource`, `amount`", "a seat gives a resource back; can be replaced"),
    ("reach", "`resource`, `space`", "a space of a track is filled; waits until the effect in progress is over"),
    ("begin PHASE", "", "a phase begins; nobody acts, so there is no `me`"),
    ("end PHASE", "", "a phase is over; nobody acts"),
)  # fmt: skip

TYPES = (
    ("int", "whole numbers"),
    ("1..6", "whole numbers from 1 to 6"),
    ("bool", "`true`, `false`"),
    ("seat", "the players' seats"),
    ("resource", "the resources of the game"),
    ("a set", "its members"),
    ("a kind of piece", "its pieces"),
    ("list of TYPE", "a fixed list, for facts only"),
    ("TYPE?", "the same, or `none`; a range with `?` has no -1, which stands for `none`"),
)


def reserved_words() -> list[str]:
    """The words that cannot be names in data, because the language means something by them."""
    return sorted(BUILT_IN | keywords())


KINDS = {
    "define": "definitions", "hooks": "hooks", "state": "fields", "zones": "zones", "members": "members, resources and cards",
    "params": "parameters and locals", "events": "events", "sets": "sets", "pieces": "kinds of pieces",
}  # fmt: skip
"""What entries of a section are called, where names can clash."""


def taken_words() -> list[tuple[str, str, str]]:
    """The further words that cannot be names of some things: the words, what they are, and what cannot be called so."""
    found = []
    for what, kinds in TAKEN.items():
        for names in dict.fromkeys(kinds.values()):
            sections = [KINDS[kind] for kind, each in kinds.items() if each == names]
            found.append((", ".join(f"`{name}`" for name in sorted(names)), what, ", ".join(sections)))
    return found

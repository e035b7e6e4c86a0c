"""Analysis of a game: declarations, binder and type checker, range analysis, secrecy.

    set pot = pot + fcae            E301: unknown name `fcae`, did you mean `face`?    (binder)
    set pot = pot + face            Put(Load(pot), Op("+", Load(pot), Load(face)))     (typed tree)
    set pot = maybe                 W522: `maybe` may be none, and `pot` is set to it   (range analysis)

`declarations`, `domains` and `game_flow` collect the names of a game first. The checkers (`binder`, `selection_checker`,
`expression_checker`, `statement_checker`) then turn each syntax tree into a typed one. `desugaring` writes out what stands
for several things. `range_visitor` follows what is known of values on the way, in `ruleset check` only. `step_costs` and
`control_flow` bound how long a decision takes and how large a state gets, `secrecy` what depends on hidden things.
A process that links a game again resolves only new texts (`resolution_cache`).
"""

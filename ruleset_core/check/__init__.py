"""Checks of data files: lints, combinations of expansions, scenarios, and the rendering of findings.

A pass returns `Diagnostic` values (`diagnostics`) and prints nothing. For `gian 2 points` in a card:

    type checker        Diagnostic(E302, "unknown verb `gian`", span of the word, suggestion `gain`)
    root_causes         leaves out what follows from it, and folds what is the same
    rendering           a frame like a compiler's, one line, JSON, GitHub annotations or SARIF
    fixes               puts the suggestion into the file (`ruleset check --fix`)

`combinations` links a game alone, with each expansion and with all, and finds the entry of an expansion that brings a
finding about in another file. `worker_group` has forked processes do parts of this. Each part has its own
budget, so that findings do not depend on who does what.
"""

"""The language server (`ruleset lsp`): what an editor asks about the files of games, answered as one types.

Each feature is a module that knows files and games, and gives plain values; `server` alone speaks the protocol, with `pygls`.
Say a person types `gian 2 points` into an effect:

    server            the text of the file is now this one; a little later the game is checked in the worker thread
    games             the game of the file, checked with the unsaved texts of all open files
    publishing        `Diagnostic(E302, ...)` becomes a squiggle under `gian`
    code_actions      its suggestion becomes the quick fix "Change `gian` to `gain`"
    completion        `ga` is completed to `gain`, and behind it amounts, then resources
    hover             what a key, a word or a name means

All that looks into a game runs in one thread, one thing after the other, so that the loop that reads messages never waits.
"""

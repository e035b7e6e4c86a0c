"""A game in the terminal: the screen, what a person types, the game loop, and recorded games.

    > build                      `input` reads the line: a number, a notation, or a command such as `undo`
    Which die? 1 red 5 ...       `prompts` shows the question of the match and its options
    Ana takes red 5.             `game_loop` prints what the story tells since the last question

`game_view` draws the scene, `help_answers` prints what `?` finds, `screen` is where everything is written.
"""

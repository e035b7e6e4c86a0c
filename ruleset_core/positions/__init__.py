"""Positions that are described in files: scenarios and lessons are read here, become states, and are followed step by step.

    examples/hurdles/scenarios/rules.yaml    `position_files.read_cases`: a `ScenarioCase` for each scenario
    case                                     `start_position(case, game)`: the `State` after `given:` and `at:`
    its `do:`                                `PositionRun`: options taken one after the other, or why one cannot be

`position_files` reads files and so takes a while to import; `find_cases` asks it where no case was stored (`stored_cases`), as in an
exported game. `testing` holds what follows against what is expected. `play` begins games there, and lets a person play a lesson.
"""

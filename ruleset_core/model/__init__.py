"""Game files: YAML and CSV read with positions, validated against models, merged with expansions.

    cost: [gold, 2        E003: this `[` is not closed, at line and column    yaml_documents, yaml_nodes
    cots: 2               E101: unknown key `cots`, did you mean `cost`?      schema
    override: {...}       the entry is replaced, and keeps its new position   composer, expansions

Files without mistakes are read fast, without positions. Only where something may be wrong, or somebody asks where a value
stands, a file is read again with the place of every key and value. A table of cards becomes the same kind of document
(`csv_cards`). `game_files` gathers the files of a game and its expansions in their order; what an expansion replaces is
put into the data here, so that no later step knows of it: `drafts` lead from each place to the file it was written in.
A variant (`like:`) is gathered the same way.
"""

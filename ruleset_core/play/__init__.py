"""Playing games: matches, records, bots, look-up and messages, for a terminal and a page alike.

    match      who sits where, who is asked, what is answered, who was told what; prints nothing
    records    a session as a file that a crash cannot damage; replay and undo
    bots       players that choose by themselves
    lookup     cards, rules and words found by name
    wording    what is said about all of these, in English and Spanish

Where all choose at the same time, seats may answer in any order: `match.seating` keeps early answers and applies them in
the order of the game, so that the record is the same.
"""

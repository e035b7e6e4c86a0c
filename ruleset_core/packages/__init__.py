"""Games and expansions of others: packed into a file, added to the user's directory, brought up to date, taken out again.

    ruleset pack ./inn                      inn-1.2.zip: the data files of `inn`, without anything hidden or run
    ruleset add inn-1.2.zip                 archives: unpack into a new directory; check: show findings; installation: keep it, list it
    ruleset update inn                      the same from the source it came from, if that has a newer version
    ruleset remove inn                      its directory goes, and its line of the list

`ruleset_core.installed` reads the list; games are looked for there after the included ones.
"""

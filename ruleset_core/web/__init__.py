"""Matches in the browser: routes, rooms, page sessions, worker processes.

Ana clicks a die on her page:

    browser      choosing.js sends POST /api/t/<table>/answer {option: 3, number: 41}
    middleware   refuses what goes beyond the limits of a client
    routes       finds the room and the seat that the secret link belongs to
    rooms        `Match.answer` takes the option or refuses it with a reason; the record is written before anything is sent
    viewers      for every open page: which panels changed, what the story tells this seat, the next question
    routes       send each page its delta as a server-sent event; news.js draws it

The number says which question was answered, so that a late click does nothing. A page that lost its connection asks for
everything anew. The server makes no rule and no sentence of its own: `play.match` says who is asked, scenes what is seen,
stories what is told.

`render_cache` keeps what pages of a table are shown alike. `lobby` opens rooms, fetches matches from disk when somebody
asks, and puts them away when nobody looks. `persistence` keeps what a record does not hold (links as hashes, who sits
where). Where a change cannot be written, it did not happen. `worker_pools` are the processes in which bots think,
`shards` several servers that share the matches by name. `notifications` looks after tables that last for days: whose time (`clocks`) is
over, and who is told of a turn (`turn_files` keeps that, `deliveries` sends it).
"""

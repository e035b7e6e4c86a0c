"""A table in the browser: pages, links and live news. On scenes, stories, records and the table; it knows no rule and no game."""

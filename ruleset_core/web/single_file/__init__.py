"""A game as one HTML file: the same engine and the same pages, without a server.

    game.html
      shell       a few lines that unpack the rest, ask who plays, and show the page of whose turn it is in a frame
      worker      Python in WebAssembly (Pyodide) with what plays; `page_worker` answers what pages ask, as `routes` does on a server
      bundle      the game as files, linked and compiled

`html_export` puts the file together.
"""

"""Games as static pages for any host: a gallery, for each game its rules, and the game itself, played in the browser.

    index.html, site.json            the gallery in the first language; what the site is made of
    app-3f2a91c04d/                  what all games share: pages, styles, Python, the program; its name changes with what is in it
    games/pig/index.html, rules.html, picture-en.svg     pages that need no scripts
    games/pig/play.html, bundle-9c0e11d2.bin, file.json  the game; what puts it together as one file
    es/index.html, es/games/pig/...  the pages in another language

Addresses are relative, so a site may lie in any folder. `site_export` writes it, `site_pages` its pages, `site_pictures` the pictures.
"""

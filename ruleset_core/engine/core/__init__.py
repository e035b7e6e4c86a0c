"""Many games at once: random games, play-outs and states side by side, by the fastest executor there is."""

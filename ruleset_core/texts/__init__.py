"""What is said to players in words, in English and Spanish, whatever shows it to them: a terminal, or a page.

Who plays, what can be answered and why not the rest, what became of the file. It prints nothing and draws nothing.
"""

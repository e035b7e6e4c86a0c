"""Messages for players in English and Spanish, the same in a terminal and on a page."""

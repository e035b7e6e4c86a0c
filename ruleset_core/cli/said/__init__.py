"""What is said to people, in English and Spanish: messages, names, cards, what expansions change."""

"""What a person types: the menu of a question, and which option, command or mistake a line is."""

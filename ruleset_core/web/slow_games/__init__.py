"""Tables that last for weeks: clocks, messages about turns, answers in advance, and what pages ask about them."""

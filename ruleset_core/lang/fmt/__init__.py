"""One way of writing effects."""

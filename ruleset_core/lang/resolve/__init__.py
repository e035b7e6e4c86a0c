"""What names mean: from what is written to typed trees."""

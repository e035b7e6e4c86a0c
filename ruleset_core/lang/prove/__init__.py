"""Which accesses cannot fail, shown from types, ranges and the conditions they stand under."""

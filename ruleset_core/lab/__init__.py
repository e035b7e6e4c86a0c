"""Many games played for designers: simulation, comparison, tournaments, reports, benchmarks."""

"""What was found is told: by checks, by scenarios and the conformance suite, by measurements."""

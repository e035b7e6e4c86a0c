"""The evaluator: what every expression, condition, selection and effect means."""

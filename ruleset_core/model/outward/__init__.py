"""What leaves the engine as JSON: the models of it, and data held against the schemas that are published with the package."""

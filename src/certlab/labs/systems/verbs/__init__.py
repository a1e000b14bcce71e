"""The verbs of systems."""

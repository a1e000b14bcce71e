"""The verbs of many GPUs."""

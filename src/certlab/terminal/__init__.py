"""The drill in a terminal."""

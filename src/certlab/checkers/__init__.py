"""Checkers: read what somebody wrote or built, and say what is wrong with it and why."""

"""Learners of four families. Each keeps what it knew of an item before it was ever asked."""

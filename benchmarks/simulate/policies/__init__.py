"""Policies: the planner, and what it is held against."""

"""Omniverse: scenes that are composed, and pictures that nobody took."""

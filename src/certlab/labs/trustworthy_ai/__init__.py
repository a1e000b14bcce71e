"""Trustworthy AI: a loan model audited, private data attacked and protected, rails around a model."""

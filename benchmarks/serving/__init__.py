"""Serving of LLM requests: our simulator against SimPy's way, and against a real model."""

"""LLM inference: what a token costs, batching, the KV cache, smaller weights."""

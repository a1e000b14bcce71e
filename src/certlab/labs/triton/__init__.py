"""Triton Inference Server: the real server, repositories that are read before it, batches, metrics."""

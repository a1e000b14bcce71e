"""Processes that train together, over torch.distributed."""

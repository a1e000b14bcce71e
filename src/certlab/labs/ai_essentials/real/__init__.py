"""What needs PyTorch: operations and bytes, counted while a model runs."""

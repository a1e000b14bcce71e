"""What serves the tiny GPT as a NIM serves a model."""

"""How often a question finds a passage that answers it, ours against a plain search."""

"""What a checkout has beside the package: its environment, and pictures of its surfaces."""

"""GPU architecture: number formats bit by bit, the roofline, and this machine measured."""

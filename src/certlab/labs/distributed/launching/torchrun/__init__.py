"""A torchrun command line: its options, where it stands, and what is wrong with it."""

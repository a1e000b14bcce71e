"""Mixed precision: loss scaling simulated, and training in it measured."""

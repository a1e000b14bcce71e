"""The algorithms, each a plan of who sends what to whom at each step."""

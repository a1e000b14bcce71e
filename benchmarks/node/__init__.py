"""How long a learner waits for the machine that one can break."""

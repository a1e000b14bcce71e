"""Learning: questions, grading, the history and what it says about memory."""

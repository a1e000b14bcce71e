"""A learner's day: the list of today, the start page, what a session came to."""

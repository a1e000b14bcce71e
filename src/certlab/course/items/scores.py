"""Scores: what an answer that is right in part is worth, by a rule an item names.

Only a full score is correct; a wrong answer carries what its rule gives, from 0 to 1.
"""

RULES = {
    "all": "1 when every part is right, else 0",
    "each": "a right part gives its share, a wrong one nothing",
    "net": "a right pick gives its share, a wrong one takes as much away",
}
PICKS = ("all", "each", "net")  # of a multi: its parts are the picks, never below 0
PARTS = ("all", "each")  # of a match or a cloze: its parts are the entries or gaps

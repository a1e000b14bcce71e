"""A bank of any length, to read for the clock: the questions ask nothing."""

_ITEM = """
[[item]]
id = "speed-{n}"
rev = 1
kind = "single"
objective = "nca-aiio.1.6"
level = "recall"
pool = "practice"
ask = "Which of these is number {n} in a row of generated questions?"
option = [
  {{ id = "this", text = "The number {n}", correct = true, why = "It says so in its id, which ends with {n}." }},
  {{ id = "before", text = "The number before it", why = "That one has a question of its own." }},
  {{ id = "after", text = "The number after it", why = "That one comes next, if there is a next." }},
]
explain = "Generated to be as long as a question that somebody wrote."
section = "speed"
sources = ["generated"]
"""


def bank_text(items: int) -> str:
    """The TOML of a bank of so many single-choice items."""
    return 'module = "speed"\n' + "".join(_ITEM.format(n=n) for n in range(items))

"""The words of the interface in other languages: gettext's catalogues, English as the key.

    words = text("zh_TW")
    words("Card {n} of {count}", n=1, count=5)
    words.ngettext("{n} item", "{n} items", 3)
    words.say(verdict.say)  # a Sentence that was made before its language was known

A message is written out where it is used, so that it can be found; see extract.py.
"""

from certlab.words.days import day_of_year, day_words, short_day
from certlab.words.language import ENGLISH, Words, languages, text
from certlab.words.sentence import (
    Sentence,
    after_each_other,
    plural,
    swapped,
    with_commas,
)

__all__ = [
    "ENGLISH",
    "Sentence",
    "Words",
    "after_each_other",
    "day_of_year",
    "day_words",
    "languages",
    "plural",
    "short_day",
    "swapped",
    "text",
    "with_commas",
]

"""The sentence of a passage that says most of what was asked.

app/static/search/sentence.js has the same rule; tests/vectors/search.json holds them equal.
"""

from collections.abc import Mapping, Sequence

from certlab.search.ranking import rounded
from certlab.search.tokens import tokens


def best_sentence(
    sentences: Sequence[str], worth: Mapping[str, tuple[int, float]]
) -> int:
    """The place of the sentence whose words count most, the first of several.

    Args:
        worth: for each word that was meant, which word of the question that is, and what
            it counts; a word of the question counts once, in its best form.
    """
    best, most = 0, 0.0
    for place, sentence in enumerate(sentences):
        counts: dict[int, float] = {}
        for word in (one for every in tokens(sentence) for one in every):
            if word in worth:
                number, value = worth[word]
                counts[number] = max(value, counts.get(number, 0.0))
        total = rounded(sum(counts.values()))
        if total > most:
            best, most = place, total
    return best

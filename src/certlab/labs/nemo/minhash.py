"""How likely LSH notices a pair; `static/lsh/chance.js` is the twin of this file."""

from certlab.errors import Refusal


def chance(similarity: float, bands: int, rows: int) -> float:
    """How likely two documents agree in at least one whole band.

    Args:
        similarity: their Jaccard similarity, from 0 to 1.
        bands: bands of the signature.
        rows: minhashes in a band.

    Raises:
        Refusal: the similarity is none, or there is no band.
    """
    if not 0 <= similarity <= 1 or bands < 1 or rows < 1:
        raise Refusal(
            f"Similarity {similarity:g} with {bands} bands of {rows} cannot be; take 0 to 1 "
            "and whole numbers from 1 upward."
        )
    return 1 - (1 - similarity**rows) ** bands

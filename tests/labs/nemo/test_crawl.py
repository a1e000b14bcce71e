"""The crawl with planted faults: the same for everybody, and as it says."""

from collections import Counter
from hashlib import sha256

from certlab.labs.nemo import crawl


def test_one_seed_gives_one_crawl() -> None:
    found = crawl.crawl()
    text = "\n\n".join(one.text for one in found.documents)
    digest = sha256(text.encode()).hexdigest()
    assert digest[:16] == "5b521a5fba910d51"
    assert crawl.crawl(1).documents[0] != found.documents[0]


def test_what_is_planted_is_there() -> None:
    found = crawl.crawl()
    assert len(found.documents) >= 5000
    assert Counter(one.planted for one in found.documents) == crawl.COUNTS
    questions = set(found.questions)
    for one in found.documents:
        source = found.documents[one.source].text if one.source >= 0 else ""
        assert one.source < one.number
        assert (one.text == source) == (one.planted == "exact copy")
        quoted = questions & set(one.text.split("\n"))
        assert bool(quoted) == (one.planted == "leak")


def test_a_near_copy_shares_most_of_its_words() -> None:
    found = crawl.crawl()
    for one in found.documents:
        if one.planted == "near copy":
            words = one.text.split("\n", 1)[-1].split()
            same = Counter(words) & Counter(found.documents[one.source].text.split())
            assert same.total() >= 0.6 * len(words)


def test_a_reworded_question_keeps_all_but_one_word() -> None:
    found = crawl.crawl()
    asked = [question.split() for question in found.questions]
    for one in found.documents:
        if one.planted == "reworded leak":
            (line,) = (line for line in one.text.split("\n") if line.endswith("it?"))
            words = line.split()
            assert (
                min(
                    sum(a != b for a, b in zip(words, other, strict=True))
                    for other in asked
                )
                == 1
            )

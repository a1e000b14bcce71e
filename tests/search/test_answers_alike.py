"""What answers a question, in both languages: the cases stand once, in tests/vectors."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from certlab.app.esm import STATIC
from certlab.search.near_words import near_words
from certlab.search.packing import (
    pack_postings,
    pack_words,
    unpack_postings,
    unpack_words,
)
from certlab.search.ranking import Hit, Index, best
from certlab.search.sentence import best_sentence
from certlab.search.tokens import tokens
from tests.search.shelves import TEXTS, small_index
from tests.widgets.test_esm import run_node

VECTORS = json.loads((Path(__file__).parents[1] / "vectors/search.json").read_text("utf-8"))  # fmt: skip
MOST = 10


@cache
def in_python() -> dict[str, Any]:
    """What Python says to every case."""
    index = Index(small_index())

    def told(question: str, modules: list[str] | None) -> list[Any]:
        return [row(hit) for hit in best([index], question, MOST, modules)]

    def row(hit: Hit) -> list[Any]:
        anchor, _, *says = TEXTS[hit.file][hit.place]
        address = f"{hit.page}#{anchor}" if anchor else hit.page
        return [address, hit.score, says[best_sentence(says, hit.worth)]]

    return {
        "tokens": [[*map(list, tokens(text))] for text, _ in VECTORS["tokens"]],
        "near": [near_words(word, known) for word, known, _ in VECTORS["near"]],
        "questions": [
            told(question, modules) for question, modules, *_ in VECTORS["questions"]
        ],
    }


def in_javascript() -> dict[str, Any]:
    """The same of the browser's code."""
    script = """
    const { best, Index } = await import(SEARCH + "/found.js");
    const { bestSentence } = await import(SEARCH + "/sentence.js");
    const { nearWords } = await import(SEARCH + "/near_words.js");
    const { tokens } = await import(SEARCH + "/tokens.js");
    const index = new Index(DATA);
    const row = ({ file, page, place, score, worth }) => {
      const [anchor, , ...says] = TEXTS[file][place];
      return [anchor ? `${page}#${anchor}` : page, score, says[bestSentence(says, worth)]];
    };
    console.log(JSON.stringify({
      tokens: VECTORS.tokens.map(([text]) => tokens(text)),
      near: VECTORS.near.map(([word, known]) => nearWords(word, known)),
      questions: VECTORS.questions.map(([question, modules]) =>
        best([index], question, MOST, modules).map(row)),
    }));
    """
    given = {"SEARCH": (STATIC / "search").as_uri(), "DATA": small_index()}
    given |= {"TEXTS": TEXTS, "VECTORS": VECTORS, "MOST": MOST}
    heads = "".join(f"const {name} = {json.dumps(one)};" for name, one in given.items())
    ran = run_node("--input-type=module", "--eval", heads + script)
    assert ran.stderr == ""
    return json.loads(ran.stdout)  # type: ignore[no-any-return]  # as printed above


@pytest.mark.parametrize("name", ["tokens", "near"])
def test_words_are_as_the_vectors_say(name: str) -> None:
    for case, found in zip(VECTORS[name], in_python()[name], strict=True):
        assert found == case[-1], case[0]


def test_questions_find_what_the_vectors_say() -> None:
    for case, found in zip(VECTORS["questions"], in_python()["questions"], strict=True):
        question, _, addresses, says = case
        assert [one[0] for one in found][: len(addresses)] == addresses, question
        assert bool(found) == bool(addresses), question
        assert (found[0][2] if found else "") == says, question


def test_the_browser_finds_the_same_in_the_same_order_with_the_same_scores() -> None:
    assert in_javascript() == in_python()


def test_what_is_packed_comes_back() -> None:
    groups = {"warp": 1, "warps": 1, "wave": 0, "=0": 2, "zz": 0}
    numbered = dict[int, int]()
    sorted_groups = {
        word: numbered.setdefault(groups[word], len(numbered))
        for word in sorted(groups)
    }
    assert unpack_words(pack_words(sorted_groups)) == sorted_groups
    postings = [(0, 1), (1, 12), (40, 3), (4000, 7), (100_000, 12)]
    assert unpack_postings(pack_postings(postings)) == postings
    assert unpack_words(pack_words({})) == {}
    assert unpack_postings(pack_postings([])) == []


def test_facts_about_one_thing_and_steps_of_one_lab_leave_room_for_others() -> None:
    index = Index(small_index())
    found = best([index], "most instances to place", MOST)
    files = [hit.file for hit in found]
    assert files.count("facts/mig") == 2
    assert files.count("labs/mig/10_place") == 1


def test_a_page_in_the_readers_language_takes_the_place_of_the_english_one() -> None:
    own = Index(
        json.loads(json.dumps(small_index()).replace('"modules/', '"zh_TW/modules/'))
    )
    english = Index(small_index())
    pages = [hit.page for hit in best([own, english], "profiles", MOST)]
    assert "zh_TW/modules/mig.html" in pages
    assert "modules/mig.html" not in pages

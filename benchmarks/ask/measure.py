"""Fifty questions with known passages, asked of our ranking and of a plain full-text search.

Somebody who did not write the ranking wrote the questions. A row
of questions.toml:

[[question]]
ask = "At most how many instances can one A30 be cut into?"
right = ["fact:a30-24gb.mig_instances", "page:mig#other-gpus"]   # any of them answers
words = "page"                       # in the words of the page, or in "other" words
"""

import re
import sqlite3
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from certlab.app.search_files import searched
from certlab.course import load, location
from certlab.errors import ContentError
from certlab.search.answers import Library

QUESTIONS = Path(__file__).with_name("questions.toml")
FIRST = 3  # passages among which one has to be right
_WORD = re.compile(r"\w+")
Ranking = Callable[[str], list[str]]  # ids of passages for a question, the best first


@dataclass(frozen=True)
class Question:
    """A question, ids of the passages that answer it, and whose words it is in."""

    ask: str
    right: tuple[str, ...]
    words: str

    def answered_by(self, ids: Sequence[str]) -> bool:
        """Whether one of them is right; of a page without a section, any section is."""
        return any(id == right or id.startswith(f"{right}#") for id in ids for right in self.right)  # fmt: skip


@dataclass(frozen=True)
class Row:
    """What share of some questions finds a right passage, by the name of a ranking."""

    words: str
    questions: int
    shares: dict[str, float]


def questions(path: Path = QUESTIONS) -> list[Question]:
    """The questions of a file.

    Raises:
        ContentError: there is none.
    """
    if not path.is_file():
        raise ContentError(f"{path}: there are no questions; name another file.")
    rows = tomllib.loads(path.read_text("utf-8"))["question"]
    return [Question(one["ask"], tuple(one["right"]), one["words"]) for one in rows]


def rankings() -> dict[str, Ranking]:
    """Ours, and SQLite's FTS5 with its own BM25 and stems over the same passages."""
    library = Library(searched(location.find()), ["en"])

    def ours(question: str) -> list[str]:
        return [one.id for one in library.ask(question, FIRST).answers]

    return {"certlab ask": ours, "FTS5": _plain(library)}


def _plain(library: Library) -> Ranking:
    table = sqlite3.connect(":memory:")
    table.execute("create virtual table passage using fts5(id unindexed, text, tokenize = 'porter unicode61')")  # fmt: skip
    rows = (
        (id, f"{title}\n{' '.join(says)}") for id, title, says in library.passages()
    )
    table.executemany("insert into passage values (?, ?)", rows)

    def ranked(question: str) -> list[str]:
        words = " OR ".join(f'"{word}"' for word in _WORD.findall(question))
        found = table.execute(
            "select id from passage where text match ? order by bm25(passage) limit ?",
            (words, FIRST),
        )
        return [id for (id,) in found]

    return ranked


def measure(asked: Sequence[Question], by: dict[str, Ranking]) -> list[Row]:
    """The shares, of the questions in each kind of words and of all."""
    right = {name: [one.answered_by(rank(one.ask)) for one in asked] for name, rank in by.items()}  # fmt: skip
    rows = []
    for words in (*sorted({one.words for one in asked}), "all"):
        places = [n for n, one in enumerate(asked) if words in (one.words, "all")]
        shares = {
            name: sum(found[n] for n in places) / len(places)
            for name, found in right.items()
        }
        rows.append(Row(words, len(places), shares))
    return rows


def lost(asked: Sequence[Question]) -> list[str]:
    """Ids of right passages that the course does not have, as an edit may have renamed one.

    Items of mock exams are none: they are never found.
    """
    course = location.find()
    there = {id for id, *_ in Library(searched(course), ["en"]).passages()}
    there |= {id.partition("#")[0] for id in there}
    kept = {f"item:{one}" for one in load(course).items}
    return sorted({id for one in asked for id in one.right} - there - kept)


def misses(
    asked: Sequence[Question], rank: Ranking
) -> list[tuple[Question, list[str]]]:
    """The questions that a ranking does not answer, and what it gives."""
    given = ((one, rank(one.ask)) for one in asked)
    return [(one, ids) for one, ids in given if not one.answered_by(ids)]


def table(rows: Sequence[Row]) -> str:
    """The rows as a table of Markdown."""
    names = list(rows[0].shares)
    lines = [
        f"| words | questions | {' | '.join(names)} |",
        f"|---|---:|{'---:|' * len(names)}",
    ]
    for row in rows:
        shares = " | ".join(f"{row.shares[name]:.0%}" for name in names)
        lines.append(f"| {row.words} | {row.questions} | {shares} |")
    return "\n".join(lines)

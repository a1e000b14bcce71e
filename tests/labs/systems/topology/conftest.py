"""What the tests of the readers start from."""

import pytest

from certlab.course import load
from certlab.labs.systems.topology import Context, Matrix, capture
from certlab.labs.systems.topology.topo_matrix import read


def matrix_of(id: str, *swaps: tuple[str, str]) -> Matrix:
    """A captured topology, with texts replaced that must be there."""
    return read(text_of(id, *swaps))


def text_of(id: str, *swaps: tuple[str, str]) -> str:
    text = capture(id).text
    for old, new in swaps:
        assert old in text, old
        text = text.replace(old, new)
    return text


def with_cell(text: str, one: str, other: str, value: str) -> str:
    """A matrix with one cell, and the one across from it, changed."""
    rows = [line.split() for line in text.splitlines()]
    heads = rows[0]
    for row in rows[1:]:
        for name, across in ((one, other), (other, one)):
            if row[:1] == [name] and len(row) > len(heads) // 2:
                row[1 + heads.index(across)] = value
    return "\n".join("\t".join(row) for row in rows)


@pytest.fixture(scope="session")
def context() -> Context:
    return Context(load().facts, {})

"""Every capture is read, says where it is from, and holds nobody's names."""

import re
from collections import Counter

import pytest

from certlab.course import load
from certlab.errors import CourseError
from certlab.labs.systems.topology import (
    KINDS,
    Context,
    capture,
    captures,
    kind_of,
    read,
)
from certlab.labs.systems.topology.variables import documented, variables

ADDRESS = re.compile(r"\b(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}\b")


def test_there_are_enough_of_each_kind() -> None:
    many = Counter(one.kind for one in captures().values())
    assert many["topo"] >= 4
    assert many["nvlink"] >= 3
    assert many["ibstat"] >= 3
    assert many["nccl"] >= 4
    assert set(many) == set(KINDS)


@pytest.mark.parametrize("id", captures())
def test_each_is_read_as_what_it_is(id: str, context: Context) -> None:
    one = capture(id)
    assert kind_of(one.text) == one.kind
    state, report = read(one.kind, one.text, context)  # type: ignore[arg-type]
    assert state
    assert report.findings
    assert one.found
    assert one.changed


@pytest.mark.parametrize("id", captures())
@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_each_is_read_with_line_ends_of_other_systems(
    id: str, end: str, context: Context
) -> None:
    one = capture(id)
    kind = kind_of(one.text)
    text = one.text.replace("\n", end)
    assert read(kind, text, context) == read(kind, one.text, context)


@pytest.mark.parametrize("id", captures())
def test_no_address_but_those_for_examples(id: str) -> None:
    found = {match.groups() for match in ADDRESS.finditer(capture(id).text)}
    assert found <= {("192", "0", "2"), ("127", "0", "0")}, found


def test_an_unknown_one_is_refused() -> None:
    with pytest.raises(CourseError, match='no capture "mine"; choose one of topo-dgx'):
        capture("mine")


def test_what_is_none_of_the_four_is_refused() -> None:
    with pytest.raises(CourseError, match="none of what nvidia-smi topo -m"):
        kind_of("hello")


def test_a_log_in_which_a_matrix_was_printed_is_a_log() -> None:
    both = capture("topo-a100-uneven").text + capture("nccl-a100-uneven").text
    assert kind_of(both) == "nccl"


def test_variables_name_sources_and_what_replaced_them() -> None:
    names = [one.name for one in variables()]
    assert len(names) == len(set(names)) >= 17
    sources = load().sources
    for one in variables():
        assert set(one.sources) <= set(sources), one.name
        assert not one.instead or one.instead in names
    assert len(documented()) == len(set(documented()))

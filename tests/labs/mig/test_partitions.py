"""Placement tables in TOML, and the facts that come of them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from certlab.course import Course, check, load
from certlab.labs import mig
from certlab.labs.mig.partitions import slug

TABLE = """
[[mig]]
id = "gpu-1"
name = "GPU 1"
architecture = "Hopper"
memory_slices = 8
compute_slices = 7
memory_gb = 80
pci_ids = ["0x233010DE"]
min_driver = "525"
resets = false
tier = "A"
sources = ["guide"]

  [[mig.profile]]
  name = "1g.10gb"
  id = 19
  compute = 1
  size = 1
  starts = [0, 1, 2, 3, 4, 5, 6]
  most = 7
  memory_gib = 9.75
  sms = 16

  [[mig.profile]]
  name = "3g.40gb"
  id = 9
  compute = 3
  size = 4
  starts = [0, 4]
  most = 2
  tier = "C"
  note = "Not printed."
"""


@pytest.fixture
def broken(small: Path) -> Callable[[str, str], list[str]]:
    """Problems of a course whose table has one text replaced."""

    def problems(old: str, new: str) -> list[str]:
        assert old in TABLE
        path = small / "content/facts/mig.toml"
        path.write_text(TABLE.replace(old, new), "utf-8")
        found = check.check(small)[1]
        return [one.says for one in found if one.id == "gpu-1"]

    return problems


def test_a_table_is_read(small: Path) -> None:
    (small / "content/facts/mig.toml").write_text(TABLE, "utf-8")
    course = load(small)
    table = mig.tables(course)["gpu-1"]
    first, second = table.profiles
    assert (first.starts, first.tier, first.sources) == (
        tuple(range(7)),
        "A",
        ("guide",),
    )
    assert (second.tier, second.memory_gib, second.sms) == ("C", None, None)


def test_each_number_is_a_fact_with_its_tier(small: Path) -> None:
    (small / "content/facts/mig.toml").write_text(TABLE, "utf-8")
    facts = load(small).facts
    assert facts["gpu-1.mig_instances"].shown == "7 instances"
    assert facts["gpu-1.mig_memory_slices"].shown == "8 slices"
    assert facts["gpu-1.mig_compute_slices"].shown == "7 slices"
    assert facts["gpu-1.mig_1g_10gb_memory"].shown == "9.75 GiB"
    assert facts["gpu-1.mig_1g_10gb_sms"].shown == "16 SMs"
    assert facts["gpu-1.mig_3g_40gb_size"].shown == "4 slices"
    assert facts["gpu-1.mig_3g_40gb_id"].tier == "C"
    assert "gpu-1.mig_3g_40gb_sms" not in facts


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("1g.10gb", "1g_10gb"),
        ("1g.10gb+me", "1g_10gb_me"),
        ("1g.24gb-me", "1g_24gb_no_me"),
        ("1g.24gb+me.all", "1g_24gb_me_all"),
    ],
)
def test_a_profile_in_a_fact_id(name: str, expected: str) -> None:
    assert slug(name) == expected


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "compute = 3",
            "compute = 8",
            "3g.40gb takes slices that the GPU does not have.",
        ),
        (
            "starts = [0, 4]",
            "starts = [0, 5]",
            "3g.40gb starts where the grid does not",
        ),
        (
            "starts = [0, 4]",
            'starts = ["0"]',
            "starts must be a list of whole numbers.",
        ),
        ("most = 2", "most = 3", "3g.40gb fits more often than it has starts."),
        ('"3g.40gb"', '"1g.10gb"', "two profiles have the name 1g.10gb."),
        ("id = 9", "id = 19", "two profiles have the id 19."),
        ('sources = ["guide"]', "sources = []", "1g.10gb: tier A needs a source."),
        ('tier = "A"', 'tier = "B"', "1g.10gb: tier B needs two sources that agree."),
        ("resets = false", "reset = false", "unknown field reset; remove it or fix"),
        ("sms = 16", "sm = 16", "unknown field sm; remove it or fix its spelling."),
    ],
)
def test_what_cannot_be_true(
    old: str, new: str, says: str, broken: Callable[[str, str], list[str]]
) -> None:
    assert any(one.startswith(says) for one in broken(old, new)), broken(old, new)


def test_an_id_is_words_and_hyphens(small: Path) -> None:
    text = TABLE.replace('id = "gpu-1"', 'id = "GPU 1"')
    (small / "content/facts/mig.toml").write_text(text, "utf-8")
    says = "an id is lower-case words joined by hyphens."
    assert says in [one.says for one in check.check(small)[1]]


def test_the_real_tables(whole: Course) -> None:
    assert len(mig.tables(whole)) >= 11
    for table in mig.tables(whole).values():
        largest = max(table.profiles, key=lambda one: one.size)
        assert largest.size == table.memory_slices
        assert largest.compute == table.compute_slices
        assert set(table.sources) <= whole.sources.keys()


def test_a_driver_in_a_table_and_in_a_fact_are_one(small: Path) -> None:
    fact = """
[[fact]]
id = "mig.min_driver_gpu"
what = "Lowest driver for MIG on GPU 1"
value = "525"
tier = "A"
sources = ["guide"]
"""
    path = small / "content/facts/mig.toml"

    def said(facts: str) -> list[str]:
        path.write_text(TABLE + facts, "utf-8")
        return [one.says for one in check.check(small)[1] if one.id == "gpu-1"]

    agreed = said(fact)
    other = said(fact.replace("525", "530"))
    assert set(other) - set(agreed) == {
        "min_driver 525 is not 530 of mig.min_driver_gpu; correct one."
    }

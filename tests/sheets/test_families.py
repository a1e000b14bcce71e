"""Facts side by side: what differs in one word, and never two units or dense with sparse."""

from dataclasses import replace

from certlab.course.facts import Fact
from certlab.sheets.families import families
from certlab.sheets.rows import Row, Run, Table

PLAIN = Fact(
    *("card.links", "", 0, "", "", "", "A", ()),
    *("", "", "", "", "", ""),
)


def fact(id: str, what: str, value: float | str, unit: str = "", **more: str) -> Fact:
    return replace(PLAIN, id=id, what=what, value=value, unit=unit, **more)


def told(*facts: Fact) -> list[Row]:
    return [*families(facts, lambda one: len(one.id), "")]


def runs(*facts: Fact) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    return [(one.label, one.pairs) for one in told(*facts) if isinstance(one, Run)]


def test_one_property_of_several_things_is_one_row() -> None:
    assert runs(
        fact("h100.links", "NVLink links of the H100", 18, "links"),
        fact("a100.links", "NVLink links of the A100", 12, "links"),
    ) == [("NVLink links", (("H100", "18"), ("A100", "12")))]


def test_the_unit_stands_once_and_the_form_with_its_name() -> None:
    assert runs(
        fact("h100.power", "Highest power of the H100", 700, "W", form="SXM5"),
        fact("l4.power", "Highest power of the L4", 72, "W", form="PCIe"),
    ) == [("Highest power (W)", (("H100 (SXM5)", "700"), ("L4 (PCIe)", "72")))]


def test_words_behind_the_difference_stay() -> None:
    assert runs(
        fact("edr.port", "InfiniBand EDR, a port, one direction", 100, "Gbit/s"),
        fact("hdr.port", "InfiniBand HDR, a port, one direction", 200, "Gbit/s"),
    ) == [
        (
            "InfiniBand … a port, one direction (Gbit/s)",
            (("EDR", "100"), ("HDR", "200")),
        )
    ]


def test_a_number_stays_with_what_it_counts() -> None:
    found = runs(
        fact("a100-40gb.slices", "Memory slices, A100 40 GB", 8, "slices"),
        fact("a100-80gb.slices", "Memory slices, A100 80 GB", 8, "slices"),
    )
    assert found == [("Memory slices", (("A100 40 GB", "8"), ("A100 80 GB", "8")))]


def test_dense_and_sparse_never_stand_together() -> None:
    found = runs(
        fact("h100.rate", "FP8 peak of the H100", 1979, "TFLOPS", sparsity="dense"),
        fact("l4.rate", "FP8 peak of the L4", 485, "TFLOPS", sparsity="sparse"),
    )
    assert found == [
        ("FP8 peak of the H100 (dense)", (("", "1,979 TFLOPS"),)),
        ("FP8 peak of the L4 (sparse)", (("", "485 TFLOPS"),)),
    ]


def test_two_units_never_stand_together() -> None:
    found = runs(
        fact("h100.memory", "Memory bandwidth of the H100", 3.35, "TB/s"),
        fact("l4.memory", "Memory bandwidth of the L4", 300, "GB/s"),
    )
    assert [len(pairs) for _, pairs in found] == [1, 1]


def test_names_that_differ_in_one_word_stand_together() -> None:
    assert runs(
        fact("h100.small_most", "Most instances of 1g, H100", 7, "instances"),
        fact("h100.large_most", "Most instances of 3g, H100", 2, "instances"),
    ) == [("Most instances … H100", (("1g", "7"), ("3g", "2")))]


def test_what_is_like_no_other_stands_by_itself_with_its_unit() -> None:
    one = fact("warp.threads", "Threads in a warp", 32, "threads")
    assert runs(one) == [("Threads in a warp", (("", "32 threads"),))]


def test_several_properties_of_the_same_things_are_a_table() -> None:
    (table,) = told(
        fact("h100.links", "Links of the H100", 18, "links"),
        fact("a100.links", "Links of the A100", 12, "links"),
        fact("h100.sms", "SMs of the H100", 132, "SMs"),
        fact("a100.sms", "SMs of the A100", 108, "SMs"),
    )
    assert isinstance(table, Table)
    assert table.heads == ("", "H100", "A100")
    assert table.cells == (("Links", "18", "12"), ("SMs", "132", "108"))

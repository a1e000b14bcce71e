"""What is said of links: the code's arithmetic, rates and their time, cabling against a plan."""

from math import comb
from random import Random

import pytest

from certlab.errors import Refusal
from certlab.labs.networking.links import (
    Code,
    Link,
    Port,
    compare,
    ethtool,
    histogram,
    mlxlink,
    moves,
    perfquery,
    read,
)
from certlab.labs.networking.links.port import NOTHING

CODE = Code(symbols=544, corrects=15, bits=10)


@pytest.mark.parametrize("ber", [1e-9, 1e-6, 2.4e-4, 1e-3, 1e-2])
def test_chances_of_a_codeword_add_up(ber: float) -> None:
    chances = [CODE.chance(ber, wrong) for wrong in range(CODE.symbols + 1)]
    assert sum(chances) == pytest.approx(1)
    assert CODE.beyond(ber) == pytest.approx(sum(chances[16:]))


def test_a_small_code_is_as_counted_by_hand() -> None:
    code, ber = Code(symbols=4, corrects=1, bits=2), 0.1
    bad = 1 - (1 - ber) ** 2
    for wrong in range(5):
        by_hand = comb(4, wrong) * bad**wrong * (1 - bad) ** (4 - wrong)
        assert code.chance(ber, wrong) == pytest.approx(by_hand)


def test_the_code_gives_up_where_standards_say() -> None:
    """A rate of 2.4e-4 before RS(544,514) is the budget of IEEE 802.3 for such links."""
    assert 1e-13 < CODE.beyond(2.4e-4) < 1e-12
    rates = [CODE.beyond(ber) for ber in (1e-5, 1e-4, 2e-4, 1e-3)]
    assert rates == sorted(rates)


def test_a_rate_beyond_all_bits_is_refused() -> None:
    with pytest.raises(Refusal, match="between 0 and 1"):
        CODE.beyond(0)


def test_the_same_errors_are_fewer_a_bit_the_longer_it_took() -> None:
    short, long = (Port("a", (1e-6,) * 4, minutes) for minutes in (1, 1000))
    assert short.rate(50) == pytest.approx(1000 * long.rate(50))
    assert sum(long.raw_errors) == pytest.approx(long.bits * 1e-6)


def test_what_is_printed_says_what_the_port_has() -> None:
    port = Port("a", (2e-8, 2e-8, 4e-8, 2e-8), 60, symbols=7, downs=2)
    said = mlxlink(port)
    assert "Symbol Errors                      : 7" in said
    assert "Raw Physical BER                   : 2E-8" in said or "3E-8" in said
    assert f"Effective Physical BER             : {NOTHING}" in said
    assert "SymbolErrorCounter:..............7" in perfquery(port, 4)
    assert "link_down_events_phy: 2" in ethtool(port)
    counted = [int(row.split()[-1]) for row in histogram(port, CODE).splitlines()[2:]]
    assert sum(counted) == pytest.approx(CODE.codewords(400, 3600), rel=1e-6)


PLAN = [Link(("leaf-1", port), (f"node-{port}", 1)) for port in range(1, 9)]


def test_cables_as_planned_leave_nothing_to_say() -> None:
    assert compare(PLAN, reversed(PLAN)) == []
    assert moves(PLAN, PLAN) == []


@pytest.mark.parametrize("seed", range(8))
def test_moving_the_plugs_that_are_named_mends_it(seed: int) -> None:
    """However they were mixed up: two that are swapped are two findings and two moves."""
    order = list(range(8))
    Random(seed).shuffle(order)
    found = [Link(PLAN[to].near, PLAN[n].far) for n, to in enumerate(order)]
    named = moves(PLAN, found)
    assert (
        len(named)
        == len(compare(PLAN, found))
        == sum(n != to for n, to in enumerate(order))
    )
    should = {far: to for far, _, to in named}
    mended = [
        Link(("leaf-1", int(should[f"{one.far[0]} port 1"].split()[-1])), one.far)
        if one.far and f"{one.far[0]} port 1" in should
        else one
        for one in found
    ]
    assert compare(PLAN, mended) == []


def test_what_is_missing_and_what_is_too_much_is_named() -> None:
    found = [*PLAN[1:], Link(("leaf-1", 9), ("node-x", 1))]
    assert [(one.rule, one.where) for one in compare(PLAN, found)] == [
        ("missing", "leaf-1 port 1"),
        ("not-planned", "leaf-1 port 9"),
    ]


def test_lines_of_iblinkinfo_are_read_and_others_refused() -> None:
    line = '0x0a "leaf-1"  1  3[  ] ==( 4X  106.25 Gbps Active/  LinkUp)==>  0x0b  7  1[  ] "node-c mlx5_0" ( )'
    down = '0x0a "leaf-1"  1  4[  ] ==(  Down/ Polling)==>             [  ] "" ( )'
    assert read(f"{line}\n{down}") == [
        Link(("leaf-1", 3), ("node-c mlx5_0", 1), "4X 106.25 Gbps Active/ LinkUp"),
        Link(("leaf-1", 4), None, "Down/ Polling"),
    ]
    with pytest.raises(Refusal, match="Line 2"):
        read(f"{line}\nnothing of the kind")

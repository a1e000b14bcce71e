"""Modes of a BlueField: what a line changes, when it acts, and who may type it."""

from itertools import product

import pytest

from certlab.errors import Refusal
from certlab.labs.networking.bluefield import Card, Server, host_may, session, way

DEVICE = "-d /dev/mst/mt41692_pciconf0"
TO_NIC = f"mlxconfig {DEVICE} -y set INTERNAL_CPU_OFFLOAD_ENGINE=1"
TO_DPU = f"mlxconfig {DEVICE} -y s INTERNAL_CPU_OFFLOAD_ENGINE=0"
RESET = f"mlxconfig {DEVICE} reset"
CYCLE = "ipmitool chassis power cycle"
RESTRICT = f"mlxprivhost {DEVICE} r --disable_rshim --disable_counter_rd"


def test_the_default_is_by_what_was_bought() -> None:
    assert (Card("DPU").mode, Card("SuperNIC").mode) == ("DPU", "NIC")


@pytest.mark.parametrize(
    ("kind", "line"), list(product(("DPU", "SuperNIC"), (TO_NIC, TO_DPU, RESET)))
)
def test_a_mode_changes_with_the_power_and_not_before(kind: str, line: str) -> None:
    before = Server(Card(kind))
    told = session(before, line)
    assert told.card.mode == before.card.mode
    assert session(told, "reboot").card.mode == before.card.mode
    wanted = {TO_NIC: "NIC", TO_DPU: "DPU", RESET: before.card.mode}[line]
    after = session(told, CYCLE)
    assert after.card.mode == wanted
    assert session(after, CYCLE).card == after.card


def test_a_query_tells_now_from_next() -> None:
    told = session(Server(), [TO_NIC, f"mlxconfig {DEVICE} -e q"])
    assert told.printed.splitlines()[-1].split()[1:] == [
        *("ENABLED(0)", "ENABLED(0)", "DISABLED(1)")
    ]


def test_a_restricted_host_is_refused_and_the_arm_cores_are_not() -> None:
    server = session(Server(arm=True), RESTRICT)
    assert server.card.mode == "zero trust"
    at_once = [name for name, allowed in host_may(server.card).items() if not allowed]
    assert at_once == ["write firmware", "change the mode"]
    closed = session(server, CYCLE)
    may = host_may(closed.card)
    assert [name for name, allowed in may.items() if allowed] == [
        *("send and receive", "own the port")
    ]
    with pytest.raises(Refusal, match="restricted"):
        session(Server(closed.card), TO_NIC)
    back = session(closed, [f"mlxprivhost {DEVICE} p", CYCLE])
    assert all(host_may(back.card).values())
    assert session(closed, [TO_NIC, CYCLE]).card.mode == "NIC"


def test_only_in_nic_mode_or_by_a_rule_a_packet_passes_the_arm_cores_by() -> None:
    for kind, up, offloaded in product(
        ("DPU", "SuperNIC"), (True, False), (True, False)
    ):
        card = Card(kind, switch_up=up, offloaded=offloaded)
        stations = way(card)
        assert stations[0] == "port"
        seen = any("virtual switch on" in one for one in stations)
        assert seen == (card.mode == "DPU" and up and not offloaded)
        assert (stations[-1] == "host") == (card.mode == "NIC" or up)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("mlxconfig set INTERNAL_CPU_OFFLOAD_ENGINE=1", "needs a device"),
        ("mlxconfig -d", "needs a device"),
        ("mlxconfig -d /dev/sda set INTERNAL_CPU_OFFLOAD_ENGINE=1", "no device"),
        (f"mlxconfig {DEVICE} set INTERNAL_CPU_OFFLOAD_ENGINE=2", "=0 or"),
        (f"mlxconfig {DEVICE} set SRIOV_EN=1", "nothing to do"),
        (f"mlxconfig {DEVICE} on", "query"),
        (f"mlxprivhost {DEVICE} r", "does not restrict itself"),
        ("ipmitool power off", "power cycle"),
        ("rm -rf /", "not known"),
        ("mlxconfig 'open", "quotes"),
    ],
)
def test_what_a_tool_would_refuse_is_refused_in_a_sentence(
    line: str, says: str
) -> None:
    with pytest.raises(Refusal, match=says):
        session(Server(), line)


def test_on_idle_arm_cores_nobody_types() -> None:
    with pytest.raises(Refusal, match="on the host"):
        session(Server(Card("SuperNIC"), arm=True), TO_DPU)

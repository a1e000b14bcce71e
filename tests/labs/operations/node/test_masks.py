"""What two moments of one machine differ in is masked, and nothing that a fault changes."""

import pytest

from certlab.labs.operations.node.masks import differ


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Fri Nov 27 08:00:01 2026", "Sat Nov 28 09:10:11 2026"),
        ("Nov 27 08:00:01 node-a kernel:", "Nov 28 11:12:13 node-a kernel:"),
        ("2026-11-27T08:00:01", "2026-11-28T09:10:11"),
        ("Timestamp: 2026/11/27 08:00:01.123", "Timestamp: 2026/11/28 08:00:02.456"),
        ("Fri, 27 Nov 2026 07:59:58 +0000", "Sat, 28 Nov 2026 01:02:03 +0000"),
        ("[   12.345678] NVRM: x", "[98765.432101] NVRM: x"),
        ("4711 train R 2:10 1 node-a", "4711 train R 1-02:03:04 1 node-a"),
        ("nv-hostengine[1596]: up", "nv-hostengine[40554]: up"),
        ("Xid 94, pid=18332, name=python", "Xid 94, pid=7, name=python"),
        ("(pid 16418)", "(pid 9)"),
        ("Running 16 (4m10s ago) 22d", "Running 16 (9s ago) 23d"),
        ("08:00:00 up 23 days, 2 min,  1 user", "09:01:00 up  1:10,  1 user"),
    ],
)
def test_a_clock_an_age_and_a_pid_are_no_difference(one: str, other: str) -> None:
    assert not differ(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GPU 00000000:52:00.0", "GPU 00000000:61:00.0"),
        ("9d:00.0 3D controller", "c3:00.0 3D controller"),
        ("52:00.0 3D controller", "61:00.0 3D controller"),
        ("GPU 3: NVIDIA H100", "GPU 4: NVIDIA H100"),
        ("Pending : No", "Pending : Yes"),
        ("Xid (PCI:0000:52:00): 79", "Xid (PCI:0000:52:00): 31"),
        ("5.15.0-179-generic", "5.15.0-185-generic"),
        ("590.44.01", "590.48.01"),
        ("one", "one\ntwo"),
        ("Restarts 1", "Restarts 16"),
    ],
)
def test_what_a_fault_changes_is_a_difference(one: str, other: str) -> None:
    assert differ(one, other)

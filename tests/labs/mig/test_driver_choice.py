"""Where the driver put things: instance ids from public outputs, in order of creation.

Each is an independent transcript on GitHub of a command without starts; ids tell places.
"""

import pytest

from certlab.labs import mig
from certlab.labs.mig.partitions import Mig

# Table, whether the board numbers its halves crosswise, profiles, ids, where it was seen.
SEEN = [
    (
        "a100-40gb",
        False,
        "19,19,19,19,19,19,19",
        (13, 11, 12, 7, 8, 9, 10),
        "DGX notes",
    ),
    ("a100-40gb", False, "19,19,14", (13, 11, 3), "MIG guide, the refused example"),
    ("a100-40gb", False, "9,19,14,19", (2, 7, 4, 8), "MIG guide, example 2"),
    ("a100-40gb", False, "14,19,19,19,19,19", (5, 13, 7, 8, 9, 10), "MIG guide, ex. 3"),
    ("a100-40gb", False, "19,14,5", (13, 5, 1), "MIG guide, example 1"),
    ("a100-40gb", False, "9,14,19,19", (2, 3, 9, 10), "Alibaba Cloud documentation"),
    ("a100-40gb", True, "9,19,14,19", (1, 11, 6, 12), "HPE notes, driver 510"),
    ("a100-40gb", True, "5,14,19", (2, 3, 9), "ssup2 blog, GPU sharing"),
    ("a100-80gb", True, "9,9", (1, 2), "notes on an A100 80 GB PCIe, driver 515"),
    ("a100-80gb", True, "9,5", (1, 2), "notes, driver 550"),
    ("a100-80gb", True, "14,14,19", (3, 5, 9), "notes, driver 550"),
    ("a100-80gb", False, "14,14,14,20", (5, 3, 4, 13), "Azure NC A100 walkthrough"),
    ("a100-80gb", False, "9,14,19", (2, 3, 9), "a scheduler's validation report"),
    ("h100-80gb", False, "9,14", (2, 3), "hrishi.dev"),
    ("h100-80gb", False, "19,19,19,19", (13, 11, 12, 7), "a daemon's event log"),
    ("h100-80gb", True, "19,19,19,19,19,19,19", (9, 7, 8, 11, 12, 13, 14), "H100 PCIe"),
    ("h100-96gb", False, "15,15,15", (5, 3, 4), "a GH200's log: double memory"),
    ("a30-24gb", False, "14,14,5", (3, 4, 2), "notes, driver 535"),
    ("rtx-pro-6000-96gb", False, "5,14,14", (1, 5, 6), "kubesimplify"),
    ("rtx-pro-6000-96gb", False, "14,14,14,14", (3, 4, 5, 6), "kubesimplify"),
]


@pytest.mark.parametrize(
    ("table", "crossed", "profiles", "ids", "seen"),
    SEEN,
    ids=[f"{row[0]}-{row[2]}{'-crossed' * row[1]}" for row in SEEN],
)
def test_ids_in_order_of_creation(
    table: str,
    crossed: bool,
    profiles: str,
    ids: tuple[int, ...],
    seen: str,
    tables: dict[str, Mig],
) -> None:
    gpu = mig.Gpu(tables[table], crossed=crossed)
    for profile in profiles.split(","):
        gpu, _ = gpu.create(profile)
    assert tuple(one.id for one in gpu.instances) == ids, seen


# Listed ids with their starts, from -lgi of the same transcripts.
LISTED = [
    ("h100-80gb", True, {7: 4, 8: 5, 9: 6, 11: 0, 12: 1, 13: 2, 14: 3}),
    ("h100-80gb", False, {7: 0, 8: 1, 9: 2, 10: 3, 11: 4, 12: 5, 13: 6}),
    ("a100-40gb", True, {11: 0, 12: 1, 6: 2, 1: 4}),
    ("a100-40gb", False, {7: 0, 8: 1, 4: 2, 2: 4}),
    ("a30-24gb", False, {3: 0, 4: 1, 2: 2}),
    ("rtx-pro-6000-96gb", False, {1: 0, 5: 6, 6: 9}),
]


@pytest.mark.parametrize(("table", "crossed", "starts"), LISTED)
def test_an_id_is_a_node_of_a_tree(
    table: str, crossed: bool, starts: dict[int, int], tables: dict[str, Mig]
) -> None:
    grid = tables[table]
    sizes = {1: 2, 2: 2, 3: 4, 4: 4, 5: 4, 6: 4}  # id: parts of the grid, else eighths
    gpu = mig.Gpu(grid, crossed=crossed)
    for id, start in starts.items():
        size = grid.memory_slices // sizes.get(id, 8)
        profile = next(
            one
            for one in grid.profiles
            if one.size == size and start in gpu.fits(one.name)
        )
        gpu, made = gpu.create(profile.name, start)
        assert made.id == id


def test_the_choice_leaves_a_3g_its_place(tables: dict[str, Mig]) -> None:
    gpu = mig.Gpu(tables["h100-80gb"])
    for profile in ("3g.40gb", "1g.10gb", "2g.20gb", "1g.10gb"):
        gpu, _ = gpu.create(profile)
    assert [(one.name, one.start) for one in gpu.instances] == [
        ("3g.40gb", 4),
        ("1g.10gb", 0),
        ("2g.20gb", 2),
        ("1g.10gb", 1),
    ]

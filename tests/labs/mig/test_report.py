"""A GPU's state as data, and lines that say what they did."""

from certlab.labs import mig
from certlab.labs.mig import report
from certlab.labs.mig.partitions import Mig


def test_a_table_in_a_row(tables: dict[str, Mig]) -> None:
    assert report.table_row(tables["gh200-144gb"]) == {
        "id": "gh200-144gb",
        "name": "GH200 144 GB",
        "architecture": "Hopper",
        "compute_slices": 7,
        "memory_slices": 8,
        "driver": "",
        "tier": "AC",
        "profiles": [
            "1g.18gb",
            "1g.18gb+me",
            "1g.36gb",
            "2g.36gb",
            "3g.72gb",
            "4g.72gb",
            "7g.144gb",
        ],
    }


def test_a_state(tables: dict[str, Mig]) -> None:
    gpu = report.placed(mig.Gpu(tables["a30-24gb"]), "2g.12gb,1g.6gb:3")
    state = report.state(gpu, 2)
    assert state["gpu"] == 2
    assert [one["id"] for one in state["instances"]] == [6, 1]
    assert state["instances"][1]["compute_instances"] == [
        {"id": 0, "profile": "2g.12gb", "start": 0, "size": 2, "sms": 28}
    ]
    assert state["fits"]["1g.6gb"] == [2]
    assert state["free"]["4g.24gb"] == 0
    assert state["commands"] == ["nvidia-smi mig -i 2 -cgi 5:0,14:3 -C"]


def test_lines_make_parts_again(tables: dict[str, Mig]) -> None:
    gpu, instance = mig.Gpu(tables["a100-80gb"]).create("3g.40gb", 0)
    assert mig.script(gpu) == ("nvidia-smi mig -i 0 -cgi 9:0",)
    gpu, _ = gpu.create_compute(instance.id, "2c.3g.40gb")
    assert mig.script(gpu) == (
        "nvidia-smi mig -i 0 -cgi 9:0",
        "nvidia-smi mig -i 0 -gi 1 -cci 1:0",
    )
    assert mig.script(mig.Gpu(tables["a100-80gb"])) == ()


def test_a_bad_line_changes_nothing(tables: dict[str, Mig]) -> None:
    gpus = (mig.Gpu(tables["a30-24gb"]),)
    lines = ["nvidia-smi mig -cgi 14", "nvidia-smi mig -what"]
    (first, done), (second, refused) = report.answers(gpus, lines)
    assert done["code"] == 0
    assert len(first[0].instances) == 1
    assert second == first
    assert (refused["code"], refused["text"]) == (2, "")
    assert refused["why"].startswith("There is no option -what here")


def test_layouts_largest_first(tables: dict[str, Mig]) -> None:
    table = tables["a30-24gb"]
    rows = report.layout_rows(table, mig.maximal_layouts(table))
    assert [row["mix"] for row in rows] == [
        ["4g.24gb"],
        ["2g.12gb", "2g.12gb"],
        ["2g.12gb", "1g.6gb", "1g.6gb"],
        ["2g.12gb", "1g.6gb", "1g.6gb"],
        ["1g.6gb"] * 4,
    ]

"""What the browser works out for a ghost is what the simulator says, on every GPU."""

import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from certlab.app.esm import SOURCE, joined
from certlab.labs import mig
from certlab.labs.mig.summary import stranded
from certlab.labs.mig.widgets.state import gpu_state, table_state
from tests.real_course import whole

RUN = Path(__file__).with_name("board_run.mjs")
TABLES = mig.tables(whole())
WALKS = 40  # random ways to fill each GPU; every step on them is compared


def filled(table: Any, seed: int) -> Iterator[mig.Gpu]:
    """A GPU filled in a random order, with every state on the way."""
    draw, gpu = random.Random(seed), mig.Gpu(table)
    yield gpu
    while places := [
        (one.name, start) for one in table.profiles for start in gpu.fits(one.name)
    ]:
        gpu, _ = gpu.create(*draw.choice(places))
        yield gpu


@pytest.mark.parametrize("id", TABLES)
def test_the_page_and_the_simulator_agree(id: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    table = table_state(TABLES[id])
    names = [one["name"] for one in table["profiles"]]
    gpus = [gpu for seed in range(WALKS) for gpu in filled(TABLES[id], seed)]
    asked = [{"table": table, "layout": gpu_state(gpu, 0)["at"]} for gpu in gpus]
    ran = subprocess.run(
        [node, RUN, SOURCE / "labs/mig/static/board/rules.js"],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    for gpu, said in zip(gpus, json.loads(ran.stdout), strict=True):
        layout = [one.key for one in gpu.instances]
        assert said["fits"] == [list(gpu.fits(name)) for name in names], layout
        assert said["more"] == [gpu.free(name) for name in names], layout
        compute, memory = stranded(gpu)
        assert set(said["stranded"]["compute"]) == compute, layout
        assert set(said["stranded"]["memory"]) == memory, layout


def test_the_rules_and_a_full_board_are_small() -> None:
    """An answer must be on screen within a frame."""
    table = TABLES["h100-80gb"]
    *_, full = filled(table, 0)
    assert len(json.dumps(table_state(table))) < 4000
    assert len(json.dumps(gpu_state(full, 0))) < 1000


def test_the_joined_text_is_one_valid_module(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    path = tmp_path / "joined.mjs"
    path.write_text(joined(SOURCE / "labs/mig/static/board/board.js"), "utf-8")
    checked = subprocess.run(
        [node, "--check", path], capture_output=True, text=True, check=False
    )
    assert checked.stderr == ""

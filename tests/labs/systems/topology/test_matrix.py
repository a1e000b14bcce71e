"""topo -m as tools and pastes deform it, and what cannot be read."""

import pytest

from certlab.errors import CourseError
from certlab.labs.systems.topology.topo_matrix import read
from tests.labs.systems.topology.conftest import matrix_of, text_of

TWO = "\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tNV4\t0-7\nGPU1\tNV4\t X \t8-15\n"


def test_gpus_adapters_and_affinities_of_an_h100_server() -> None:
    matrix = matrix_of("topo-hgx-h100")
    assert len(matrix.gpus) == 8
    assert len(matrix.adapters) == 8
    assert len(matrix.pairs()) == 28
    assert matrix.name("NIC3") == "mlx5_3"
    assert matrix.cells["GPU4", "NIC4"] == "PIX"
    last = matrix.affinities["GPU4"]
    assert (last.cpus, last.numa, last.own) == ("48-95,144-191", "1", "N/A")
    assert {matrix.links(*pair) for pair in matrix.pairs()} == {18}


def test_adapters_under_their_own_names() -> None:
    matrix = matrix_of("topo-dgx-a100")
    assert matrix.adapters[0] == matrix.name("mlx5_0") == "mlx5_0"
    assert len(matrix.adapters) == 12


def test_styles_of_a_terminal_are_passed_over() -> None:
    underlined = TWO.replace("\tGPU0\tGPU1\tCPU Affinity", "\x1b[4m\tGPU0\tGPU1\x1b[0m")
    assert read(underlined).gpus == ("GPU0", "GPU1")
    assert matrix_of("topo-b300").adapters[-1] == "NIC8"


def test_names_that_ran_together() -> None:
    assert read(TWO.replace("GPU0\tGPU1\tCPU", "GPU0GPU1 CPU")).gpus == ("GPU0", "GPU1")


def test_a_byte_order_mark_and_lines_around_it() -> None:
    text = "\ufeff$ nvidia-smi topo -m\n2 NICs found in the topology\n" + TWO
    assert read(text) == read(TWO)


def test_an_old_driver_writes_soc_and_no_affinity() -> None:
    old = "\tGPU0\tGPU1\nGPU0\t X \tSOC\nGPU1\tSOC\t X \n"
    matrix = read(old)
    assert matrix.cells["GPU0", "GPU1"] == "SYS"
    assert matrix.affinities["GPU0"].cpus == ""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "No line begins with GPU0 and names the columns"),
        (TWO.replace("NV4", "NVX"), 'Line 2: GPU0 to GPU1 reads "NVX"; expected X, NV'),
        (
            TWO.replace("NV4\t0-7", "X\t0-7"),
            "Line 2: GPU0 to GPU1 reads X; expected X f",
        ),
        (
            TWO.replace("NV4\t0-7", "NV2\t0-7"),
            "Line 3: GPU1 to GPU0 reads NV4, and GPU0",
        ),
        (
            TWO.replace("\tNV4\t0-7", ""),
            "Line 2: the row of GPU0 has 1 cells; expected 2",
        ),
        (
            TWO.split("GPU1\tNV4", maxsplit=1)[0],
            "The row of GPU1 is missing; expected one for each",
        ),
        (
            text_of("topo-a100-uneven", ("GPU3    NODE", "GPU2    NODE")),
            "a second row of GPU2",
        ),
    ],
)
def test_what_cannot_be_read_is_one_sentence(text: str, says: str) -> None:
    with pytest.raises(CourseError) as caught:
        read(text)
    assert says in str(caught.value)
    assert str(caught.value).endswith(".")

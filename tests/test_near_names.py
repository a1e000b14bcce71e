"""What is offered to somebody who typed a name that there is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.near_names import choice, nearest

LABS = (
    *("cluster/10_slurm_gres", "cuda/20_first_kernels", "mig/10_place_profiles"),
    *("mig/20_share_a_gpu", "nim/10_start_a_nim", "triton/10_serve_a_model"),
    *("triton/20_dynamic_batching", "triton/30_ensembles"),
)
CODES = ("NCA-ADS", "NCA-AIIO", "NCA-GENL", "NCA-GENM", "NCP-AII", "NCP-GENL")


@pytest.mark.parametrize(
    ("typed", "names", "near"),
    [
        ("mg/10", LABS, ["mig/10_place_profiles"]),
        ("mgi", LABS, ["mig/10_place_profiles", "mig/20_share_a_gpu"]),
        ("tritn", LABS, [one for one in LABS if one.startswith("triton/")]),
        ("TRITON/20", LABS, ["triton/20_dynamic_batching"]),
        ("place_profile", LABS, ["mig/10_place_profiles"]),
        ("first kernel", LABS, ["cuda/20_first_kernels"]),
        ("h10", ("a100-40gb", "h100-80gb", "h100-94gb"), ["h100-80gb", "h100-94gb"]),
        ("mgi", ("cuda", "mig", "nim"), ["mig"]),
        ("nca-aii", CODES, ["NCA-AIIO", "NCP-AII"]),
        ("ncaaiio", CODES, ["NCA-AIIO"]),
        ("genl", CODES, ["NCA-GENL", "NCP-GENL"]),
        ("nca", CODES, ["NCA-ADS", "NCA-AIIO", "NCA-GENL", "NCA-GENM"]),
        ("nothing", LABS, []),
        ("", LABS, []),
        ("10", LABS, []),
        ("mig", (), []),
    ],
)
def test_near_names_are_those_that_were_meant(
    typed: str, names: tuple[str, ...], near: list[str]
) -> None:
    assert sorted(nearest(typed, names)) == sorted(near)


def test_a_sentence_offers_few_names_or_says_where_all_are() -> None:
    many = [f"cuda/{n}0_lab" for n in range(30)]
    assert choice("mg/10", LABS) == "did you mean mig/10_place_profiles?"
    assert choice("zzz", many, "certlab lab list") == "certlab lab list lists all 30."
    assert choice("zzz", ("a", "b"), "certlab lab list") == "choose one of a, b."
    assert len(nearest("cuda", many)) == 4


@given(st.text(max_size=30), st.lists(st.text(max_size=30), max_size=30, unique=True))
def test_whatever_is_typed_the_few_are_names_that_there_are(
    typed: str, names: list[str]
) -> None:
    near = nearest(typed, names)
    assert set(near) <= set(names)
    assert len(near) == len(set(near)) <= 4

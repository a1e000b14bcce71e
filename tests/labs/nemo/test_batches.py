"""Batch arithmetic and the checker of configurations, and the page's twin of both."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.errors import CourseError, Refusal
from certlab.labs.nemo import batches, blends, minhash, names, page
from certlab.labs.nemo.batches import Layout
from certlab.labs.nemo.checker import MISSING, check
from certlab.labs.nemo.real.yaml_text import settings
from tests.page_rules import called
from tests.real_course import whole

COUNT = "labs/nemo/static/batch/count.js"
NOTES = """
trainer:
  num_nodes: 2
  devices: 8
  max_steps: 10000
  accumulate_grad_batches: 1
model:
  micro_batch_size: 1
  global_batch_size: 4
  tensor_model_parallel_size: 1
  pipeline_model_parallel_size: 1
  encoder_seq_length: 2048
  num_layers: 32
  num_attention_heads: 32
  data:
    data_prefix: ???
    seq_length: ${model.encoder_seq_length}
"""
REPAIRED = (
    "model.global_batch_size=16",
    "model.data.data_prefix=[0.2,a,0.8,b]",
)


def test_published_examples() -> None:
    # docs/parallelisms.md of Megatron-Bridge: 32 GPUs, TP 2, PP 4, CP 2
    assert Layout(32, 2, 4, 2).data == 2
    # The worked example of the notes, by what the parts come to
    assert batches.accumulation(Layout(8), 1, 8) == 1
    assert batches.samples(7_198_329, 4096) == 1757
    assert batches.steps(7_198_329, 2048, 4) == 878


def test_a_batch_that_is_no_multiple_says_which_would_do() -> None:
    with pytest.raises(Refusal, match=r"4 is no multiple of .* = 16; take 16\."):
        batches.accumulation(Layout(16), 1, 4)
    with pytest.raises(Refusal, match=r"take 16 or 32\."):
        batches.accumulation(Layout(16), 1, 20)


def test_experts_lie_on_a_grid_of_their_own() -> None:
    spread = [Layout(64, 4, 2, expert=expert) for expert in (1, 2, 8)]
    assert {one.data for one in spread} == {8}
    assert [one.expert_data for one in spread] == [8, 4, 1]
    with pytest.raises(Refusal, match="experts' grid"):
        _ = Layout(64, 4, 2, expert=16).expert_data


def test_the_page_counts_as_the_lab_does() -> None:
    draw = random.Random(19)
    runs = [
        (
            Layout(
                8 * draw.randint(1, 32),
                *(draw.choice([1, 2, 3, 4, 8]) for _ in range(4)),
            ),
            draw.randint(1, 8),
            4 * draw.randint(1, 128),
        )
        for _ in range(300)
    ]
    given = [
        {name: getattr(one, name) for name in Layout.__annotations__}
        for one, *_ in runs
    ]
    data = called(COUNT, "dataOf", [[one] for one in given])
    grid = called(COUNT, "expertDataOf", [[one] for one in given])
    turns = called(
        COUNT,
        "accumulationOf",
        [[one, *rest] for one, (_, *rest) in zip(given, runs, strict=True)],
    )
    for run, *found in zip(runs, data, grid, turns, strict=True):
        assert found == _counted(*run), run


def _counted(layout: Layout, micro: int, whole: int) -> list[int]:
    """DP, EDP and accumulation, 0 each where they are refused."""
    return [
        _or_none(lambda: layout.data),
        _or_none(lambda: layout.expert_data),
        _or_none(lambda: batches.accumulation(layout, micro, whole)),
    ]


def _or_none(work: Callable[[], int]) -> int:
    try:
        return work()
    except Refusal:
        return 0


def test_what_the_calculator_cannot_begin_with_is_refused() -> None:
    begin = page.BEGINS["batch"]
    assert begin(whole(), {"gpus": "16", "tp": "2"})["layout"]["tensor"] == 2
    for bad in ({"gpus": "12", "tp": "8"}, {"colour": "red"}, {"global": "3"}):
        with pytest.raises(CourseError):
            begin(whole(), dict(bad))


def test_the_page_has_the_chances_of_the_lab() -> None:
    begin = page.BEGINS["lsh"](whole(), {"similarity": "0.7"})
    facts = whole().facts
    assert (begin["bands"], begin["rows"]) == (
        facts["curator.bands"].value,
        facts["curator.rows"].value,
    )
    asked = [(n / 10, bands, 5) for n in range(11) for bands in (1, 8, 20)]
    found = called("labs/nemo/static/lsh/chance.js", "chance", asked)
    assert found == pytest.approx([minhash.chance(*one) for one in asked])
    for bad in ({"similarity": "1.2"}, {"bands": "0"}, {"colour": "red"}):
        with pytest.raises(CourseError):
            page.BEGINS["lsh"](whole(), dict(bad))


def test_the_figure_is_where_the_calculator_begins() -> None:
    figure = whole().figures["nemo-batch"]
    name, settings = figure.live
    begin = page.BEGINS[name](whole(), settings)
    layout = Layout(**begin["layout"])
    turns = batches.accumulation(layout, begin["micro"], begin["whole"])
    words = figure.words
    assert f"{layout.world} GPUs" in words
    assert f"replica {layout.data - 1}" in words
    assert f"replica {layout.data}" not in words
    assert f"accumulation {turns}" in words
    assert str(layout.data * turns - 1) in words.split("\n")


def test_the_notes_do_not_start_and_what_repairs_them_does() -> None:
    found = check(settings(NOTES))
    assert (found.era, found.data, found.starts) == (names.ONE, 16, False)
    assert {one.rule for one in found.findings} == {"global batch", "data"}
    repaired = check(settings(NOTES, REPAIRED), there={"a", "b"})
    assert (repaired.starts, repaired.accumulation) == (True, 1)
    assert repaired.findings == ()


@pytest.mark.parametrize(
    ("override", "rule", "says"),
    [
        ("model.data.data_prefix=[0.2,a,c]", "data", "no 0.2.bin"),
        ("model.data.data_prefix=[0.2,a,0.8,c]", "data", "no c.bin"),
        ("model.data.data_prefix=[-1,a,2,b]", "data", "no positive number"),
        ("model.tensor_model_parallel_size=3", "world", "no multiple of TP 3"),
        ("model.micro_batch_size=0", "micro batch given", "from 1 upward"),
        ("trainer.accumulate_grad_batches=4", "accumulation", "leave it 1"),
        ("model.data.seq_length=4096", "length", "make them equal"),
        ("+model.expert_model_parallel_size=2", "experts", "without experts"),
    ],
)
def test_each_mistake_is_named(override: str, rule: str, says: str) -> None:
    found = check(settings(NOTES, (*REPAIRED, override)), there={"a", "b"})
    assert says in {one.rule: one.says for one in found.findings}[rule]


@pytest.mark.parametrize(
    ("text", "override", "says"),
    [
        (NOTES, "Model.global_batch_size=16", "Capitals count"),
        (NOTES, "model.global_batch=16", "leads nowhere"),
        (NOTES, "16", "write key=value"),
        ("model: [1", "", "no YAML in line 1"),
        ("model: ${data.path}", "", "leads nowhere"),
        ("- 1", "", "holds no keys"),
    ],
)
def test_what_hydra_refuses_is_refused(text: str, override: str, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        settings(text, [override] if override else [])


def test_a_key_in_capitals_is_named() -> None:
    found = check({"trainer": {"devices": 8}, "model": {"Global_batch_size": 16}})
    assert "write model.global_batch_size" in found.findings[0].says


def test_a_bridge_without_data_starts_on_mock_data() -> None:
    train = {"micro_batch_size": 1, "global_batch_size": 16}
    found = check({"train": train, "model": {}, "dataset": {}}, world=16)
    assert found.starts
    assert [one.rule for one in found.findings] == ["data", "recipe"]
    assert "mock" not in found.findings[0].says
    assert not check({"train": train, "dataset": {"blend": MISSING}}, world=16).starts
    assert not check({"train": train}).starts  # nobody said how many GPUs


VECTORS = Path("tests/vectors/nemo")


@pytest.mark.parametrize(
    "name", ["override-train-iters", "override-expert-parallel", "override-of-nemo-1"]
)
def test_what_only_changes_a_recipe_is_not_told_what_the_recipe_has(name: str) -> None:
    found = check(settings((VECTORS / f"{name}.yaml").read_text("utf-8")), world=32)
    assert found.starts
    assert [one.rule for one in found.findings] == ["recipe"]
    assert "what is missing comes from there and was not checked" in (
        found.findings[0].says
    )


def test_an_override_that_is_wrong_is_still_told() -> None:
    found = check({"train": {"micro_batch_size": 3, "global_batch_size": 32}}, world=32)
    assert [one.rule for one in found.findings] == ["global batch", "recipe"]
    found = check({"model": {"tensor_model_parallel_size": 5}}, world=32)
    rules = [one.rule for one in found.findings]
    assert rules == ["world", "experts' grid", "recipe"]


def test_a_published_configuration_of_nemo_1() -> None:
    text = (VECTORS / "llama2-70b.yaml").read_text("utf-8")
    found = check(settings(text.replace("${data_dir}", "data")), world=1024)
    assert found.findings == ()
    assert (found.data, found.accumulation) == (64, 32)


KEYS = st.sampled_from(
    [one.rpartition(".")[2] for pair in names.KEYS.values() for one in pair if one]
    + ["trainer", "model", "train", "dataset", "data"]
)
TREES = st.recursive(
    st.none() | st.integers(-2, 64) | st.booleans() | st.text(max_size=3),
    lambda inner: (
        st.dictionaries(KEYS, inner, max_size=6) | st.lists(inner, max_size=3)
    ),
    max_leaves=20,
)


@given(
    st.dictionaries(st.sampled_from(["trainer", "model", "train", "dataset"]), TREES),
    st.sampled_from([0, 1, 32]),
)
@hypothesis.settings(deadline=None)
def test_any_tree_is_checked(tree: dict[str, Any], world: int) -> None:
    assert check(tree, world=world).era


def test_a_blend_is_read_as_megatron_reads_it() -> None:
    same = ([0.2, "a", 0.8, "b"], "2 a 8 b", [["a", "b"], [20, 80]])
    for one in same:
        assert blends.read(one) == pytest.approx({"a": 0.2, "b": 0.8})
    assert [*blends.read(["0.3", "a", "b"])] == ["0.3", "a", "b"]
    assert blends.epochs(1000, {"a": 0.2, "b": 0.8}, {"a": 50, "b": 4000}) == (
        pytest.approx({"a": 4, "b": 0.2})
    )
    with pytest.raises(Refusal, match="2 prefixes and 1 weights"):
        blends.read([["a", "b"], [1]])
    with pytest.raises(Refusal, match="names no data"):
        blends.read([])

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from certlab.errors import Refusal
from tests.late import Late, wants

torch = Late("torch")
pretraining = Late("certlab.labs.nemo.real.pretraining")
checkpoint = Late("certlab.labs.nemo.real.checkpoint")
safetensors = Late("certlab.labs.nemo.real.safetensors")
pytestmark = wants("torch")


@pytest.fixture(scope="module")
def small() -> tuple[Any, Any]:
    """A run of a few steps, and its data."""
    run = pretraining.Run(
        blend={"stories": 1, "questions": 1},
        steps=12,
        documents=200,
        width=16,
        layers=2,
        heads=2,
        batch=2,
        warmup=2,
        save_every=4,
    )
    return run, pretraining.prepare(run)


def test_a_run_that_was_broken_off_goes_on_bit_for_bit(
    small: tuple[Any, Any], tmp_path: Path
) -> None:
    run, data = small
    whole = pretraining.begin(run, data)
    whole.go(12)
    broken = pretraining.begin(run, data)
    broken.go(7, tmp_path)  # saved at step 4, then lost
    again = pretraining.begin(replace(run), data)
    again.resume(tmp_path / pretraining.LATEST)
    assert again.step == 4
    again.go(8)
    assert again.curve == whole.curve[4:]
    for mine, theirs in zip(
        again.model.parameters(), whole.model.parameters(), strict=True
    ):
        assert torch.equal(mine, theirs)


def test_a_checkpoint_of_another_shape_is_refused(
    small: tuple[Any, Any], tmp_path: Path
) -> None:
    run, data = small
    path = tmp_path / "a.safetensors"
    pretraining.begin(run, data).go(1)
    saved = pretraining.begin(run, data)
    saved.go(1)
    saved.save(path)
    before = path.read_bytes()
    other = pretraining.begin(replace(run, width=32), data)
    with pytest.raises(Refusal, match="has width 16 and this run 32"):
        other.resume(path)
    assert path.read_bytes() == before
    assert other.step == 0


def test_a_checkpoint_of_another_tokeniser_is_refused(
    small: tuple[Any, Any], tmp_path: Path
) -> None:
    run, data = small
    path = tmp_path / "a.safetensors"
    saved = pretraining.begin(run, data)
    saved.go(1)
    saved.save(path)
    merges = data.tokenizer.merges
    swapped = replace(data.tokenizer, merges=(merges[1], merges[0], *merges[2:]))
    other = pretraining.begin(run, replace(data, tokenizer=swapped))
    with pytest.raises(Refusal, match="another tokeniser"):
        other.resume(path)


def test_weights_alone_cannot_be_continued(
    small: tuple[Any, Any], tmp_path: Path
) -> None:
    run, data = small
    path = tmp_path / "a.safetensors"
    begun = pretraining.begin(run, data)
    checkpoint.save(path, begun.model, data.tokenizer, dtype=torch.float32)
    with pytest.raises(Refusal, match="Adam's means are missing"):
        begun.resume(path)


def test_a_file_cut_short_is_refused(small: tuple[Any, Any], tmp_path: Path) -> None:
    run, data = small
    path = tmp_path / "a.safetensors"
    checkpoint.save(path, pretraining.begin(run, data).model, data.tokenizer)
    whole = path.read_bytes()
    for length in (0, 5, 300, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(Refusal, match="no whole safetensors file"):
            checkpoint.load(path)


def test_a_write_that_fails_leaves_the_file_before(
    small: tuple[Any, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, data = small
    path = tmp_path / "a.safetensors"
    model = pretraining.begin(run, data).model
    checkpoint.save(path, model, data.tokenizer, step=1)

    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        checkpoint.save(path, model, data.tokenizer, step=2)
    assert checkpoint.load(path).step == 1


def test_a_blend_of_unknown_data_is_refused(small: tuple[Any, Any]) -> None:
    run, _ = small
    with pytest.raises(Refusal, match='names "novels"'):
        pretraining.prepare(replace(run, blend={"novels": 1}))


def test_stories_and_answers_are_learnt_and_questions_are_not(
    small: tuple[Any, Any],
) -> None:
    _, data = small
    text = "It is.\nQuestion: Who?\nAnswer: Ana.\n"
    row = pretraining.packed(data.tokenizer, [text], 60)
    learnt = data.tokenizer.decode(row.ids[row.learnt].tolist()[:-1])
    assert learnt == "It is.\nAnswer: Ana.\n"


def test_the_rate_rises_once_and_falls_at_the_end_of_each_cycle(
    small: tuple[Any, Any],
) -> None:
    run = replace(small[0], cycle=10, steps=20)
    rates = [pretraining.rate(run, step) for step in range(run.steps)]
    assert rates[0] < rates[1] == max(rates) == rates[8] == rates[10] == rates[18]
    assert rates[9] < rates[8]
    assert rates[19] == rates[9]

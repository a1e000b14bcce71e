from pathlib import Path

import pytest

from certlab.labs.nemo import stories
from tests.late import Late, wants

whole_run = Late("certlab.labs.nemo.real.whole_run")
pytestmark = wants("torch")


def test_the_record_has_a_loss_of_every_step() -> None:
    recorded = whole_run.recorded()
    assert len(recorded.training) * recorded.every == recorded.run.steps
    assert len(recorded.held_out) * recorded.held_out_every == recorded.run.steps
    assert recorded.training[-1] < recorded.training[0] / 3


@pytest.mark.soak  # minutes of one core
def test_the_whole_run_makes_a_model_as_good(tmp_path: Path) -> None:
    recorded = whole_run.recorded()
    done = whole_run.make(tmp_path, recorded.run)
    last = sum(done.curve[-recorded.every :]) / recorded.every
    assert last == pytest.approx(recorded.training[-1], rel=0.05)
    model, words = done.model.eval(), done.data.tokenizer
    told = whole_run.told(model, words, stories.prompts(whole_run.PROMPTS, 50))
    assert sum(map(stories.accepts, told)) >= 36

"""The run that made content/models/tiny-gpt.safetensors, and what was recorded of it.

`python -m certlab.labs.nemo.real.whole_run FOLDER` makes it again; it takes minutes on one
core, may be broken off, and goes on where it was saved.
"""

import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from certlab.course import location
from certlab.labs.nemo import stories
from certlab.labs.nemo.real import checkpoint, pretraining
from certlab.labs.nemo.real.pretraining import Run
from certlab.labs.nemo.real.tiny_gpt import TinyGPT, generate
from certlab.labs.nemo.stories.tokenizer import Tokenizer

PROMPTS = 2026  # the seed of the fifty beginnings that the model is judged by


@dataclass(frozen=True)
class Recorded:
    """A run and its losses.

    `training` is the mean loss of each `every` steps, `held_out` that after each
    `held_out_every`; `result` is what was measured at the end, and on which machine.
    """

    run: Run
    every: int
    training: list[float]
    held_out_every: int
    held_out: list[float]
    result: dict[str, Any]


def recorded() -> Recorded:
    """What stands in content/models/tiny-gpt.toml."""
    path = location.find() / "content" / "models" / "tiny-gpt.toml"
    row = tomllib.loads(path.read_text("utf-8"))
    return Recorded(Run(**row["run"]), **row["curve"], result=row["result"])


def make(folder: Path, run: Run) -> pretraining.Training:
    """Train the whole run on one thread, going on from the folder's last checkpoint."""
    torch.set_num_threads(1)
    training = pretraining.begin(run, pretraining.prepare(run))
    if (folder / pretraining.LATEST).exists():
        training.resume(folder / pretraining.LATEST)
    while training.step < run.steps:
        training.go(min(run.save_every, run.steps - training.step), folder)
        loss = sum(training.curve[-100:]) / len(training.curve[-100:])
        sys.stdout.write(f"step {training.step:,} of {run.steps:,}, loss {loss:.3f}\n")
        sys.stdout.flush()
    checkpoint.save(
        folder / checkpoint.SHIPPED,
        training.model,
        training.data.tokenizer,
        step=training.step,
    )
    return training


def told(
    model: TinyGPT,
    tokenizer: Tokenizer,
    prompts: list[str],
    *,
    temperature: float = 0.3,
    seed: int = 1,
) -> list[str]:
    """Each scene with what the model tells after it, to the line's end, drawn by a seed."""
    stop = (tokenizer.end, *tokenizer.encode("\n"))
    rng = torch.Generator().manual_seed(seed)
    texts = []
    for prompt in prompts:
        ids = generate(
            model,
            tokenizer.encode(prompt),
            110,
            stop=stop,
            temperature=temperature,
            generator=rng,
        )
        texts.append(prompt + tokenizer.decode(ids))
    return texts


def answered(
    model: TinyGPT, tokenizer: Tokenizer, texts: list[str]
) -> list[tuple[str, str, str]]:
    """Question, right answer and the model's, for each question of texts.

    Each question is asked by itself, below its story.
    """
    stop = (tokenizer.end, *tokenizer.encode("\n"))
    rows = []
    for text in texts:
        story, *lines = text.split("\n")
        for question, right in zip(lines[::2], lines[1::2], strict=True):
            ids = tokenizer.encode(f"{story}\n{question}\n")
            reply = tokenizer.decode(generate(model, ids, 24, stop=stop))
            rows.append((question, right, reply))
    return rows


if __name__ == "__main__":
    done = make(Path(sys.argv[1]), recorded().run)
    ours, words = done.model.eval(), done.data.tokenizer
    accepted = map(stories.accepts, told(ours, words, stories.prompts(PROMPTS, 50)))
    sys.stdout.write(f"{sum(accepted)} of 50 stories are accepted.\n")

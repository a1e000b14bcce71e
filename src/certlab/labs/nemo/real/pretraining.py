"""Trains a tiny GPT: data, steps, checkpoints, and going on after a break."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from certlab.errors import Refusal
from certlab.labs.nemo.real import checkpoint
from certlab.labs.nemo.real.tiny_gpt import Config, TinyGPT
from certlab.labs.nemo.sample_order import sample_order
from certlab.labs.nemo.stories import generator, tokenizer
from certlab.labs.nemo.stories.tokenizer import Tokenizer

LATEST = "latest.safetensors"
IGNORED = -100  # the target of a token that the loss leaves out


@dataclass(frozen=True)
class Run:
    """All that a training follows from, beside the machine.

    Attributes:
        blend: weight of each kind of text, by its name in `SOURCES`.
        batch: rows a step, each of `window` tokens to predict.
        cycle: steps from one fall of the learning rate to the next.
        save_every: steps between checkpoints.
    """

    blend: dict[str, float]
    steps: int
    seed: int = 1
    documents: int = 60_000
    vocabulary: int = 512
    width: int = 128
    layers: int = 4
    heads: int = 4
    context: int = 256
    window: int = 144
    batch: int = 8
    learning_rate: float = 2e-3
    warmup: int = 100
    cycle: int = 500
    save_every: int = 500


Source = Callable[[int, int, bool], list[str]]
SOURCES: dict[str, Source] = {
    "stories": lambda seed, count, held_out: generator.stories(
        seed, count, held_out=held_out
    ),
    "questions": lambda seed, count, held_out: generator.questioned(
        seed, count, asked=5, held_out=held_out
    ),
}


@dataclass(frozen=True)
class Rows:
    """Whole texts packed into rows of equal length (rows, window + 1).

    `learnt` is true where the loss counts: in stories and answers, but neither in questions
    nor in what fills a row up.
    """

    ids: Tensor
    learnt: Tensor


@dataclass(frozen=True)
class Data:
    """What a run trains on, what it never does, and the tokeniser of both."""

    tokenizer: Tokenizer
    training: Rows
    held_out: Rows


def prepare(run: Run) -> Data:
    """Make the texts of a run, its tokeniser, and its rows.

    Raises:
        Refusal: the blend names no source, or one that there is not.
    """
    for name in run.blend:
        if name not in SOURCES:
            raise Refusal(
                f'The blend names "{name}", and there is only {", ".join(SOURCES)}.'
            )
    texts = _texts(run, run.documents, held_out=False)
    learned = tokenizer.learn(texts[:4000], run.vocabulary)
    held_out = _texts(run, max(run.documents // 100, 50), held_out=True)
    return Data(
        learned,
        packed(learned, texts, run.window),
        packed(learned, held_out, run.window),
    )


def _texts(run: Run, count: int, *, held_out: bool) -> list[str]:
    order = sample_order(run.blend, count)
    made = {
        name: iter(SOURCES[name](run.seed + place, order.count(name), held_out))
        for place, name in enumerate(run.blend)
    }
    return [next(made[name]) for name in order]


def packed(learned: Tokenizer, texts: list[str], window: int) -> Rows:
    """Texts one after another, as many in a row as fit; a row never cuts a text.

    Raises:
        Refusal: a text is longer than a row.
    """
    rows: list[list[tuple[int, bool]]] = [[]]
    for text in texts:
        tokens = _tokens(learned, text)
        if len(tokens) > window + 1:
            raise Refusal(
                f"A text has {len(tokens)} tokens and a row {window + 1}; "
                "take a longer window or shorter texts."
            )
        if len(rows[-1]) + len(tokens) > window + 1:
            rows.append([])
        rows[-1] += tokens
    full = [row + [(learned.end, False)] * (window + 1 - len(row)) for row in rows]
    return Rows(
        torch.tensor([[number for number, _ in row] for row in full]),
        torch.tensor([[counts for _, counts in row] for row in full]),
    )


def _tokens(learned: Tokenizer, text: str) -> list[tuple[int, bool]]:
    """Token numbers of a text, each with whether the loss counts it."""
    lines = text.splitlines(keepends=True)
    tokens = [
        (number, not line.startswith("Question"))
        for line in lines
        for number in learned.encode(line)
    ]
    return [*tokens, (learned.end, True)]


@dataclass
class Training:
    """A training under way; `curve` holds the loss of each step that it made."""

    run: Run
    data: Data
    model: TinyGPT
    optimizer: torch.optim.AdamW
    step: int = 0
    curve: list[float] = field(default_factory=list)

    def go(
        self, steps: int, folder: Path | None = None, seconds: float = math.inf
    ) -> None:
        """Make so many steps, or as many as fit the time, and save on the way."""
        self.model.train()
        end = time.perf_counter() + seconds
        for _ in range(steps):
            self.curve.append(self._once())
            if folder and self.step % self.run.save_every == 0:
                self.save(folder / LATEST)
            if time.perf_counter() >= end:
                break

    def _once(self) -> float:
        for group in self.optimizer.param_groups:
            group["lr"] = rate(self.run, self.step)
        loss = loss_of(self.model, batch(self.run, self.data.training, self.step))
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.step += 1
        return float(loss.detach())

    def save(self, path: Path) -> None:
        """Write weights and both means of Adam in FP32, and the step."""
        means = {
            f"optimizer.{name}.{kind}": self.optimizer.state[weight][kind]
            for name, weight in self.model.named_parameters()
            for kind in ("exp_avg", "exp_avg_sq")
        }
        checkpoint.save(
            path,
            self.model,
            self.data.tokenizer,
            step=self.step,
            dtype=torch.float32,
            more=means,
        )

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint, as if there had been no break.

        Raises:
            Refusal: it is of another shape or tokeniser, or holds no optimizer.
        """
        saved = checkpoint.load(path)
        checkpoint.fits(saved, self.model.config, self.data.tokenizer, path)
        if not saved.optimizer:
            raise Refusal(
                f"{path} holds weights only, so Adam's means are missing; it can begin "
                "a training and not continue one."
            )
        self.model.load_state_dict(saved.weights)
        for name, weight in self.model.named_parameters():
            self.optimizer.state[weight] = {
                "step": torch.tensor(float(saved.step)),
                "exp_avg": saved.optimizer[f"{name}.exp_avg"].to(weight.device),
                "exp_avg_sq": saved.optimizer[f"{name}.exp_avg_sq"].to(weight.device),
            }
        self.step = saved.step


def begin(run: Run, data: Data, device: str = "cpu") -> Training:
    """A training at its step 0; the same run begins with the same weights."""
    torch.manual_seed(run.seed)
    config = Config(
        data.tokenizer.size,
        run.context,
        run.width,
        run.layers,
        run.heads,
        4 * run.width,
    )
    model = TinyGPT(config).to(device)
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=run.learning_rate, betas=(0.9, 0.95), weight_decay=0.1
    )
    return Training(run, data, model, optimizer)


def batch(run: Run, rows: Rows, step: int) -> Rows:
    """The rows of a step; they follow from seed and step alone."""
    rng = torch.Generator().manual_seed(run.seed * 1_000_003 + step)
    chosen = torch.randint(len(rows.ids), (run.batch,), generator=rng)
    return Rows(rows.ids[chosen], rows.learnt[chosen])


def rate(run: Run, step: int) -> float:
    """The learning rate of a step: up in a line once, then in cycles.

    A cycle is level and falls to a tenth in its last fifth, where the model settles. So
    there is a good model at the end of each, and a run can be made longer by another.
    """
    if step < run.warmup:
        return run.learning_rate * (step + 1) / run.warmup
    left = (run.cycle - step % run.cycle) / (run.cycle / 5)
    return run.learning_rate * (0.1 + 0.9 * min(left, 1.0))


def loss_of(model: TinyGPT, rows: Rows) -> Tensor:
    """Mean cross-entropy in nats of the tokens that count."""
    device = model.embedding.weight.device
    logits = model(rows.ids[:, :-1].to(device))
    targets = rows.ids.where(rows.learnt, IGNORED)[:, 1:].to(device)
    return cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=IGNORED)


def held_out_loss(model: TinyGPT, rows: Rows, count: int = 64) -> float:
    """Mean loss on `count` rows that are never trained on."""
    with torch.no_grad():
        parts = [
            float(loss_of(model, Rows(ids, learnt)))
            for ids, learnt in zip(
                rows.ids[:count].split(16), rows.learnt[:count].split(16), strict=True
            )
        ]
    return sum(parts) / len(parts)

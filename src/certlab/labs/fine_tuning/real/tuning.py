"""Training on examples, and the share of them that a model answers exactly."""

from collections.abc import Callable, Iterable, Sequence

import torch
from torch import Tensor, nn

from certlab.labs.fine_tuning.tasks import Example
from certlab.labs.nemo.real.pretraining import Rows, loss_of
from certlab.labs.nemo.stories.tokenizer import Tokenizer

Loss = Callable[[Rows], Tensor]


def rows(words: Tokenizer, examples: Sequence[Example]) -> Rows:
    """Examples as rows, one each, filled up behind; only the answers are learnt."""
    tokens = []
    for one in examples:
        prompt, answer = words.encode(one.prompt), words.encode(f"{one.answer}\n")
        tokens.append((prompt, answer))
    length = max(len(prompt) + len(answer) for prompt, answer in tokens)
    ids = torch.full((len(tokens), length), words.end)
    learnt = torch.zeros(len(tokens), length, dtype=torch.bool)
    for row, (prompt, answer) in enumerate(tokens):
        end = len(prompt) + len(answer)
        ids[row, :end] = torch.tensor(prompt + answer)
        learnt[row, len(prompt) : end] = True
    return Rows(ids, learnt)


def tune(
    model: nn.Module,
    data: Rows,
    weights: Iterable[nn.Parameter],
    *,
    steps: int,
    learning_rate: float,
    batch: int = 16,
    seed: int = 1,
    loss: Loss | None = None,
) -> list[float]:
    """Train `weights` only, by AdamW without decay; the loss of each step."""
    chosen = list(weights)
    optimizer = torch.optim.AdamW(chosen, lr=learning_rate, weight_decay=0.0)
    rng = torch.Generator().manual_seed(seed)
    model.train()
    curve = []
    for step in range(steps):
        for group in optimizer.param_groups:  # up over ten steps, then down in a line
            rise = min(1.0, (step + 1) / 10)
            group["lr"] = learning_rate * rise * (1 - step / steps)
        part = chosen_rows(data, torch.randint(len(data.ids), (batch,), generator=rng))
        value = loss(part) if loss else loss_of(model, part)
        optimizer.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(chosen, 1.0)
        optimizer.step()
        curve.append(float(value.detach()))
    model.eval()
    return curve


def chosen_rows(data: Rows, numbers: Tensor) -> Rows:
    """Some rows by their numbers, without the columns that only fill them up."""
    ids, learnt = data.ids[numbers], data.learnt[numbers]
    end = int(learnt.any(dim=0).nonzero()[-1]) + 1
    return Rows(ids[:, :end], learnt[:, :end])


def exact(model: nn.Module, data: Rows) -> float:
    """The share of rows in which the likeliest token is right at each place learnt.

    That is the share of answers that the model would write exactly so by itself, taking
    the likeliest token each time.
    """
    device = next(model.parameters()).device
    right = []
    for ids, learnt in zip(data.ids.split(64), data.learnt.split(64), strict=True):
        with torch.no_grad():
            guess = model(ids[:, :-1].to(device)).argmax(-1).cpu()
        fits = (guess == ids[:, 1:]) | ~learnt[:, 1:]
        right.append(fits.all(dim=1))
    return float(torch.cat(right).float().mean())


def log_likelihood(model: nn.Module, data: Rows) -> Tensor:
    """For each row the log-probability of what is learnt in it, summed, in nats."""
    device = next(model.parameters()).device
    scores = model(data.ids[:, :-1].to(device)).log_softmax(-1)
    targets = data.ids[:, 1:].to(device)
    each = scores.gather(-1, targets[..., None])[..., 0]
    return (each * data.learnt[:, 1:].to(device)).sum(dim=1)


def loss_on(model: nn.Module, data: Rows) -> float:
    """Mean loss in nats of the tokens to be learnt, without training."""
    with torch.no_grad():
        return float(loss_of(model, data))

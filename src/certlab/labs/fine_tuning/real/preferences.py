"""Pairs of answers as rows, how likely a model finds them, and answers drawn from it."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from certlab.labs.fine_tuning.real.tuning import log_likelihood, rows
from certlab.labs.fine_tuning.tasks import Example, Pair
from certlab.labs.nemo.real.pretraining import Rows
from certlab.labs.nemo.real.tiny_gpt import TinyGPT, generate
from certlab.labs.nemo.stories.tokenizer import Tokenizer


@dataclass(frozen=True)
class PairRows:
    """The preferred answers of pairs as rows, and the rejected ones in the same order."""

    chosen: Rows
    rejected: Rows

    def some(self, numbers: Tensor) -> "PairRows":
        """The pairs of these numbers."""
        return PairRows(
            *(_picked(one, numbers) for one in (self.chosen, self.rejected))
        )


def _picked(data: Rows, numbers: Tensor) -> Rows:
    return Rows(data.ids[numbers], data.learnt[numbers])


def pair_rows(words: Tokenizer, pairs: Sequence[Pair]) -> PairRows:
    """Pairs as rows of one length; only the answers count."""
    answers = [Example(one.prompt, one.chosen) for one in pairs]
    answers += [Example(one.prompt, one.rejected) for one in pairs]
    both = rows(words, answers)
    half = len(pairs)
    return PairRows(
        Rows(both.ids[:half], both.learnt[:half]),
        Rows(both.ids[half:], both.learnt[half:]),
    )


def likelihoods(model: TinyGPT, data: PairRows) -> tuple[Tensor, Tensor]:
    """Log-probabilities in nats of the preferred and of the rejected answers, one each."""
    both = Rows(
        torch.cat((data.chosen.ids, data.rejected.ids)),
        torch.cat((data.chosen.learnt, data.rejected.learnt)),
    )
    chosen, rejected = log_likelihood(model, both).chunk(2)
    return chosen, rejected


def drawn(
    model: TinyGPT,
    words: Tokenizer,
    prompts: Sequence[str],
    *,
    each: int = 1,
    temperature: float = 1.0,
    seed: int = 1,
) -> list[str]:
    """Answers drawn to prompts, `each` in a row to one; the same seed draws the same."""
    stop = (words.end, *words.encode("\n"))
    rng = torch.Generator().manual_seed(seed)
    return [
        words.decode(
            generate(
                model,
                words.encode(prompt),
                12,
                stop=stop,
                temperature=temperature,
                generator=rng,
            )
        )
        for prompt in prompts
        for _ in range(each)
    ]

"""Speculative decoding of the tiny GPT, greedy: a draft proposes, the model checks."""

import torch

from certlab.labs.llm_inference.speculative import check_vocabularies
from certlab.labs.nemo.real.tiny_gpt import TinyGPT


def speculate(
    model: TinyGPT, draft: TinyGPT, prompt: list[int], count: int, *, length: int
) -> tuple[list[int], int, int]:
    """The next `count` tokens of the model, with proposals of a draft.

    Args:
        model: whose tokens these are.
        draft: proposes `length` tokens before each pass of the model.

    Returns: the tokens, passes of the model, and proposals that were accepted.

    Raises:
        Refusal: the draft has another vocabulary.
    """
    check_vocabularies(model.config.vocabulary, draft.config.vocabulary)
    tokens, passes, taken = list(prompt), 0, 0
    with torch.inference_mode():
        while len(tokens) < len(prompt) + count:
            proposed = list(tokens)
            for _ in range(length):
                proposed.append(int(draft(torch.tensor([proposed]))[0, -1].argmax()))
            scores = model(torch.tensor([proposed]))[0, len(tokens) - 1 :].argmax(-1)
            passes += 1
            # The model's own token at each place, up to the first that differs.
            for own, guess in zip(
                scores.tolist(), [*proposed[len(tokens) :], None], strict=True
            ):
                tokens.append(own)
                if own != guess:
                    break
                taken += 1
    return tokens[len(prompt) :][:count], passes, taken

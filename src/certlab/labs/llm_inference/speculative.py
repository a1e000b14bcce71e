"""What a draft gains: tokens of a pass, and the speed-up."""

from certlab.errors import Refusal


def tokens_a_pass(accepted: float, draft: int) -> float:
    """Tokens that one pass of the large model gives on average.

    Args:
        accepted: share of the proposals that it would have made itself, 0 to 1.
        draft: proposals in a pass.

    Source: Leviathan, Kalman and Matias, arXiv 2211.17192.
    """
    if accepted == 1:
        return draft + 1
    return float((1 - accepted ** (draft + 1)) / (1 - accepted))


def speed_up(accepted: float, draft: int, cost: float) -> float:
    """How many times as fast one user's decoding is.

    Args:
        accepted: share of the proposals that are taken, 0 to 1.
        draft: proposals in a pass.
        cost: of one proposal, as a share of a pass of the large model.
    """
    return tokens_a_pass(accepted, draft) / (1 + draft * cost)


def check_vocabularies(target: int, draft: int) -> None:
    """Refuse a draft model that speaks other tokens.

    Raises:
        Refusal: with both sizes.
    """
    if target != draft:
        raise Refusal(
            f"The draft model has {draft} tokens and the model {target}: proposals are token "
            "numbers, so take a draft model with the same tokeniser."
        )

"""How long a training run takes, by the rule of 6 N D.

A token costs 2 N operations forward and 4 N backward (Kaplan et al., Scaling Laws for Neural
Language Models; Hoffmann et al.): one multiplication and one addition a weight, twice as much
again for the gradients. Left out are the scores of attention, which grow with the sequence.
MFU, model FLOPs utilisation, is the share of the peak that such operations reach (Chowdhery et
al., PaLM, appendix B): what is computed again does not count into it, and so lowers it.
"""

from certlab.errors import Refusal
from certlab.words import Sentence

DAY = 86_400  # seconds


def operations(parameters: float, tokens: float) -> float:
    """Operations of a training run; of experts count those that a token goes through.

    Raises:
        Refusal: a number is not above 0.
    """
    if min(parameters, tokens) <= 0:
        raise Refusal(Sentence("The parameters and the tokens must both be above 0."))
    return 6 * parameters * tokens


def days(
    parameters: float, tokens: float, gpus: int, peak_tflops: float, mfu: float
) -> float:
    """Days of training.

    Args:
        parameters: N, that a token goes through.
        tokens: D, of the whole run.
        gpus: all of them.
        peak_tflops: of one, dense, in the precision of the run, in 10^12 a second.
        mfu: the share of the peak that is reached, above 0 and to 1.

    Raises:
        Refusal: a number cannot be.
    """
    if gpus < 1 or peak_tflops <= 0:
        raise Refusal(Sentence("A run needs at least one GPU, and a peak above 0."))
    if not 0 < mfu <= 1:
        raise Refusal(
            Sentence(
                "MFU is a share of the peak, so it must be above 0 and at most 1, "
                "not {mfu}.",
                mfu=f"{mfu:g}",
            )
        )
    rate = gpus * peak_tflops * 1e12 * mfu
    return operations(parameters, tokens) / rate / DAY

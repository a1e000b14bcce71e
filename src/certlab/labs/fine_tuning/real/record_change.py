"""Records how full fine-tuning changes the weights of the tiny GPT.

`python -m certlab.labs.fine_tuning.real.record_change` prints what stands in
`weight_change.py`; it takes seconds.
"""

import copy
import sys

import torch

from certlab.labs.fine_tuning import tasks
from certlab.labs.fine_tuning.real import tuning
from certlab.labs.fine_tuning.weight_change import LAYERS
from certlab.labs.nemo.real import checkpoint


def energies(names: tuple[str, ...]) -> list[float]:
    """Shares of the squared change that each singular direction of the layers holds.

    The model is tuned in full on 500 brief answers, for 40 steps of 8 rows. The squares of
    the k-th singular values of all named layers are summed, the largest first, and divided
    by the sum of all.
    """
    torch.set_num_threads(1)
    base, words = checkpoint.shipped()
    tuned = copy.deepcopy(base)
    data = tuning.rows(words, tasks.brief(1, 500))
    tuning.tune(tuned, data, tuned.parameters(), steps=40, learning_rate=1e-3, batch=8)
    after = tuned.state_dict()
    squares = sum(
        torch.linalg.svdvals((after[name] - weight).double()) ** 2
        for name, weight in base.state_dict().items()
        if name.rpartition(".")[0].endswith(names)
    )
    shares: list[float] = (squares / squares.sum()).tolist()
    return shares


if __name__ == "__main__":
    for where, names in LAYERS.items():
        numbers = " ".join(f"{share:.3g}" for share in energies(names))
        sys.stdout.write(f"{where}\n{numbers}\n")

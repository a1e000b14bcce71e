"""How full fine-tuning changed the weights of the tiny GPT, recorded.

`real/record_change.py` made the numbers, from the singular values of the change of each
linear layer after 40 steps on brief answers.
"""

from math import sqrt

# The linear layers of a block that have adapters, and inputs and outputs of each.
LAYERS = {"attention": ("qkv", "out"), "all": ("qkv", "out", "up", "down")}
SHAPES = {"qkv": (128, 384), "out": (128, 128), "up": (128, 512), "down": (512, 128)}
BLOCKS = 4
WEIGHTS = 847_360

# Shares of the squared change, that of the largest singular value of each layer first.
ENERGY = {
    "attention": """
        0.352 0.174 0.113 0.0828 0.0556 0.0376 0.0293 0.0226 0.0178 0.015 0.0115
        0.00933 0.0076 0.00646 0.00528 0.00472 0.00402 0.00365 0.00321 0.00285
        0.00254 0.00237 0.00217 0.00191 0.00173 0.00158 0.00147 0.00135 0.00127
        0.00117 0.0011 0.00103 0.000947 0.00091 0.000861 0.000813 0.000771
        0.000738 0.000696 0.000658 0.000612 0.000589 0.000566 0.000531 0.000504
        0.000484 0.00046 0.000446 0.000427 0.000403 0.000386 0.000377 0.000356
        0.000343 0.000327 0.000316 0.000305 0.000283 0.000277 0.000272 0.000259
        0.000248 0.00024 0.000232 0.000224 0.000216 0.000209 0.000202 0.000198
        0.000192 0.000184 0.000177 0.000171 0.000166 0.00016 0.000153 0.000148
        0.000144 0.000139 0.000133 0.000128 0.000125 0.00012 0.000116 0.000113
        0.000109 0.000105 0.000101 9.73e-05 9.49e-05 9.1e-05 8.76e-05 8.63e-05
        8.19e-05 7.91e-05 7.72e-05 7.5e-05 7.24e-05 6.95e-05 6.58e-05 6.3e-05
        6.06e-05 5.87e-05 5.71e-05 5.48e-05 5.21e-05 5e-05 4.92e-05 4.73e-05
        4.62e-05 4.39e-05 4.22e-05 4.09e-05 3.91e-05 3.72e-05 3.61e-05 3.48e-05
        3.28e-05 3.11e-05 2.92e-05 2.79e-05 2.58e-05 2.42e-05 2.34e-05 2.14e-05
        1.97e-05 1.86e-05 1.65e-05
    """,
    "all": """
        0.43 0.167 0.09 0.0653 0.0467 0.0325 0.0251 0.0199 0.0153 0.0124 0.00996
        0.00817 0.00697 0.00601 0.00499 0.00442 0.00381 0.00335 0.00298 0.00271
        0.00241 0.00215 0.00198 0.0018 0.00167 0.00152 0.00141 0.00129 0.00122
        0.00112 0.00106 0.00101 0.000936 0.000893 0.000851 0.000811 0.000761
        0.000732 0.000691 0.000661 0.00063 0.000605 0.00058 0.000554 0.000534
        0.000515 0.000495 0.000478 0.000461 0.00044 0.000423 0.000409 0.000393
        0.000381 0.000364 0.000354 0.000341 0.000328 0.00032 0.00031 0.000299
        0.000289 0.00028 0.000273 0.000265 0.000257 0.000249 0.000241 0.000235
        0.000227 0.000221 0.000214 0.000207 0.000201 0.000195 0.000189 0.000185
        0.000179 0.000175 0.000169 0.000164 0.00016 0.000155 0.00015 0.000146
        0.000142 0.000137 0.000132 0.000129 0.000125 0.000121 0.000117 0.000115
        0.000111 0.000108 0.000106 0.000101 9.89e-05 9.52e-05 9.18e-05 8.86e-05
        8.58e-05 8.37e-05 8.17e-05 7.93e-05 7.63e-05 7.41e-05 7.18e-05 6.96e-05
        6.75e-05 6.54e-05 6.33e-05 6.13e-05 5.91e-05 5.67e-05 5.47e-05 5.32e-05
        5.1e-05 4.83e-05 4.62e-05 4.44e-05 4.22e-05 4.03e-05 3.82e-05 3.59e-05
        3.38e-05 3.18e-05 2.81e-05
    """,
}


def energy(where: str) -> list[float]:
    """Shares of the squared change, by singular direction; they sum to 1."""
    shares = [float(share) for share in ENERGY[where].split()]
    return [share / sum(shares) for share in shares]


def trained(rank: int, where: str) -> int:
    """Values that adapters of a rank train on these layers of all blocks."""
    return BLOCKS * sum(rank * sum(SHAPES[name]) for name in LAYERS[where])


def error(rank: int, where: str) -> float:
    """What the best product of a rank leaves of the change, relative to the whole.

    By the theorem of Eckart and Young that is the root of the squares of all singular
    values after the first `rank`.
    """
    return sqrt(sum(energy(where)[rank:]))

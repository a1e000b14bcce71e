"""A small detector: for each cell of a grid whether a drum's middle is in it, and its box."""

import copy
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, smooth_l1_loss

from certlab.errors import Refusal
from certlab.labs.omniverse.real.rendering import SIDE, Picture
from certlab.labs.omniverse.warehouse.scoring import Score, overlap, score

CELLS = 16  # of the grid, each way
STEP = SIDE // CELLS  # pixels a cell
LEAST, MOST = 0.05, 40  # how sure a report is at least; reports of a picture
TYPICAL = 16.0  # pixels of a drum, what widths and heights are measured in


# Of each layer: channels before and after, stride, and how far apart its nine taps are.
LAYERS = ((3, 16, 2, 1), (16, 32, 2, 1), (32, 32, 1, 2), (32, 32, 1, 4), (32, 32, 1, 1))
Box = tuple[float, float, float, float]  # left, top, right, bottom, in pixels


def network() -> nn.Module:
    """Six convolutions: from 64 × 64 pixels to 16 × 16 cells of five numbers."""
    layers: list[nn.Module] = []
    for before, after, stride, apart in LAYERS:
        taps = {"stride": stride, "padding": apart, "dilation": apart}
        layers.append(nn.Conv2d(before, after, 3, bias=False, **taps))
        layers += [nn.BatchNorm2d(after), nn.ReLU()]
    return nn.Sequential(*layers, nn.Conv2d(32, 5, 1))


def pixels_of(pictures: Sequence[Picture]) -> Tensor:
    """Pictures as a network takes them, the mean brightness of each taken out."""
    stacked = torch.from_numpy(np.stack([one.pixels for one in pictures]))
    stacked = stacked.permute(0, 3, 1, 2)
    return stacked - stacked.mean(dim=(1, 2, 3), keepdim=True)


def targets(pictures: Sequence[Picture]) -> Tensor:
    """What the network shall say of each cell: drum or not, its middle, its size."""
    wanted = torch.zeros(len(pictures), 5, CELLS, CELLS)
    for place, picture in enumerate(pictures):
        for left, top, right, bottom in picture.boxes:
            across, down = (left + right) / 2 / STEP, (top + bottom) / 2 / STEP
            column, row = min(int(across), CELLS - 1), min(int(down), CELLS - 1)
            numbers = [1.0, across - column, down - row]
            numbers += [(right - left) / TYPICAL, (bottom - top) / TYPICAL]
            wanted[place, :, row, column] = torch.tensor(numbers)
    return wanted


def train(
    pictures: Sequence[Picture],
    *,
    steps: int = 250,
    seed: int = 0,
    after: nn.Module | None = None,
) -> nn.Module:
    """A detector that has seen these pictures many times, mirrored and moved by some cells.

    Args:
        pictures: with their labels.
        steps: of the optimizer, each on 32 pictures.
        seed: of the first weights, of the order and of the moves.
        after: a detector to go on from, more gently; it stays as it is.
    """
    if not any(picture.boxes for picture in pictures):
        raise Refusal(
            f"train: none of the {len(pictures)} pictures shows a drum, so there is "
            "nothing to learn; let scenes have drums, as drums=(1, 3)."
        )
    torch.manual_seed(seed)
    model = copy.deepcopy(after) if after else network()
    rate = 2e-3 if after else 4e-3
    given, wanted = _with_mirrored(pixels_of(pictures), targets(pictures))
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=1e-2)
    falling = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps)
    model.train()
    for _ in range(steps):
        chosen = torch.randint(len(given), (32,))
        across, down = int(torch.randint(-2, 3, ())), int(torch.randint(-1, 2, ()))
        moved = given[chosen].roll((across * STEP, down * STEP), (3, 2))
        loss = _loss(model(moved), wanted[chosen].roll((across, down), (3, 2)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        falling.step()
    return model.eval()


def _with_mirrored(given: Tensor, wanted: Tensor) -> tuple[Tensor, Tensor]:
    """All of them, and all of them seen in a mirror."""
    mirrored = wanted.flip(3)
    mirrored[:, 1] = torch.where(mirrored[:, 0] > 0, 1 - mirrored[:, 1], 0.0)
    return torch.cat([given, given.flip(3)]), torch.cat([wanted, mirrored])


def _loss(said: Tensor, wanted: Tensor) -> Tensor:
    there = wanted[:, 0] > 0
    weight = torch.tensor(8.0)  # most cells have no drum
    sure = binary_cross_entropy_with_logits(said[:, 0], wanted[:, 0], pos_weight=weight)
    boxes = (one.permute(0, 2, 3, 1)[there][:, 1:] for one in (said, wanted))
    return 10 * sure + smooth_l1_loss(*boxes) if there.any() else 10 * sure


def find(
    model: nn.Module, pictures: Sequence[Picture]
) -> list[list[tuple[float, Box]]]:
    """What the detector reports of each picture, how sure and where, the surest first."""
    with torch.no_grad():
        said = model(pixels_of(pictures))
    sure = said[:, 0].sigmoid()
    found = []
    for place in range(len(pictures)):
        rows, columns = torch.nonzero(sure[place] >= LEAST, as_tuple=True)
        here = []
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            _, across, down, width, height = said[place, :, row, column].tolist()
            x, y = (column + across) * STEP, (row + down) * STEP
            half, tall = width * TYPICAL / 2, height * TYPICAL / 2
            box = (x - half, y - tall, x + half, y + tall)
            here.append((float(sure[place, row, column]), box))
        found.append(_once(sorted(here, reverse=True)[:MOST]))
    return found


def _once(found: list[tuple[float, Box]]) -> list[tuple[float, Box]]:
    """Of boxes that lie on each other only the surest (non-maximum suppression)."""
    kept: list[tuple[float, Box]] = []
    for one in found:
        if all(overlap(one[1], other) < 0.5 for _, other in kept):
            kept.append(one)
    return kept


def judge(model: nn.Module, pictures: Sequence[Picture]) -> Score:
    """How good a detector is on pictures that it was not trained on."""
    return score(find(model, pictures), [picture.boxes for picture in pictures])

"""Pictures of pages in few colours: small files, and plain grounds stay plain."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from PIL import Image


def reduced(pictures: Sequence[Image.Image], most: int) -> list[Image.Image]:
    """Pictures in RGB with one palette for all, of `most` colours or fewer.

    Half of them are those that most pixels have, and half are spread over all that there are,
    or the few coloured words of a page would turn grey. Without dither, which would draw dots
    into plain grounds.
    """
    pixels = Counter[int]()
    for one in pictures:
        colours, counts = np.unique(_packed(one), return_counts=True)
        pixels.update(dict(zip(colours.tolist(), counts.tolist(), strict=True)))
    common = [colour for colour, _ in pixels.most_common(most // 2)]
    every = Image.fromarray(_unpacked(np.array([*pixels]))[np.newaxis])
    spread = every.quantize(most // 2, Image.Quantize.MAXCOVERAGE).convert("RGB")
    palette = np.array([*dict.fromkeys([*common, *_packed(spread).ravel().tolist()])])
    return [_in_colours(one, _unpacked(palette)) for one in pictures]


def _packed(picture: Image.Image) -> np.ndarray:
    """Each pixel as one number."""
    rgb = np.asarray(picture, dtype=np.int64)
    return (rgb[..., 0] << 16) + (rgb[..., 1] << 8) + rgb[..., 2]


def _unpacked(colours: np.ndarray) -> np.ndarray:
    """Such numbers as rows of red, green and blue."""
    parts = [colours >> 16, colours >> 8 & 255, colours & 255]
    return np.stack(parts, axis=-1).astype(np.uint8)


def _in_colours(picture: Image.Image, palette: np.ndarray) -> Image.Image:
    """Every pixel in the nearest of these colours; Pillow's own way takes one that is near."""
    colours, places = np.unique(_packed(picture), return_inverse=True)
    apart = _unpacked(colours)[:, np.newaxis].astype(np.int64) - palette
    nearest = (apart**2).sum(axis=-1).argmin(axis=-1).astype(np.uint8)
    shape = (picture.height, picture.width)
    made = Image.fromarray(nearest[places].reshape(shape)).convert("P")
    made.putpalette(palette.ravel().tolist())
    return made

"""Pictures of pages in few colours: small files, and plain grounds stay plain."""

from collections import Counter
from collections.abc import Sequence

from PIL import Image


def reduced(pictures: Sequence[Image.Image], most: int) -> list[Image.Image]:
    """Pictures in RGB with one palette for all: the colours that most pixels have.

    A page has few colours besides the shades of its letters. Without dither, which would draw
    dots into plain grounds.
    """
    pixels = Counter[tuple[int, ...]]()
    for one in pictures:
        for n, colour in one.getcolors(one.width * one.height) or ():
            assert isinstance(colour, tuple)
            pixels[colour] += n
    palette = Image.new("P", (1, 1))
    colours = (part for colour, _ in pixels.most_common(most) for part in colour)
    palette.putpalette([*colours])
    none = Image.Dither.NONE
    return [one.quantize(palette=palette, dither=none) for one in pictures]

"""Formats of blocks: small elements that share a scale.

MX formats are those of the Open Compute Project, with a power of two (E8M0) for 32
elements. NVFP4 is NVIDIA's: 16 elements share a scale in FP8 E4M3, and all blocks of a
tensor one in FP32.
"""

from certlab.errors import Refusal
from certlab.labs.gpu_architecture.numbers.blocks import BlockFormat
from certlab.labs.gpu_architecture.numbers.formats import FORMATS
from certlab.words import Sentence

BLOCK_FORMATS = {
    one.id: one
    for one in (
        BlockFormat("nvfp4", "NVFP4", FORMATS["fp4-e2m1"], 16, FORMATS["fp8-e4m3"]),
        BlockFormat("mxfp4", "MXFP4", FORMATS["fp4-e2m1"], 32),
        BlockFormat("mxfp6-e2m3", "MXFP6 E2M3", FORMATS["fp6-e2m3"], 32),
        BlockFormat("mxfp6-e3m2", "MXFP6 E3M2", FORMATS["fp6-e3m2"], 32),
        BlockFormat("mxfp8-e4m3", "MXFP8 E4M3", FORMATS["fp8-e4m3"], 32),
        BlockFormat("mxfp8-e5m2", "MXFP8 E5M2", FORMATS["fp8-e5m2"], 32),
    )
}


def block_format(id: str) -> BlockFormat:
    """The block format of that id.

    Raises:
        Refusal: there is none.
    """
    if id not in BLOCK_FORMATS:
        there = ", ".join(BLOCK_FORMATS)
        raise Refusal(
            Sentence(
                "There is no format {id}; choose one of {there}.", id=id, there=there
            )
        )
    return BLOCK_FORMATS[id]

"""The formats that Tensor Cores read, and FP32.

The layouts of FP8 are those of the Open Compute Project's 8-bit specification, those of FP6
and FP4 those of its microscaling (MX) specification; TF32 is described by NVIDIA as the
exponent of FP32 with the mantissa of FP16.
"""

from certlab.errors import Refusal
from certlab.labs.gpu_architecture.numbers.format import FINITE, FN, Format
from certlab.words import Sentence

FORMATS = {
    one.id: one
    for one in (
        Format("fp32", "FP32", 8, 23),
        Format(
            "tf32", "TF32", 8, 10, stored=32, note="19 bits used, 32 bits in memory"
        ),
        Format("bf16", "BF16", 8, 7, note="the range of FP32"),
        Format("fp16", "FP16", 5, 10),
        Format("fp8-e4m3", "FP8 E4M3", 4, 3, top=FN, note="also E4M3FN: no infinity"),
        Format(
            "fp8-e4m3-ieee",
            "FP8 E4M3 (IEEE-like)",
            4,
            3,
            note="not what GPUs by NVIDIA use; it has infinity and ends at 240",
        ),
        Format("fp8-e5m2", "FP8 E5M2", 5, 2, note="the range of FP16"),
        Format("fp6-e3m2", "FP6 E3M2", 3, 2, top=FINITE),
        Format("fp6-e2m3", "FP6 E2M3", 2, 3, top=FINITE),
        Format("fp4-e2m1", "FP4 E2M1", 2, 1, top=FINITE),
    )
}


def format_of(id: str) -> Format:
    """The format of that id.

    Raises:
        Refusal: there is none.
    """
    if id not in FORMATS:
        there = ", ".join(FORMATS)
        raise Refusal(
            Sentence(
                "There is no format {id}; choose one of {there}.", id=id, there=there
            )
        )
    return FORMATS[id]

"""A graph as written against the same rewritten, and FP32 against INT8, on one thread."""

from certlab.compute.contest import Contest, Prepared, Side
from certlab.labs.tensorrt.real import digits, networks, quantiser, runtime

MARGIN = 0.02  # of accuracy: ten of the 500 held-out images
_IMAGES = "500 images of 8 × 8"
_BLOCKS = "four blocks, 4 × 32 × 56 × 56"


def contests() -> list[Contest]:
    """Both run on a processor; a GPU's answer needs TensorRT, which brings its own tools."""
    return [
        Contest(
            id="graph-rewriting",
            what="four blocks of convolution, batch normalisation and ReLU",
            old=_side("ONNX Runtime, DISABLE_ALL", "no rewriting", "FP32", _BLOCKS),
            new=_side("ONNX Runtime, ENABLE_ALL", "ONNX Runtime", "FP32", _BLOCKS),
            make=_make_rewriting,
            needs=("onnx", "onnxruntime"),
        ),
        Contest(
            id="int8-digits",
            what="reading digits with two convolutions",
            old=_side("ONNX Runtime in FP32", "ONNX Runtime", "FP32", _IMAGES),
            new=_side("ONNX Runtime in INT8", "ONNX Runtime", "INT8", _IMAGES),
            make=_make_int8,
            needs=("onnx", "onnxruntime", "sklearn"),
        ),
    ]


def _side(name: str, engine: str, dtype: str, size: str) -> Side:
    return Side(
        name=name,
        engine=engine,
        device="cpu",
        dtype=dtype,
        sparsity="dense",
        threads=1,
        size=size,
    )


def _make_rewriting() -> Prepared:
    import numpy as np

    network = networks.blocks(4, channels=32, side=56)
    old, new = (runtime.load(network, level) for level in ("DISABLE_ALL", "ENABLE_ALL"))
    x = np.random.default_rng(1).normal(size=(4, 32, 56, 56)).astype(np.float32)

    def same() -> str:
        wanted = old.run(x)
        apart = float(abs(new.run(x) - wanted).max())
        allowed = 1e-4 * float(abs(wanted).max())
        return "" if apart <= allowed else f"a value differs by {apart:.3g}"

    return Prepared(lambda: old.run(x), lambda: new.run(x), same)


def _make_int8() -> Prepared:
    data = digits.digits()
    network = digits.network()
    old = runtime.load(network)
    new = runtime.load(quantiser.quantised(network, data.images[:200]))

    def same() -> str:
        wide, narrow = digits.accuracy(old), digits.accuracy(new)
        if narrow >= wide - MARGIN:
            return ""
        return f"accuracy {narrow:.3f} against {wide:.3f}"

    images = data.held_images
    return Prepared(lambda: old.run(images), lambda: new.run(images), same)

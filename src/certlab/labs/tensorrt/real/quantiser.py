"""Static INT8 with Q/DQ nodes, by ONNX Runtime: a calibration set, a rule, scales in the file."""

import contextlib
import io
import logging
import tempfile
from pathlib import Path
from typing import Any

from certlab.errors import Refusal

BINS = 512  # in which values are counted for the entropy rule
SHARE = 99.9  # % of the values that the percentile rule keeps
RULES = ("MinMax", "Entropy", "Percentile")


def quantised(
    model: Any, calibration: Any, rule: str = "MinMax", *, per_channel: bool = True
) -> Any:
    """The model with Q/DQ nodes, symmetric as TensorRT wants them.

    Args:
        model: an ONNX model with the input `x`.
        calibration: inputs of the shape (n, ...), typical of what will be asked.
        rule: which values a scale keeps, one of `RULES`.
        per_channel: whether weights have a scale for each output channel.

    Raises:
        Refusal: the calibration set is empty, does not have the shape of `x`, or has no finite
            values.
    """
    _fits(model, calibration)
    import onnx
    from onnxruntime import quantization as q

    with tempfile.TemporaryDirectory() as folder, _quiet():
        given, made = (Path(folder) / f"{name}.onnx" for name in ("given", "made"))
        onnx.save(model, given)  # handed over as an object it would be written into
        ranges = _ranges(str(given), calibration, rule)
        q.quantize_static(
            given,
            made,
            _reader(calibration),
            quant_format=q.QuantFormat.QDQ,
            per_channel=per_channel,
            activation_type=q.QuantType.QInt8,
            weight_type=q.QuantType.QInt8,
            extra_options={
                "ActivationSymmetric": True,
                "WeightSymmetric": True,
                "TensorQuantOverrides": {
                    name: [{"rmin": -end, "rmax": end}] for name, end in ranges.items()
                },
            },
        )
        return onnx.load(made)


def scales(model: Any) -> dict[str, Any]:
    """The scales of a model with Q/DQ nodes by tensor: one, or one for each channel."""
    from onnx import numpy_helper

    held = {one.name: one for one in model.graph.initializer}
    found: dict[str, Any] = {}
    for node in model.graph.node:
        given = node.input[0] if node.input else ""
        stored = given.removesuffix("_quantized")  # integers instead of a weight
        if node.op_type == "QuantizeLinear" or (
            node.op_type == "DequantizeLinear" and stored != given
        ):
            found[stored] = numpy_helper.to_array(held[node.input[1]])
    return found


def _fits(model: Any, calibration: Any) -> None:
    import numpy as np

    given = model.graph.input[0].type.tensor_type.shape.dim
    wanted = tuple(one.dim_value or -1 for one in given)
    shape = np.shape(calibration)
    if not len(shape) or not shape[0]:
        raise Refusal(
            "The calibration set is empty: give some hundred inputs like those that "
            "will be asked."
        )
    if len(shape) != len(wanted) or shape[1:] != wanted[1:]:
        raise Refusal(
            f"The calibration set has the shape {shape} and the model reads "
            f"(any, {', '.join(map(str, wanted[1:]))}): shape each input as the model "
            "reads it."
        )
    lost = sum(not np.isfinite(one).all() for one in np.asarray(calibration))
    if lost:
        raise Refusal(
            f"{lost} of the {shape[0]} calibration inputs hold NaN or infinity, and a scale "
            "has to hold the largest value: leave them out."
        )


def _ranges(model: str, calibration: Any, rule: str) -> dict[str, Any]:
    """The largest value that each activation tensor keeps, by name.

    quantize_static counts in 128 bins, so that its entropy rule has nothing to cut, and
    takes no other number. Asked directly, the calibrator does.
    """
    import numpy as np
    from onnxruntime.quantization import CalibrationMethod, calibrate

    options = {"symmetric": True, "percentile": SHARE}
    if rule == "Entropy":
        options |= {"num_bins": BINS, "num_quantized_bins": 128}
    with tempfile.TemporaryDirectory() as folder:
        calibrator = calibrate.create_calibrator(
            model,
            augmented_model_path=str(Path(folder) / "augmented.onnx"),
            calibrate_method=getattr(CalibrationMethod, rule),
            extra_options=options,
        )
        calibrator.collect_data(_reader(calibration))
        found = calibrator.compute_data()
        del calibrator  # it holds the file
    return {
        name: np.float32(np.abs(np.asarray(data.range_value)).max())
        for name, data in found.items()
    }


def _reader(calibration: Any) -> Any:
    from onnxruntime.quantization import CalibrationDataReader

    class Once(CalibrationDataReader):  # type: ignore[misc]  # ONNX Runtime has no types
        """All inputs as one batch: its histograms want batches of one size."""

        def __init__(self) -> None:
            self.batches = iter([{"x": calibration}])

        def get_next(self) -> dict[str, Any] | None:
            return next(self.batches, None)

    return Once()


@contextlib.contextmanager
def _quiet() -> Any:
    """Without the quantiser's advice, which it prints and logs in several ways."""
    level = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    finally:
        logging.disable(level)

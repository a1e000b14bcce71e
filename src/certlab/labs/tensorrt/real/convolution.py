"""One convolution by three algorithms, which a tuner chooses among. Stride 1, same size.

`x` has the shape (channels, side, side) and `weight` (channels out, channels, size, size)
with an odd size. Each answers with (channels out, side, side), and all agree up to rounding.
"""

from typing import Any


def by_columns(x: Any, weight: Any) -> Any:
    """Copies each window into a column and multiplies one large matrix."""
    import numpy as np

    size, side = weight.shape[-1], x.shape[-1]
    windows = np.lib.stride_tricks.sliding_window_view(
        _padded(x, size), (size, size), axis=(1, 2)
    )
    columns = windows.transpose(0, 3, 4, 1, 2).reshape(-1, side * side)
    return (weight.reshape(len(weight), -1) @ columns).reshape(-1, side, side)


def by_shifts(x: Any, weight: Any) -> Any:
    """Adds up one small product for each place of the kernel, and copies nothing."""
    import numpy as np

    size, side = weight.shape[-1], x.shape[-1]
    padded = _padded(x, size)
    total = np.zeros((len(weight), side * side), dtype=x.dtype)
    for row in range(size):
        for column in range(size):
            seen = padded[:, row : row + side, column : column + side]
            total += weight[:, :, row, column] @ seen.reshape(len(x), -1)
    return total.reshape(-1, side, side)


def by_fourier(x: Any, weight: Any) -> Any:
    """Multiplies Fourier transforms, whose work hardly depends on the kernel's size."""
    import numpy as np

    size, side = weight.shape[-1], x.shape[-1]
    wide = side + size - 1
    grid = (wide, wide)
    spectra = np.einsum(
        "kchw,chw->khw",
        np.fft.rfft2(weight[:, :, ::-1, ::-1], grid),
        np.fft.rfft2(x, grid),
    )
    edge = size // 2
    whole = np.fft.irfft2(spectra, grid)
    return whole[:, edge : edge + side, edge : edge + side].astype(x.dtype)


def _padded(x: Any, size: int) -> Any:
    import numpy as np

    edge = size // 2
    return np.pad(x, ((0, 0), (edge, edge), (edge, edge)))


TACTICS = {"columns": by_columns, "shifts": by_shifts, "fourier": by_fourier}


def layer(channels: int, side: int, size: int, *, seed: int = 0) -> tuple[Any, Any]:
    """An input and weights of that shape, in FP32."""
    import numpy as np

    draw = np.random.default_rng(seed)
    x = draw.normal(size=(channels, side, side)).astype(np.float32)
    spread = (channels * size * size) ** -0.5
    weight = draw.normal(0, spread, (channels, channels, size, size))
    return x, weight.astype(np.float32)

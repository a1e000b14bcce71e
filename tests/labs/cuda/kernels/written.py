"""Kernels to run: a right one for each puzzle, and ways to get them wrong."""

from typing import Any

from certlab.labs.cuda.kernels import TILE, outside

cuda: Any = outside
float32 = None


def to_fahrenheit(out, c):
    i = cuda.grid(1)
    out[i] = 1.8 * c[i] + 32


def saxpy(out, x, y, a):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a * x[i] + y[i]


def centre(out, table, means):
    column, row = cuda.grid(2)
    rows, columns = out.shape
    if row < rows and column < columns:
        out[row, column] = table[row, column] - means[column]


def smooth(out, x):
    tile = cuda.shared.array(6, float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    tile[t + 1] = x[i] if i < x.size else 0.0
    if t == 0:
        tile[0] = x[i - 1] if i > 0 else 0.0
    if t == 3:
        tile[5] = x[i + 1] if i + 1 < x.size else 0.0
    cuda.syncthreads()
    if i < x.size:
        out[i] = (tile[t] + tile[t + 1] + tile[t + 2]) / 3


def total(out, x):
    part = cuda.shared.array(16, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    part[t] = x[i] if i < x.size else 0.0
    step = cuda.blockDim.x // 2
    while step > 0:
        cuda.syncthreads()
        if t < step:
            part[t] = part[t] + part[t + step]
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = part[0]


def tiles(out, a, b):
    a_tile = cuda.shared.array((TILE, TILE), float32)
    b_tile = cuda.shared.array((TILE, TILE), float32)
    column, row = cuda.grid(2)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    found = 0.0
    for k in range(0, a.shape[1], TILE):
        a_tile[y, x] = a[row, k + x]
        b_tile[y, x] = b[k + y, column]
        cuda.syncthreads()
        for j in range(TILE):
            found += a_tile[y, j] * b_tile[j, x]
        cuda.syncthreads()
    out[row, column] = found


RIGHT = {
    "map": to_fahrenheit,
    "guard": saxpy,
    "plane": centre,
    "stencil": smooth,
    "total": total,
    "tiles": tiles,
}

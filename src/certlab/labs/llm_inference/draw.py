"""Timelines of batches and maps of the cache, drawn and in words.

Colour is the request; hatched is prefill, plain is decode, dots are a slot or a place in
a block that is there and not used.
"""

from collections.abc import Iterator

from certlab.drawing import marks
from certlab.labs.llm_inference.film import Film, Frame, Span

_LEFT, _WIDE, _LANE = 58, 640, 26
_CELL = 15  # a token's place in a block


def timeline(film: Film, until: float | None = None) -> str:
    """Slots over time, as SVG text.

    Args:
        film: the run.
        until: end of the axis in milliseconds, so that two runs can be compared.
    """
    end = until or film.run.milliseconds
    scale = (_WIDE - _LEFT - 12) / end
    foot = 8 + _LANE * film.engine.slots
    wide = film.run.milliseconds * scale
    lines = [line for slot in range(film.engine.slots) for line in _lane(slot, wide)]
    for span in film.spans():
        lines += _span(span, scale)
    across = wide + _LEFT
    lines.append(marks.path(f"M{across:g} 4V{foot}", 'stroke-width="2"'))
    step = marks.tick_step(end, 6)
    lines += marks.axis(_LEFT, foot + 2, end * scale, end, step, lambda ms: f"{ms:g}")
    lines.append(
        marks.text(_WIDE - 12, foot + 38, "milliseconds", at="end", small=True)
    )
    return marks.picture(_WIDE, foot + 44, "Requests in slots", words(film), lines)


def words(film: Film) -> str:
    """A run in one sentence."""
    run = film.run
    again = (
        f", {run.preemptions} pre-emption{'s' * (run.preemptions != 1)}"
        if run.preemptions
        else ""
    )
    return (
        f"{len(run.outcomes)} requests, {run.tokens} tokens in {run.milliseconds:g} ms: "
        f"{run.tokens_a_second:.1f} tokens a second, mean TTFT {run.ttft:.0f} ms, "
        f"slots at work {run.at_work:.1%}{again}."
    )


def blocks(film: Film, milliseconds: float, *, columns: int = 8) -> str:
    """The cache at a time, block by block, as SVG text.

    Args:
        film: a run with a limited cache.
        milliseconds: when.
        columns: blocks in a row.
    """
    assert film.engine.blocks is not None  # a cache without an end has no map
    frame, size = film.at(milliseconds), film.engine.block
    wide, high = max(70, _CELL * size + 8), 46
    rows = -(-film.engine.blocks // columns)
    owner = _owners(frame, size)
    lines: list[str] = []
    for block in range(film.engine.blocks):
        x, y = 8 + block % columns * (wide + 6), 8 + block // columns * (high + 6)
        lines += _block(x, y, wide, block, owner.get(block), size)
    return marks.picture(
        columns * (wide + 6) + 10,
        rows * (high + 6) + 10,
        "Blocks of the KV cache",
        block_words(film, milliseconds),
        lines,
    )


def block_words(film: Film, milliseconds: float) -> str:
    """The cache at a time in one sentence."""
    frame, engine = film.at(milliseconds), film.engine
    used = len({block for held in frame.held.values() for block in held})
    places = sum(len(held) for held in frame.held.values()) * engine.block
    empty = places - sum(frame.tokens[request] for request in frame.held)
    each = ", ".join(
        f"R{request + 1} {len(held)}" for request, held in sorted(frame.held.items())
    )
    return (
        f"At {frame.start:g} ms {used} of {engine.blocks} blocks are held ({each}); "
        f"{empty} token places in them are empty."
    )


def _lane(slot: int, wide: float) -> Iterator[str]:
    y = 8 + slot * _LANE
    yield marks.text(_LEFT - 8, y + 17, f"slot {slot}", at="end", small=True)
    yield marks.cell(_LEFT, y + 2, _WIDE - _LEFT - 12, _LANE - 6)
    yield marks.idle(_LEFT, y + 2, wide, _LANE - 6)


def _span(span: Span, scale: float) -> Iterator[str]:
    x, y = _LEFT + span.start * scale, 8 + span.slot * _LANE + 2
    wide = (span.end - span.start) * scale
    yield marks.box(x, y, wide, _LANE - 6, marks.PAPER)
    yield marks.mark(x, y, wide, _LANE - 6, span.request)
    if span.kind == "read":
        yield marks.hatch(x, y, wide, _LANE - 6)
    elif wide > 24:
        yield marks.text(x + 6, y + 15, f"R{span.request + 1}", bold=True)


def _owners(frame: Frame, size: int) -> dict[int, tuple[int, int]]:
    """Of each held block the request and the tokens in it."""
    return {
        block: (request, max(0, min(size, frame.tokens[request] - place * size)))
        for request, held in frame.held.items()
        for place, block in enumerate(held)
    }


def _block(
    x: float,
    y: float,
    wide: float,
    number: int,
    owner: tuple[int, int] | None,
    size: int,
) -> Iterator[str]:
    if owner is None:
        yield marks.cell(x, y, wide, 46)
        yield marks.text(x + 6, y + 17, "free", small=True)
    else:
        request, tokens = owner
        part = wide / size
        yield marks.mark(x, y, wide, 46, request)
        yield marks.text(x + 6, y + 17, f"R{request + 1}", bold=True)
        yield marks.idle(x + tokens * part, y + 24, (size - tokens) * part, 22)
        yield marks.path(f"M{x:g} {y + 23.5:g}h{wide:g}", 'stroke-opacity="0.4"')
    yield marks.text(x + wide - 5, y + 17, str(number), at="end", small=True)

"""The contests of NIM: what a server around a model costs the client that streams from it."""

from functools import partial

from certlab.compute.contest import Contest, Prepared, Side

_LONG = 64


def contests() -> list[Contest]:
    """The bare loop against a stream over HTTP: one token, and many."""
    return [
        _contest("nim-first-token", 1, "the first token of an answer"),
        _contest(
            "nim-tokens", _LONG, f"an answer of {_LONG} tokens, one after another"
        ),
    ]


def _contest(id: str, tokens: int, what: str) -> Contest:
    size = f"a prompt of 24 tokens, {tokens} after it"
    side = partial(Side, device="cpu", dtype="FP32", threads=1, size=size)
    return Contest(
        id=id,
        what=f"{what} of a tiny GPT, for one client",
        old=side(name="the bare loop", engine="PyTorch"),
        new=side(name="a stream over HTTP", engine="PyTorch behind a server"),
        make=partial(_make, tokens),
        needs=("openai", "starlette", "torch", "uvicorn"),
    )


def _make(tokens: int) -> Prepared:
    from certlab.labs.nim.real import streamed

    return streamed.prepare(tokens)

"""One answer twice: from the bare loop in this process, and as a stream of the server."""

import torch

from certlab.compute.contest import Prepared
from certlab.labs.nemo.real import checkpoint
from certlab.labs.nemo.real.tiny_gpt import generate
from certlab.labs.nim.real import server

_PROMPT = (
    "It is a rainy evening. Cleo is in the garden. Cleo has a green shoe. "
    "Gita is in the library."
)


def prepare(tokens: int) -> Prepared:
    """A server that answers; each call makes so many tokens of one answer."""
    from openai import OpenAI

    model, words = checkpoint.shipped()
    threads = torch.get_num_threads()
    served = server.start()
    client = OpenAI(base_url=served.base_url, api_key="not-used")

    def bare() -> str:
        return words.decode(generate(model, words.encode(_PROMPT), tokens))

    def streamed() -> str:
        stream = client.completions.create(
            model=server.MODEL,
            prompt=_PROMPT,
            max_tokens=tokens,
            temperature=0,
            stream=True,
            extra_body={"ignore_eos": True},
        )
        return "".join(chunk.choices[0].text for chunk in stream)

    def same() -> str:
        return "" if bare() == streamed() else "the texts differ"

    def close() -> None:
        torch.set_num_threads(threads)
        client.close()
        served.stop()

    torch.set_num_threads(1)
    return Prepared(bare, streamed, same, close)

"""The local model behind NeMo Guardrails' protocol `LLMModel`, and its embeddings.

The library is imported when something is made of it.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from functools import cache
from typing import Any

from certlab.labs.trustworthy_ai.rails.reading import reply
from certlab.labs.trustworthy_ai.rails.vectors import WIDE, vector


class LocalModel:
    """A model that answers by reading the prompt; it counts its calls.

    Args:
        answers: what it says to a prompt; another one shows what happens when it fails.
    """

    model_name = "local"
    provider_name = "certlab"
    provider_url = None

    def __init__(self, answers: Callable[[str], str] = reply) -> None:
        """A model that has not been asked anything."""
        self._answers = answers
        self.prompts: list[str] = []

    async def generate_async(self, prompt: str | Sequence[Any], **_: Any) -> Any:
        """The answer to a prompt, a text or the library's `ChatMessage`s, at once."""
        from nemoguardrails.types import LLMResponse

        text = prompt if isinstance(prompt, str) else _joined(prompt)
        self.prompts.append(text)
        return LLMResponse(content=self._answers(text), finish_reason="stop")

    async def stream_async(
        self, prompt: str | Sequence[Any], **more: Any
    ) -> AsyncIterator[Any]:
        """The same in one piece."""
        from nemoguardrails.types import LLMResponseChunk

        response = await self.generate_async(prompt, **more)
        yield LLMResponseChunk(delta_content=response.content)


@cache
def word_vectors() -> type:
    """Embeddings without a download: hashed words, of length one."""
    from nemoguardrails.embeddings.providers.base import EmbeddingModel

    class WordVectors(EmbeddingModel):  # type: ignore[misc]  # the library has no types
        engine_name = "certlab-words"

        def __init__(self, embedding_model: str = "", **_: Any) -> None:
            self.model = embedding_model
            self.embedding_size = WIDE

        def encode(self, documents: list[str]) -> list[list[float]]:
            return [[*vector(one)] for one in documents]

        async def encode_async(self, documents: list[str]) -> list[list[float]]:
            return self.encode(documents)

    return WordVectors


def _joined(messages: Sequence[Any]) -> str:
    return "\n".join(str(one.content or "") for one in messages)

"""A bot of NeMo Guardrails from texts: configuration, flows and prompts, without files."""

import asyncio
import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, suppress
from dataclasses import dataclass
from io import StringIO
from typing import Any

from certlab.errors import Refusal
from certlab.labs.trustworthy_ai.rails.documents import found
from certlab.labs.trustworthy_ai.real.rails.loop import loop, within
from certlab.labs.trustworthy_ai.real.rails.model import LocalModel, word_vectors

_EMBEDDINGS = """
core:
  embedding_search_provider:
    name: default
    parameters: {embedding_engine: certlab-words, embedding_model: words}
"""
_MODEL = "models:\n  - {type: main, engine: certlab, model: local}\n"


_NO_EVIDENCE = (
    "The knowledge base is empty, so the fact check compared the answer with nothing and "
    "let it pass; fill it, or refuse where nothing was found."
)


@dataclass(frozen=True)
class Turn:
    """One reply: its text, the rails that ran, whether one of them stopped, and seconds.

    Attributes:
        warning: a sentence about a check that had nothing to check, "" where there is none.
    """

    text: str
    rails: tuple[str, ...]
    stopped: bool
    calls: int
    seconds: float
    warning: str = ""


class Bot:
    """A bot that can be asked line by line; each question is a conversation of its own."""

    def __init__(
        self,
        config: str,
        colang: str = "",
        *,
        model: Any = None,
        actions: dict[str, Callable[..., Any]] | None = None,
        documents: Sequence[str] = (),
    ) -> None:
        """Load a configuration.

        A prompt may use `{{ question }}`, the last message.

        Args:
            config: YAML, without the models and the embeddings, which are ours.
            colang: flows.
            model: a `LocalModel` where there is none.
            actions: Python functions that flows may execute, by name.
            documents: texts that are searched before the model answers.

        Raises:
            Refusal: the configuration or a flow cannot be read; in one sentence.
        """
        from nemoguardrails import LLMRails, RailsConfig
        from nemoguardrails.embeddings.providers import register_embedding_provider

        with suppress(ValueError):  # an earlier bot has registered them
            register_embedding_provider(word_vectors())
        self.model = model or LocalModel()
        yaml = _MODEL + _EMBEDDINGS + config
        try:
            with redirect_stderr(StringIO()), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of the library's own old fields
                texts = RailsConfig.from_content(
                    colang_content=colang, yaml_content=yaml
                )
                self._rails = within(lambda: LLMRails(texts, llm=self.model))
        except Exception as error:  # noqa: BLE001 -- its parsers raise many kinds
            above = (_MODEL + _EMBEDDINGS).count("\n")
            raise Refusal(said(error, above)) from None
        self._documents = documents
        searching = {"retrieve_relevant_chunks": self._search}
        for name, action in (searching | (actions or {})).items():
            self._rails.register_action(action, name)

    async def _search(self) -> Any:
        from nemoguardrails.actions.actions import ActionResult

        chunks = "\n".join(found(self._question, self._documents))
        return ActionResult(chunks, context_updates={"relevant_chunks": chunks})

    def blocks(self, text: str) -> bool:
        """Whether the input rails stop a message; nothing else runs."""
        return self.ask(text, only=["input"]).stopped

    def ask(self, text: str, only: Sequence[str] | None = None) -> Turn:
        """One message, and what came of it.

        Args:
            text: what the user wrote.
            only: kinds of rails that run, all where there are none.

        Raises:
            Refusal: the model raised, which NeMo Guardrails hands on to the caller.
        """
        messages = [{"role": "user", "content": text}]
        options: dict[str, Any] = {"log": {"activated_rails": True}}
        if only:
            options["rails"] = [*only]
        self._question = text
        self._rails.register_prompt_context("question", text)
        before, started = len(self.model.prompts), time.perf_counter()
        coming = self._rails.generate_async(messages=messages, options=options)
        try:
            response = asyncio.run_coroutine_threadsafe(coming, loop()).result()
        except Exception as error:  # noqa: BLE001 -- whatever the model raises
            raise Refusal(
                f"The turn ended without an answer, because the model failed: {error}; "
                "look at the model, or answer with a fixed text."
            ) from None
        seconds = time.perf_counter() - started
        ran = response.log.activated_rails if response.log else []
        return Turn(
            text=str(response.response[-1]["content"]),
            rails=tuple(f"{one.type}: {one.name}" for one in ran),
            stopped=any(one.stop for one in ran),
            calls=len(self.model.prompts) - before,
            seconds=seconds,
            warning=self._warning(ran),
        )

    def _warning(self, ran: Sequence[Any]) -> str:
        checked = any(one.name == "self check facts" for one in ran)
        return _NO_EVIDENCE if checked and not self._documents else ""


def said(error: Exception, above: int = 0) -> str:
    """An error of the library in one sentence: where, what, what to do.

    Args:
        error: of its parsers, of YAML's, or of pydantic, which check a configuration.
        above: lines of YAML that stand before the caller's.
    """
    mark = getattr(error, "problem_mark", None)
    if mark is not None:
        first, at = str(getattr(error, "problem", "")), mark.line + 1 - above
    elif hasattr(error, "errors"):
        first, at = str(error.errors()[0]["msg"]).splitlines()[0], 0
    else:
        first = (str(error).strip().splitlines() or [type(error).__name__])[0]
        at = getattr(error, "line", None) or 0
    where = f" in line {at}" if isinstance(at, int) and at > 0 else ""
    return (
        f"NeMo Guardrails cannot read this configuration{where}: {first.rstrip('.')}; "
        "correct that place and run the cell again."
    )

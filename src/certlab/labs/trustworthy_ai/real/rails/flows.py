"""Flows in Colang 2.x: a program, actions in Python, and a reply to each message."""

import asyncio
import warnings
from collections.abc import Callable
from contextlib import redirect_stderr
from io import StringIO
from typing import Any

from certlab.errors import Refusal
from certlab.labs.trustworthy_ai.real.rails.bot import said
from certlab.labs.trustworthy_ai.real.rails.loop import loop, within

_CONFIG = 'colang_version: "2.x"\nmodels: []\n'


class Flows:
    """A program of Colang 2.x; each message is a conversation of its own."""

    def __init__(
        self, colang: str, actions: dict[str, Callable[..., Any]] | None = None
    ) -> None:
        """Load a program.

        Args:
            colang: the program; `flow main` begins.
            actions: Python coroutines by the name that flows await, `CheckAction`.

        Raises:
            Refusal: the program cannot be read; in one sentence.
        """
        from nemoguardrails import LLMRails, RailsConfig

        try:
            with redirect_stderr(StringIO()), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of the library's own old fields
                config = RailsConfig.from_content(
                    colang_content=colang, yaml_content=_CONFIG
                )
                self._rails = within(lambda: LLMRails(config))
        except Exception as error:  # noqa: BLE001 -- its parsers raise many kinds
            raise Refusal(said(error)) from None
        for name, action in (actions or {}).items():
            self._rails.register_action(action, name)

    def ask(self, text: str) -> str:
        """What the flows say to one message; "" where no flow answers.

        Raises:
            Refusal: the program cannot run, as one without `flow main`.
        """
        messages = [{"role": "user", "content": text}]
        coming = self._rails.generate_async(messages=messages)
        try:
            reply = asyncio.run_coroutine_threadsafe(coming, loop()).result()
        except Exception as error:  # noqa: BLE001 -- it asserts, and raises many kinds
            raise Refusal(said(error)) from None
        return str(reply["content"])

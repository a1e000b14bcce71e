"""What clients get, in the shapes of OpenAI's API."""

import json
import time
import uuid
from collections import defaultdict
from http import HTTPStatus
from typing import Any

from certlab.labs.nim.real.server import MODEL
from certlab.labs.nim.real.server.job import ApiError, Piece

DONE = "data: [DONE]\n\n"


def problem(error: ApiError) -> dict[str, Any]:
    """An error's body."""
    kind = HTTPStatus(error.status).phrase
    says = {"message": error.says, "type": kind, "param": error.param}
    return {"error": says | {"code": error.status}}


def event(body: dict[str, Any]) -> str:
    """One event of a stream."""
    return f"data: {json.dumps(body, ensure_ascii=False)}\n\n"


def models(context: int) -> dict[str, Any]:
    """The list of what is served."""
    one = {"id": MODEL, "object": "model", "created": 0, "owned_by": "certlab"}
    return {"object": "list", "data": [one | {"max_model_len": context}]}


class Reply:
    """One answer to a chat or a completion, whole or in chunks; pieces are added as they come."""

    def __init__(self, prompt: int, *, chat: bool) -> None:
        self._prompt, self._chat = prompt, chat
        self._text: dict[int, str] = defaultdict(str)
        self._last: dict[int, Piece] = {}
        self._head = {
            "id": f"{'chatcmpl' if chat else 'cmpl'}-{uuid.uuid4().hex}",
            "created": int(time.time()),
            "model": MODEL,
        }

    def add(self, piece: Piece) -> None:
        """Keep what has come."""
        self._text[piece.choice] += piece.text
        self._last[piece.choice] = piece

    def whole(self) -> dict[str, Any]:
        """All choices at once."""
        rows = []
        for index, last in sorted(self._last.items()):
            text = self._text[index]
            message = {"role": "assistant", "content": text}
            said = {"message": message} if self._chat else {"text": text}
            rows.append(_choice(last, said))
        kind = "chat.completion" if self._chat else "text_completion"
        return self._head | {"object": kind, "choices": rows, "usage": self._usage()}

    def chunk(self, piece: Piece) -> dict[str, Any]:
        """Add a piece, and what a stream says of it; the first of a chat has the role."""
        role = {} if piece.choice in self._last else {"role": "assistant"}
        self.add(piece)
        delta = {"delta": role | {"content": piece.text}}
        return self._chunk(
            [_choice(piece, delta if self._chat else {"text": piece.text})]
        )

    def counts(self) -> dict[str, Any]:
        """The chunk at the end with the counts and no choice."""
        return self._chunk([]) | {"usage": self._usage()}

    def _chunk(self, rows: list[dict[str, Any]]) -> dict[str, Any]:
        kind = "chat.completion.chunk" if self._chat else "text_completion"
        return self._head | {"object": kind, "choices": rows}

    def _usage(self) -> dict[str, int]:
        made = sum(piece.tokens for piece in self._last.values())
        both = {"prompt_tokens": self._prompt, "completion_tokens": made}
        return both | {"total_tokens": self._prompt + made}


def _choice(piece: Piece, said: dict[str, Any]) -> dict[str, Any]:
    finish = piece.finish or None
    return {"index": piece.choice, "logprobs": None, "finish_reason": finish} | said

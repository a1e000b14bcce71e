"""What clients may ask, and what it means for the engine."""

from abc import ABC, abstractmethod
from typing import ClassVar, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from certlab.labs.nemo.stories import Tokenizer
from certlab.labs.nim.real.server import MODEL
from certlab.labs.nim.real.server.job import ApiError, Job

_MOST_CHOICES, _MOST_STOPS = 8, 4
# Fields of OpenAI's API that would change an answer, and that are not done here.
_NOT_HERE = (
    *("tools", "response_format", "logprobs", "logit_bias", "top_p", "best_of"),
    *("echo", "suffix", "presence_penalty", "frequency_penalty"),
)

_Model = TypeVar("_Model", bound=BaseModel)


class _Strict(BaseModel):
    """Numbers are numbers, and fields that only others know are passed over."""

    model_config = ConfigDict(strict=True, extra="allow")


class Message(_Strict):
    """One turn of a conversation."""

    role: Literal["system", "developer", "user", "assistant"]
    content: str


class CompletionRequest(_Strict, ABC):
    """What both kinds of completion have; `turns` says that it is a conversation."""

    turns: ClassVar[bool] = False

    model: str
    max_tokens: int | None = Field(None, ge=1)
    temperature: float = Field(1.0, ge=0, le=2)
    seed: int | None = None
    n: int = Field(1, ge=1, le=_MOST_CHOICES)
    stop: str | list[str] | None = None
    stream: bool = False
    stream_options: dict[str, bool] | None = None
    ignore_eos: bool = False

    @model_validator(mode="after")
    def _reject_unsupported(self) -> Self:
        if self.model != MODEL:
            says = f"There is no model {self.model!r} here; /v1/models lists {MODEL}."
            raise ApiError(404, says, "model")
        for name in _NOT_HERE:
            if (self.model_extra or {}).get(name) is not None:
                raise ApiError(400, f"{name} is not done by this small server.", name)
        if self.stream_options and not self.stream:
            says = "stream_options is only for stream=True."
            raise ApiError(400, says, "stream_options")
        stops = self.stops
        if len(stops) > _MOST_STOPS or "" in stops:
            says = f"stop takes at most {_MOST_STOPS} texts, none of them empty."
            raise ApiError(400, says, "stop")
        return self

    @property
    def stops(self) -> tuple[str, ...]:
        """The texts that end an answer."""
        given = self.stop or []
        return (given,) if isinstance(given, str) else tuple(given)

    def job(self, tokenizer: Tokenizer, context: int, fault: str) -> Job:
        """What to compute.

        Raises:
            ApiError: the prompt is empty, has unknown tokens, or leaves too little room.
        """
        prompt = self.prompt_tokens(tokenizer)
        if not prompt or not all(0 <= token < tokenizer.size for token in prompt):
            says = f"The prompt needs tokens, each from 0 to {tokenizer.end}."
            raise ApiError(400, says, "prompt")
        most = self.most(context - len(prompt))
        if len(prompt) + max(most, 1) > context:
            says = (
                f"The model's context is {context} tokens, but the prompt has {len(prompt)} "
                f"and the answer may have {max(most, 1)}; shorten one of them."
            )
            raise ApiError(400, says, "max_tokens")
        ends = {tokenizer.end, *((ord("\n"),) if self.turns else ())}
        return Job(
            prompt=prompt,
            most=most,
            choices=self.n,
            temperature=self.temperature,
            seed=self.seed,
            ends=frozenset(() if self.ignore_eos else ends),
            stops=self.stops,
            trim=self.turns,
            fault=bool(fault) and fault in tokenizer.decode(prompt),
        )

    @abstractmethod
    def prompt_tokens(self, tokenizer: Tokenizer) -> list[int]:
        """What the model reads first."""

    def most(self, _room: int) -> int:
        """Tokens that an answer may have."""
        return 16 if self.max_tokens is None else self.max_tokens  # OpenAI's default


class Completion(CompletionRequest):
    """A text to go on with, or its tokens."""

    prompt: str | list[int]

    def prompt_tokens(self, tokenizer: Tokenizer) -> list[int]:
        """The text's tokens."""
        given = self.prompt
        return tokenizer.encode(given) if isinstance(given, str) else given


class Chat(CompletionRequest):
    """A conversation, which ends with the user's turn."""

    turns = True
    messages: list[Message] = Field(min_length=1)
    max_completion_tokens: int | None = Field(None, ge=1)

    def prompt_tokens(self, tokenizer: Tokenizer) -> list[int]:
        """The conversation as the model was trained to read one."""
        return tokenizer.encode(template(self.messages))

    def most(self, room: int) -> int:
        """All that is left of the context where nothing is said."""
        return self.max_completion_tokens or self.max_tokens or room


def template(messages: list[Message]) -> str:
    """A conversation as text: a line that ends with "?" is a question about what is above it."""
    text = ""
    for message in messages:
        if message.role == "assistant":
            text += f" {message.content}"
            continue
        for line in message.content.strip().splitlines():
            asks = message.role == "user" and line.endswith("?")
            text += "\n" * bool(text) + (f"Question: {line}\nAnswer:" if asks else line)
    return text


class Text(_Strict):
    """A text or a conversation whose tokens are asked for."""

    prompt: str | None = None
    messages: list[Message] | None = None

    def tokens(self, tokenizer: Tokenizer) -> list[int]:
        """Of the text, or of what the template makes of the conversation."""
        return tokenizer.encode(self.prompt or template(self.messages or []))


def parsed(kind: type[_Model], body: bytes) -> _Model:
    """A request's body.

    Raises:
        ApiError: it is no JSON, lacks a field, or has one that is wrong; the first is named.
    """
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        param = ".".join(map(str, first["loc"])) or None
        says = f"{param or 'The body'}: {first['msg']}."
        raise ApiError(400, says, param) from error

"""The server of the tiny GPT, as a client sees it: counts, streams, refusals, metrics."""

import json
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from certlab.errors import ServerError
from certlab.labs.nim.real import server
from certlab.servers.running import LOOPBACK
from tests.bound import BOUND
from tests.late import Late

openai = Late("openai")

STORY = "It is a cold night. Ana is in the park. Ana has a red cup. Ben is in the shop."
ASKS = [{"role": "user", "content": f"{STORY} The end.\nWho has the cup?"}]
HOUR = 3600.0


@pytest.fixture(scope="module")
def served() -> Iterator[server.Served]:
    keys = {"good": time.time() + HOUR, "old": time.time() - HOUR}
    with server.start(keys=keys, fault="Hugo", seconds=BOUND) as found:
        yield found


@pytest.fixture(scope="module")
def client(served: server.Served) -> Any:
    return openai.OpenAI(base_url=served.base_url, api_key="good", max_retries=0)


def post(served: server.Served, path: str, body: object) -> dict[str, Any]:
    """Of an address that OpenAI's client does not know."""
    request = urllib.request.Request(
        served.url + path,
        json.dumps(body).encode(),
        {"Authorization": "Bearer good"},
    )
    with urllib.request.urlopen(request, timeout=BOUND) as answer:
        found: dict[str, Any] = json.loads(answer.read())
    return found


def test_a_conversation_is_answered_from_its_story(client: Any) -> None:
    (model,) = client.models.list().data
    answer = client.chat.completions.create(
        model=model.id, messages=ASKS, temperature=0
    )
    assert answer.choices[0].message.content == "Ana has the cup."
    assert answer.choices[0].finish_reason == "stop"


def test_the_counts_are_those_of_the_tokeniser(
    served: server.Served, client: Any
) -> None:
    answer = client.chat.completions.create(
        model=server.MODEL, messages=ASKS, temperature=0
    )
    said = post(served, "/tokenize", {"prompt": " Ana has the cup."})
    asked = post(served, "/tokenize", {"messages": ASKS})
    assert answer.usage.prompt_tokens == asked["count"]
    assert answer.usage.completion_tokens == said["count"] + 1  # the one that ended it
    assert answer.usage.total_tokens == asked["count"] + said["count"] + 1


@pytest.mark.parametrize("stop", [None, " the", ["k. B", "cup"]])
def test_a_stream_brings_what_the_whole_answer_has(client: Any, stop: Any) -> None:
    asked = {
        "model": server.MODEL,
        "prompt": STORY,
        "max_tokens": 40,
        "seed": 5,
        "n": 2,
        "stop": stop,
    }
    whole = client.completions.create(**asked)
    texts, ends, usage = ["", ""], ["", ""], None
    options = {"include_usage": True}
    for chunk in client.completions.create(
        **asked, stream=True, stream_options=options
    ):
        assert usage is None  # it comes last
        usage = chunk.usage
        for choice in chunk.choices:
            texts[choice.index] += choice.text
            ends[choice.index] = choice.finish_reason or ends[choice.index]
    assert texts == [choice.text for choice in whole.choices]
    assert ends == [choice.finish_reason for choice in whole.choices]
    assert usage == whole.usage
    assert texts[0] != texts[1]
    for text in [stop] if isinstance(stop, str) else stop or []:
        assert text not in "".join(texts)


def test_what_max_tokens_cuts_off_says_so(client: Any) -> None:
    answer = client.completions.create(model=server.MODEL, prompt=STORY, temperature=0)
    assert answer.choices[0].finish_reason == "length"
    assert answer.usage.completion_tokens == 16  # where nothing is said


REFUSED = {
    "too many tokens": ({"max_tokens": 250}, 400, "max_tokens"),
    "no prompt": ({"messages": [{"role": "user", "content": " "}]}, 400, "prompt"),
    "no messages": ({"messages": []}, 400, "messages"),
    "no such role": ({"messages": [{"role": "bot", "content": "a"}]}, 400, None),
    "a word for a number": ({"temperature": "hot"}, 400, "temperature"),
    "too hot": ({"temperature": 2.5}, 400, "temperature"),
    "too many choices": ({"n": 9}, 400, "n"),
    "too many stops": ({"stop": list("abcde")}, 400, "stop"),
    "counts without a stream": (
        {"stream_options": {"include_usage": True}},
        400,
        "stream_options",
    ),
    "not done here": ({"logprobs": True}, 400, "logprobs"),
    "another model": ({"model": "gpt-4o"}, 404, "model"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_bad_request_is_refused_by_its_field(client: Any, case: str) -> None:
    change, status, param = REFUSED[case]
    asked = {"model": server.MODEL, "messages": ASKS} | change
    with pytest.raises(openai.APIStatusError) as refused:
        client.chat.completions.create(**asked)
    assert refused.value.status_code == status
    assert refused.value.body["code"] == status
    assert refused.value.body["message"].endswith(".")
    if param:
        assert refused.value.body["param"] == param


def test_a_token_that_is_none_and_no_json_are_refused(
    served: server.Served, client: Any
) -> None:
    with pytest.raises(openai.BadRequestError, match="from 0 to"):
        client.completions.create(model=server.MODEL, prompt=[3, 100_000])
    request = urllib.request.Request(
        f"{served.base_url}/completions", b"{", {"Authorization": "Bearer good"}
    )
    with pytest.raises(urllib.error.HTTPError, match="400"):
        urllib.request.urlopen(request, timeout=BOUND)


@pytest.mark.parametrize(
    ("key", "says"), [("", "no such key"), ("guess", "no such key"), ("old", "expired")]
)
def test_a_key_that_is_missing_unknown_or_old_is_refused(
    served: server.Served, key: str, says: str
) -> None:
    wrong = openai.OpenAI(base_url=served.base_url, api_key=key or "-", max_retries=0)
    headers = {} if key else {"Authorization": openai.Omit()}
    with pytest.raises(openai.AuthenticationError, match=says):
        wrong.models.list(extra_headers=headers)
    with urllib.request.urlopen(f"{served.base_url}/health/ready") as answer:
        assert answer.status == 200  # a probe has no key


def test_a_model_that_raises_is_told_before_and_inside_a_stream(client: Any) -> None:
    asked = {"model": server.MODEL, "prompt": "Hugo is in the", "max_tokens": 9}
    with pytest.raises(openai.InternalServerError, match="the model raised"):
        client.completions.create(**asked)
    stream = client.completions.create(**asked, stream=True)
    assert next(stream).choices[0].text  # it was told 200 by then
    assert next(stream).choices[0].text
    with pytest.raises(openai.APIError, match="the model raised"):
        next(stream)
    asked["prompt"] = "Ana is in the"
    assert client.completions.create(**asked).choices[0].text


def test_the_metrics_count_what_was_made(served: server.Served, client: Any) -> None:
    def made() -> float:
        with urllib.request.urlopen(f"{served.base_url}/metrics") as answer:
            lines = answer.read().decode().splitlines()
        (line,) = [
            one for one in lines if one.startswith("vllm:generation_tokens_total ")
        ]
        return float(line.split()[1])

    before = made()
    answer = client.completions.create(model=server.MODEL, prompt=STORY, n=3)
    assert made() - before == answer.usage.completion_tokens


def test_a_port_in_use_is_told_in_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind((LOOPBACK, 0))
        taken.listen()
        port = taken.getsockname()[1]
        says = rf"Port {port} of 127\.0\.0\.1 cannot be used \(Address already in use\)"
        with pytest.raises(ServerError, match=says):
            server.start(port=port)

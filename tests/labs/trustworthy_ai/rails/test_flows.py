"""Colang 2.x by the library itself: silence without the import, rails by name, errors."""

import pytest

from certlab.errors import Refusal
from certlab.labs.trustworthy_ai.real.rails import Flows
from tests.late import wants

pytestmark = wants("nemoguardrails")

HELLO = 'flow main\n  user said "hi"\n  bot say "Hello!"\n'
GUARDED = """
import core
import guardrails

flow main
  activate answering

flow answering
  global $user_message
  user said something
  bot say "You said {$user_message}."

flow input rails $input_text
  $bad = await BadAction(text=$input_text)
  if $bad
    bot say "No."
    abort

flow output rails $output_text
  global $bot_message
  if "secret" in $output_text
    $bot_message = "I cannot tell."
"""


async def bad(text: str) -> bool:
    return "attack" in text


def test_without_the_import_a_program_is_silent() -> None:
    assert Flows(HELLO).ask("hi") == ""
    assert Flows(f"import core\n{HELLO}").ask("hi") == "Hello!"


def test_rails_by_name_stop_and_change() -> None:
    flows = Flows(GUARDED, {"BadAction": bad})
    assert flows.ask("an attack") == "No."
    assert flows.ask("my secret") == "I cannot tell."
    assert flows.ask("good morning") == "You said good morning."


async def raising(text: str) -> bool:
    raise ConnectionError("nobody is there")


def test_an_action_that_raises_lets_a_message_pass() -> None:
    assert Flows(GUARDED, {"BadAction": raising}).ask("an attack") != "No."


def test_a_program_without_a_beginning_is_one_sentence() -> None:
    with pytest.raises(Refusal, match="No main flow found"):
        Flows("").ask("hi")


def test_a_mistake_in_a_program_is_one_sentence() -> None:
    with pytest.raises(Refusal, match="line 3") as refused:
        Flows('import core\nflow main\n  user said "hi\n')
    assert "\n" not in str(refused.value)

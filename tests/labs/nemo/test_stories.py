import pytest

from certlab.errors import Refusal
from certlab.labs.nemo import stories
from certlab.labs.nemo.sample_order import sample_order
from certlab.labs.nemo.stories import parser
from certlab.labs.nemo.stories.questions import QUESTIONS

DAY = "It is a cold night. Ana is in the park. Ana has a red hat."


def test_the_same_seed_makes_the_same_stories() -> None:
    assert stories.stories(1, 20) == stories.stories(1, 20)
    assert stories.stories(1, 20) != stories.stories(2, 20)


@pytest.mark.parametrize("held_out", [False, True])
def test_the_parser_accepts_all_that_is_made(held_out: bool) -> None:
    made = stories.stories(3, 300, held_out=held_out)
    kinds = tuple(QUESTIONS)
    made += stories.questioned(4, 300, kinds=kinds, asked=3, held_out=held_out)
    for text in made:
        stories.read(text)


def test_no_training_text_begins_as_one_that_is_held_out() -> None:
    def begins(texts: list[str]) -> set[str]:
        return {" ".join(text.split(". ")[:3]).rstrip(".") for text in texts}

    trained = begins(stories.stories(5, 3000))
    assert trained.isdisjoint(begins(stories.prompts(5, 200)))
    assert trained.isdisjoint(begins(stories.stories(5, 200, held_out=True)))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{DAY} Ana flies. The end.", "no sentence"),
        (f"{DAY} Ana is in the shop. The end.", "already"),
        (f"{DAY} Ana goes to the park. The end.", "already"),
        (f"{DAY} Ben is in the shop. Ana gives the hat to Ben. The end.", "different"),
        (f"{DAY} Ana gives the cup to Ben. The end.", "does not have"),
        (f"{DAY} Ana finds a blue hat. The end.", "already"),
        ("Ana is in the park. The end.", "begins with the day"),
        (DAY, "does not finish"),
        (f"{DAY} The end.\nQuestion: Where is Ana?", "no answer"),
        (f"{DAY} The end.\nQuestion: Where is Ana?\nAnswer: Yes.", "not"),
        (f"{DAY} The end.\nQuestion: Why?\nAnswer: Yes.", "no question"),
    ],
)
def test_the_parser_says_what_is_wrong(text: str, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        parser.read(text)
    assert not stories.accepts(text)


def test_a_question_that_the_story_does_not_answer_has_an_answer() -> None:
    asked = "\nQuestion: Who has the map?\nAnswer: The story does not say."
    assert stories.accepts(f"{DAY} The end.{asked}")


def test_a_tokeniser_gives_back_what_it_took() -> None:
    made = stories.questioned(6, 200)
    learned = stories.learn(made, 512)
    assert learned == stories.learn(made, 512)
    for text in (*made, "Grüße, naïve\n\tEURO € 😀", ""):
        assert learned.decode(learned.encode(text)) == text
    assert learned.size <= 512
    assert len(learned.encode(" garden")) == 1


def test_a_token_of_another_tokeniser_is_refused() -> None:
    learned = stories.learn(["aa aa"], 300)
    with pytest.raises(Refusal, match="no token 999"):
        learned.decode([999])


def test_a_blend_keeps_its_shares_in_every_stretch() -> None:
    order = sample_order({"a": 3, "b": 1}, 1000)
    for end in range(1, 1001):
        assert abs(order[:end].count("a") - 0.75 * end) <= 1


@pytest.mark.parametrize("weights", [{}, {"a": 1.0, "b": 0.0}])
def test_a_blend_without_data_is_refused(weights: dict[str, float]) -> None:
    with pytest.raises(Refusal):
        sample_order(weights, 10)

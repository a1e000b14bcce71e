"""What a checker says: how a finding and a list of them read."""

import pytest

from certlab.finding import Finding, Weight, bullet, listing


@pytest.mark.parametrize(
    ("finding", "text"),
    [
        (
            Finding("no-gpus", "It asks for none.", "Add one."),
            "[no-gpus] It asks for none. Add one.",
        ),
        (
            Finding("no-gpus", "It asks for none.", where="Pod a"),
            "Pod a: It asks for none.",
        ),
        (Finding("", "It is unknown."), "It is unknown."),
    ],
)
def test_a_finding_begins_with_its_place_or_its_rule(
    finding: Finding, text: str
) -> None:
    assert str(finding) == text


def test_a_list_says_how_much_each_weighs_where_it_has_words_for_it() -> None:
    words: dict[Weight, str] = {"mistake": "error"}
    both = [Finding("a", "One."), Finding("b", "Two.", weight="advice")]
    assert listing(both, words=words) == "error [a] One.\n[b] Two."
    assert listing(both) == "[a] One.\n[b] Two."


def test_a_long_finding_goes_on_indented() -> None:
    assert (
        listing([Finding("a", "one two three four")], 12)
        == "[a] one two\n    three\n    four"
    )


def test_an_empty_list_says_that_nothing_was_found() -> None:
    assert listing([]) == "Nothing found."


def test_a_bullet_names_the_line_where_there_is_one() -> None:
    assert bullet(Finding("a", "One.", line=3)) == "- mistake, a, line 3: One."
    assert bullet(Finding("a", "One.", weight="note")) == "- note, a: One."

"""A version of a product stands in one fact, and pages take it from there."""

from collections.abc import Callable

import pytest

FACTS = "content/facts/small.toml"
PAGE = "content/modules/small.md"
SAYS = "A warp is {fact:warp.threads}."
VERSION = """
[[fact]]
id = "triton.version"
what = "Release of Triton"
value = "26.10"
tier = "A"
sources = ["guide"]
version_of = ["Triton", "tritonserver", "nvcr.io/nim"]
"""
Problems = Callable[[str, str, str], list[str]]


def said(problems: Problems, text: str, facts: str = VERSION) -> list[str]:
    """What the check says of versions where the page has this text too."""
    problems(FACTS, '[[fact]]\nid = "card', f'{facts}\n[[fact]]\nid = "card')
    found = problems(PAGE, SAYS, f"{SAYS}\n\n{text}")
    return [one for one in found if "version" in one and "ids.txt" not in one]


@pytest.mark.parametrize(
    "text",
    [
        "Triton 26.07 serves models.",
        "Today Triton 26.10 serves models.",  # right today, and stale tomorrow
        "```sh\ndocker run nvcr.io/nvidia/tritonserver:26.07-py3\n```",
        "The image `nvcr.io / nvidia / tritonserver : 25.09-py3` is old.",
        "In Triton release v2.51.0 it is so.",
        'image: {repository: nvcr.io/nim/meta/llama-3.1-8b, tag: "2.1.5"}',
        "`nvcr.io/nim/meta/llama-3.1-8b:2.1.5`",
        "> **Trap** It runs on Triton 26.07.",
    ],
)
def test_a_page_takes_a_version_from_its_fact(text: str, problems: Problems) -> None:
    (found,) = said(problems, text)
    assert found.startswith(f"{PAGE}: small: ")
    assert "a version moves; write {fact:triton.version}, or tell" in found


@pytest.mark.parametrize(
    "text",
    [
        "Triton {fact:triton.version} serves models.",
        "`tritonserver:{fact:triton.version}-py3`",
        "> **Exam era** It was Triton 20.03, and Triton 20.06 after.\n>\n> So it was.",
        "> **Worked example** A host runs Triton 25.09.",
        "Triton has 3 ports, Triton 2 has 2, and CUDA 12.6 is another product.",
        "`nvcr.io/nim/meta/llama-3.1-8b` has no tag.",
        "Metriton 26.07 is no Triton.",
    ],
)
def test_what_names_no_version_of_today_is_free(text: str, problems: Problems) -> None:
    assert said(problems, text) == []


def test_a_product_has_one_version(problems: Problems) -> None:
    other = VERSION.replace("triton.version", "server.version")
    other = other.replace('["Triton", "tritonserver", "nvcr.io/nim"]', '["Triton"]')
    (found,) = said(problems, "", VERSION + other)
    assert "triton.version is the version of Triton too; keep one of the two" in found


def test_a_version_is_a_text(problems: Problems) -> None:
    (found,) = said(problems, "", VERSION.replace('"26.10"', "26.10"))
    assert "a version is a text; 26.10 without quotes would be 26.1" in found

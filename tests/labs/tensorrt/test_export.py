"""What is refused before anything is translated.

A refused operator is in lab 10, whose output is compared: a test of its own would import
the exporter's library of operators once more, for eight seconds.
"""

import pytest

from certlab.errors import Refusal
from certlab.labs.tensorrt.real.export import _without_graph, exported
from tests.late import Late

torch = Late("torch")


def test_a_choice_by_values_and_a_wrong_shape_are_refused() -> None:
    class Choice(torch.nn.Module):  # type: ignore[misc,name-defined]  # torch comes late
        def forward(self, x):  # type: ignore[no-untyped-def]  # torch is untyped here
            return 2 * x if x.sum() > 0 else x

    with pytest.raises(
        Refusal, match=r"^Choice: forward chooses .* write torch\.where"
    ):
        exported(Choice().eval(), torch.ones(2, 3))
    with pytest.raises(
        Refusal, match=r"no graph of it: .*reduction dim.*; change forward\.$"
    ):
        exported(torch.nn.Linear(4, 4), torch.ones(2, 3))


def test_a_batch_of_one_is_refused() -> None:
    with pytest.raises(Refusal, match="two inputs or more"):
        exported(torch.nn.ReLU(), torch.ones(1, 3))


def test_an_error_without_words_is_a_sentence_too() -> None:
    assert _without_graph("Net", "").endswith("it says nothing; change forward.")

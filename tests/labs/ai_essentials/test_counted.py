"""Operations and bytes, counted: models so small that each number can be worked out by hand."""

import pytest

from certlab.labs.ai_essentials.real import counted
from tests.late import Late, wants

torch = Late("torch")

pytestmark = wants("torch")

IN, MIDDLE, OUT, BATCH = 5, 7, 3, 4


@pytest.fixture
def model():
    return torch.nn.Sequential(
        torch.nn.Linear(IN, MIDDLE), torch.nn.ReLU(), torch.nn.Linear(MIDDLE, OUT)
    )


def test_two_operations_for_each_weight_and_request(model) -> None:
    weights = IN * MIDDLE + MIDDLE * OUT
    some = torch.ones(BATCH, IN)
    assert counted.operations(lambda: model(some)) == 2 * weights * BATCH
    # Back: both layers' weights, and what the first layer should have given.
    back = 2 * (weights + MIDDLE * OUT) * BATCH
    found = counted.operations(lambda: model(some).sum().backward())
    assert found == 2 * weights * BATCH + back


@pytest.mark.parametrize("batch", [1, BATCH])
def test_what_is_kept_for_the_way_back_are_the_inputs_of_layers(model, batch) -> None:
    every = torch.ones(100, IN)  # a part of it is kept, and not all of it
    assert counted.kept(model, lambda: model(every[:batch])) == 4 * batch * (
        IN + MIDDLE
    )


def test_adam_holds_two_numbers_for_each_weight_and_plain_steps_none(model) -> None:
    numbers = sum(one.numel() for one in model.parameters())
    model(torch.ones(1, IN)).sum().backward()
    for kind, each in ((torch.optim.Adam, 8), (torch.optim.SGD, 0)):
        optimizer = kind(model.parameters(), lr=0.1)
        optimizer.step()
        assert counted.held(optimizer) == each * numbers


def test_a_file_holds_the_numbers_and_little_besides() -> None:
    small, large = (counted.file_bytes(torch.zeros(n)) for n in (1000, 3000))
    assert abs(large - small - 8000) < 200  # a file is filled up to whole blocks

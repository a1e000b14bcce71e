"""A right training step is told from those that people write instead."""

from dataclasses import asdict
from typing import Any

from certlab.labs.mixed_precision.real.precision import Witness, witness
from tests.late import Late

torch = Late("torch")

RIGHT = Witness(
    attempted=True,
    layer="float16",
    weights="float32",
    scaled=True,
    weights_changed=True,
    weights_restored=True,
    halved=True,
    gradients_cleared=True,
)


def right(model: Any, optimizer: Any, scaler: Any, pixels: Any, labels: Any) -> None:
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype=torch.float16):
        loss = torch.nn.functional.cross_entropy(model(pixels), labels)
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()


def differs(step: Any) -> dict[str, object]:
    """What is not as in the right step."""
    found = asdict(witness(step))
    return {
        name: found[name] for name, is_ in asdict(RIGHT).items() if found[name] != is_
    }


def test_the_right_step() -> None:
    assert witness(right) == RIGHT


def test_a_copy_of_the_lab_reads_the_former_names() -> None:
    found: Any = witness(right)
    assert found.moved
    assert found.kept
    assert found.fresh


def test_a_stub_is_no_attempt() -> None:
    assert witness(lambda *_: None) == Witness(attempted=False)


def test_forgotten_zero_grad() -> None:
    def step(model: Any, optimizer: Any, scaler: Any, pixels: Any, labels: Any) -> None:
        with torch.autocast("cpu", dtype=torch.float16):
            loss = torch.nn.functional.cross_entropy(model(pixels), labels)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()

    assert differs(step) == {"gradients_cleared": False}


def test_forgotten_update() -> None:
    def step(model: Any, optimizer: Any, scaler: Any, pixels: Any, labels: Any) -> None:
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.float16):
            loss = torch.nn.functional.cross_entropy(model(pixels), labels)
        scaler.scale(loss).backward()
        scaler.step(optimizer)

    found = witness(step)
    assert found.attempted
    assert "step() has already been called since the last update()" in found.error


def test_no_scale() -> None:
    def step(
        model: Any, optimizer: Any, _scaler: Any, pixels: Any, labels: Any
    ) -> None:
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.float16):
            loss = torch.nn.functional.cross_entropy(model(pixels), labels)
        loss.backward()
        optimizer.step()

    found = differs(step)
    assert found["scaled"] is False
    assert found["weights_restored"] is False


def test_a_backward_pass_from_the_loss_as_it_is() -> None:
    def step(model: Any, optimizer: Any, scaler: Any, pixels: Any, labels: Any) -> None:
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.float16):
            loss = torch.nn.functional.cross_entropy(model(pixels), labels)
        scaler.scale(loss)
        loss.backward()
        scaler.step(optimizer)
        scaler.update()

    assert differs(step) == {"scaled": False}


def test_no_autocast() -> None:
    def step(model: Any, optimizer: Any, scaler: Any, pixels: Any, labels: Any) -> None:
        optimizer.zero_grad()
        scaler.scale(
            torch.nn.functional.cross_entropy(model(pixels), labels)
        ).backward()
        scaler.step(optimizer)
        scaler.update()

    assert differs(step) == {"layer": "float32"}


def test_the_scaled_loss_is_stepped_with_as_it_is() -> None:
    def step(model: Any, optimizer: Any, scaler: Any, pixels: Any, labels: Any) -> None:
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.float16):
            loss = torch.nn.functional.cross_entropy(model(pixels), labels)
        scaler.scale(loss).backward()
        optimizer.step()

    assert differs(step)["weights_restored"] is False

"""Every surface of the course in its main states: nothing in them is broken."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.bound import BOUND
from tests.site.conftest import site  # noqa: F401 -- the site of the test run
from tools.gallery.__main__ import gallery
from tools.gallery.chromium import CHROMIUM
from tools.gallery.docs import STILLS
from tools.gallery.visit import Visit

# A state that never comes is a fault like others: several of them are all reported
# before this test itself is ended.
PATIENCE = BOUND / 4
IN_JUPYTERLAB = "JupyterLab"
QUIZZES = "drill, asked"


def sampled(visits: Sequence[Visit]) -> list[Visit]:
    """In JupyterLab what is there alone: from the quizzes on, pages show the same widgets."""

    def shortened(one: Visit) -> Visit:
        names = [state.name for state in one.states]
        return replace(one, states=one.states[: names.index(QUIZZES)])

    return [shortened(one) if one.surface == IN_JUPYTERLAB else one for one in visits]


@pytest.mark.timeout(2 * BOUND)
@pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")
@pytest.mark.parametrize(
    "choose",
    [
        pytest.param(sampled, id="sample"),
        pytest.param(list, id="whole", marks=pytest.mark.soak),
    ],
)
def test_no_surface_is_broken(
    site: Path,  # noqa: F811 -- the fixture
    tmp_path: Path,
    choose: Callable[[Sequence[Visit]], list[Visit]],
) -> None:
    # A theme breaks little that can be told without a look, and a good picture
    # takes long.
    to = tmp_path / "gallery"
    pictures = gallery(site, to, choose, PATIENCE, whole=False)
    assert [str(one) for one in pictures if one.faults] == []
    states = {(one.surface, one.state) for one in pictures}
    assert states >= {(one.surface, one.state) for one in STILLS}

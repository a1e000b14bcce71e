"""Every surface of the course in its main states: nothing in them is broken."""

from pathlib import Path

import pytest

from tests.bound import BOUND
from tests.site.conftest import site  # noqa: F401 -- the site of the test run
from tools.gallery.__main__ import gallery
from tools.gallery.chromium import CHROMIUM
from tools.gallery.docs import STILLS

# A state that never comes is a fault like others: several of them are all reported
# before this test itself is ended.
PATIENCE = BOUND / 4


@pytest.mark.timeout(2 * BOUND)
@pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")
def test_no_surface_is_broken(
    site: Path,  # noqa: F811 -- the fixture
    tmp_path: Path,
) -> None:
    # A theme breaks little that can be told without a look, and a good picture
    # takes long.
    to = tmp_path / "gallery"
    pictures = gallery(site, to, patience=PATIENCE, whole=False)
    assert [str(one) for one in pictures if one.faults] == []
    states = {(one.surface, one.state) for one in pictures}
    assert states >= {(one.surface, one.state) for one in STILLS}

"""Which Chromium draws pages for tests and pictures."""

import os
from pathlib import Path

# Debian's build without windows, where it is installed: opening a page in it takes a
# third of the processor time that the whole browser takes, which draws its own surface
# even when nobody sees it.
_BUILDS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
CHROMIUM = Path(
    os.environ.get("CERTLAB_CHROMIUM")
    or next(filter(os.path.exists, _BUILDS), _BUILDS[-1])
)

"""What of the environment of whoever starts a class is handed on to what runs for others.

Root's shell may hold passwords and tokens. What runs in another account is read by that
account (/proc/PID/environ), so it gets these variables, what is said for it, and no other.
"""

import os

from certlab.cache_folder import VARIABLE as CACHE

# Where programs, libraries and the course are, and which language is spoken.
NAMES = (
    *("PATH", "LD_LIBRARY_PATH", "PYTHONPATH", "VIRTUAL_ENV"),
    *("CONDA_DEFAULT_ENV", "CONDA_ROOT", "LANG", "LC_ALL", "TZ"),
    *("CERTLAB_COURSE", "CERTLAB_BACKEND", "CERTLAB_LANG"),
)


def handed_on(cache: str, *more: str) -> dict[str, str]:
    """These variables as they are set here, and where what all learners share is kept."""
    names = (*NAMES, *more)
    return {name: os.environ[name] for name in names if name in os.environ} | {
        CACHE: cache
    }

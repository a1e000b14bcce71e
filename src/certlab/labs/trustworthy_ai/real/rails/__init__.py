"""NeMo Guardrails itself, around a small local model; nothing leaves this machine."""

import os
from importlib.util import find_spec

from certlab.errors import CourseError

# Before the library is imported, for it asks once.
os.environ.setdefault("NEMO_GUARDRAILS_NO_USAGE_STATS", "1")
if not find_spec("nemoguardrails"):
    raise CourseError(
        'NeMo Guardrails is not here; %pip install "certlab[rails]" brings it, '
        "for Python 3.11 to 3.13."
    )

from certlab.labs.trustworthy_ai.real.rails.bot import Bot, Turn
from certlab.labs.trustworthy_ai.real.rails.flows import Flows
from certlab.labs.trustworthy_ai.real.rails.model import LocalModel

__all__ = ["Bot", "Flows", "LocalModel", "Turn"]

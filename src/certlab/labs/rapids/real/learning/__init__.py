"""Five methods of machine learning in scikit-learn and in cuML, held to one yardstick.

Importing this imports neither library; the functions do.
"""

from certlab.labs.rapids.real.learning import leaks
from certlab.labs.rapids.real.learning.answers import Answer, train
from certlab.labs.rapids.real.learning.class_lookup import origins
from certlab.labs.rapids.real.learning.digits import Pictures, enlarged, pictures
from certlab.labs.rapids.real.learning.dispatch import (
    EXAMPLE,
    Call,
    calls,
    ran_on_cpu,
    watch,
)
from certlab.labs.rapids.real.learning.engine import (
    Engine,
    cuml_here,
    engines,
    scikit_learn,
)
from certlab.labs.rapids.real.learning.methods import (
    METHODS,
    Method,
    method,
    methods_here,
)
from certlab.labs.rapids.real.learning.neighbours import neighbours
from certlab.labs.rapids.real.learning.race import fit_times, sweep, umap_starts
from certlab.labs.rapids.real.learning.scores import SCORES, Score, score, told_apart
from certlab.labs.rapids.real.learning.stage_times import stages
from certlab.labs.rapids.real.learning.yardstick_cases import spoiled, turned, twins
from certlab.labs.rapids.real.learning.yardsticks import YARDSTICKS, Yardstick

__all__ = [
    "EXAMPLE",
    "METHODS",
    "SCORES",
    "YARDSTICKS",
    "Answer",
    "Call",
    "Engine",
    "Method",
    "Pictures",
    "Score",
    "Yardstick",
    "calls",
    "cuml_here",
    "engines",
    "enlarged",
    "fit_times",
    "leaks",
    "method",
    "methods_here",
    "neighbours",
    "origins",
    "pictures",
    "ran_on_cpu",
    "scikit_learn",
    "score",
    "spoiled",
    "stages",
    "sweep",
    "told_apart",
    "train",
    "turned",
    "twins",
    "umap_starts",
    "watch",
]

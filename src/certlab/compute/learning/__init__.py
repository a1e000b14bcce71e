"""Five methods of machine learning in scikit-learn and in cuML, held to one yardstick.

Importing this imports neither library; the functions do.
"""

from certlab.compute.learning import leaks
from certlab.compute.learning.answers import Answer, train
from certlab.compute.learning.digits import Pictures, enlarged, pictures
from certlab.compute.learning.dispatch import EXAMPLE, Call, calls, ran_on_cpu, watch
from certlab.compute.learning.engine import Engine, cuml_here, engines, scikit_learn
from certlab.compute.learning.judging import SCORES, Score, score, told_apart
from certlab.compute.learning.methods import METHODS, Method, method, methods_here
from certlab.compute.learning.origins import origins
from certlab.compute.learning.race import fit_times, sweep, umap_starts
from certlab.compute.learning.spoiling import spoiled, turned, twins
from certlab.compute.learning.stage_times import stages
from certlab.compute.learning.yardsticks import YARDSTICKS, Yardstick

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

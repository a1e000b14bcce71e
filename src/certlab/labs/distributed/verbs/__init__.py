"""The verbs of many GPUs: collectives, pipelines, memory, and launch lines checked."""

from certlab.labs.distributed.verbs.check_launch import check_launch
from certlab.labs.distributed.verbs.collective import collective
from certlab.labs.distributed.verbs.memory import memory
from certlab.labs.distributed.verbs.pipeline import pipeline

VERBS = {
    "sim collective": collective,
    "sim pipeline": pipeline,
    "sim memory": memory,
    "check-launch": check_launch,
}

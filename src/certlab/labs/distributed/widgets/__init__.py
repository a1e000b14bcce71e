"""A collective step by step, and pipeline schedules."""

from certlab.labs.distributed.widgets.collective import CollectiveSteps, collective
from certlab.labs.distributed.widgets.schedule import PipelineSchedules, schedule

__all__ = ["CollectiveSteps", "PipelineSchedules", "collective", "schedule"]

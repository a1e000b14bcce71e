"""What the pages' simulators begin with, and the plans they step through without Python."""

from typing import Any

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.distributed import collectives, memory, pipeline

RANKS = (*range(2, 9), 16)  # that plans are stored for


def files(_course: Course) -> dict[str, Any]:
    """Plans of every collective by every algorithm, for `RANKS`."""
    return {"plans.json": collectives.messages.stored(RANKS)}


def _collective(course: Course, settings: dict[str, str]) -> dict[str, Any]:
    links = collectives.links(course.facts)
    link = settings.pop("link", "h100-node")
    step = int(settings.pop("step", "0"))
    if link not in links:
        raise CourseError(f"There is no link {link} among the facts.")
    one = collectives.Collective(
        settings.pop("kind", "all-reduce"),
        settings.pop("algorithm", "ring"),
        int(settings.pop("ranks", "4")),
        int(settings.pop("bytes", str(2**28))),
        links[link],
    )
    _none_left(settings)
    if one.ranks not in RANKS:
        raise CourseError(f"There is no plan of {one.ranks} ranks on a page.")
    return {**collectives.messages.controls(one), "step": step}


def _schedule(_course: Course, settings: dict[str, str]) -> dict[str, Any]:
    names = settings.pop("schedules", "gpipe,1f1b,interleaved").split(",")
    chunks, follow = int(settings.pop("chunks", "2")), int(settings.pop("follow", "-1"))
    stages = int(settings.pop("stages", "4"))
    micros = int(settings.pop("micro_batches", "8"))
    _none_left(settings)
    for name in names:
        pieces = chunks if name == "interleaved" else 1
        one = pipeline.Pipeline(
            schedule=name, stages=stages, micro_batches=micros, chunks=pieces
        )
    return {
        "schedules": names,
        **pipeline.report.settings(one),
        "chunks": chunks,
        "follow": follow,
    }


def _sharding(course: Course, settings: dict[str, str]) -> dict[str, Any]:
    recipes, cards = memory.recipes(course.facts), memory.cards(course.facts)
    begin = {
        "recipes": [
            [one.name, [one.weights, one.gradients, one.master + one.moments]]
            for one in recipes.values()
        ],
        "cards": [[one.name, one.gib] for one in cards.values()],
        "recipe": settings.pop("recipe", "adam-bf16"),
        "card": settings.pop("card", "h100-80gb"),
        "billions": float(settings.pop("billions", "7.5")),
        "ranks": int(settings.pop("ranks", "64")),
    }
    _none_left(settings)
    if begin["recipe"] not in recipes or begin["card"] not in cards:
        raise CourseError("There is no such recipe or card among the facts.")
    return begin


def _none_left(settings: dict[str, str]) -> None:
    if settings:
        raise CourseError(f"There is no setting {', '.join(settings)}.")


BEGINS = {"collective": _collective, "schedule": _schedule, "sharding": _sharding}

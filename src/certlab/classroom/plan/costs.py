"""What a plan costs its learners, in sentences an instructor can say to them."""

from collections.abc import Iterator, Sequence

from certlab.classroom.plan.class_plan import ClassPlan
from certlab.classroom.plan.seats import Cut
from certlab.course import Course


def costs(plan: ClassPlan, course: Course) -> Iterator[str]:
    """What each way of sharing in the plan does not give, and what a reboot takes away."""
    cut_by_mig = [cut for cut in plan.cuts if cut.profile]
    if cut_by_mig:
        yield from _of_mig(cut_by_mig, course)
    for cut in plan.cuts:
        if cut.shares > 1:
            yield from _of_slices(cut, course)
    if plan.turns:
        yield (
            f"{plan.learners - plan.places} of {plan.learners} learners are without a GPU "
            "at any time. They take the CPU path of the same lab, and the turns say when "
            "they change."
        )
    if plan.spare:
        yield (
            f"{_count(plan.spare, 'place')} left over for the instructor, for "
            "latecomers, and for learners whose GPU fails."
        )


def _of_mig(cuts: Sequence[Cut], course: Course) -> Iterator[str]:
    def fact(id: str) -> str:
        return str(course.facts[f"mig.{id}"].value)

    yield (
        "A MIG instance has memory, cache and SMs of its own, and an error in one does not "
        "end the others. What a learner does not use cannot be lent to the others."
    )
    drivers = {
        cut.kind.name: cut.kind.table.min_driver for cut in cuts if cut.kind.table
    }
    needs = ", ".join(f"{name} {driver}" for name, driver in drivers.items() if driver)
    if needs:
        yield f"MIG needs a driver at least as new as this: {needs}."
    yield (
        f"Instances are {fact('instances_after_reboot')} after a reboot, so apply the "
        "layout again on the morning of the class."
    )
    yield (
        f"Peer access between GPUs in MIG mode is {fact('p2p_across_gpus')}, and NCCL with "
        f"MIG is {fact('nccl')}: labs on several GPUs take their CPU path."
    )


def _of_slices(cut: Cut, course: Course) -> Iterator[str]:
    def fact(id: str) -> str:
        return str(course.facts[f"time-slicing.{id}"].value)

    device = "instance" if cut.profile else "GPU"
    yield (
        f"{cut.kind.name}: {cut.shares} learners time-slice each {device}. Memory isolation "
        f"between them: {fact('memory_isolation')}. Each may take about "
        f"{cut.memory_each:.3g} of {cut.memory:g} {cut.unit}, but nothing enforces it: "
        "a learner who takes more makes the others run out of memory."
    )
    yield (
        f"{cut.kind.name}: fault isolation between them: {fact('fault_isolation')}. One "
        f"learner's crash may end the work of the others on that {device}. They share its "
        "compute too, so a time that a lab measures holds only while the others are idle."
    )


def _count(n: int, what: str) -> str:
    return f"{n} {what} is" if n == 1 else f"{n} {what}s are"

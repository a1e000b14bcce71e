"""From a text to a report: what is launched, what is wrong, and what could not be read."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from certlab.errors import CourseError
from certlab.finding import Finding
from certlab.labs.distributed.launching.finding import Report, Setting, of_rule, once
from certlab.labs.distributed.launching.programs import FOREIGN, may_launch, name
from certlab.labs.distributed.launching.shell import (
    Command,
    Script,
    as_typed,
    handed_on,
    read,
)
from certlab.labs.distributed.launching.slurm import job_script, rank_rules
from certlab.labs.distributed.launching.slurm.request import (
    PARTLY,
    Request,
    directives,
    options,
    request,
    unreadable_counts,
)
from certlab.labs.distributed.launching.slurm.step import Step, Steps
from certlab.labs.distributed.launching.slurm.step_rules import same_port
from certlab.labs.distributed.launching.torchrun import rules, unread

_READS = (
    "it reads torchrun, a Python program that srun starts, and manifests of Kubernetes"
)
_DEEPEST = 4  # jobs that hand in jobs
_BY_RANK = re.compile(r"(PROCID|NODEID|RANK)\b\W+(-eq|-ne|==?|!=)\W+0")


def check(text: str, setting: Setting | None = None) -> Report:
    """What a torchrun command line, a script or a Slurm job script launches.

    Raises:
        CourseError: it is neither, or cannot be read; one sentence.
    """
    # NUL and SOH are marks of ours, and bash drops or keeps them without a meaning.
    text = text.translate({0: None, 1: None})
    body = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if not body.strip():
        raise CourseError(
            "The text is empty: give a torchrun line, a job script or a manifest."
        )
    reading = _Reading(setting or Setting())
    reading.script(body, marked=text.startswith("\ufeff"))
    if "\r\n" in text and text.startswith(("#!", "\ufeff")):
        says = (
            "The lines end in a carriage return and a line feed, as on Windows: sbatch refuses "
            "that, and bash takes the first for a letter; save the file with line feeds."
        )
        reading.findings.append(of_rule("dos-line-ends", says))
    return reading.report()


@dataclass
class _Reading:
    """What was found so far, in a script and in the jobs that it hands in."""

    setting: Setting
    steps: list[Step] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    others: list[Step] = field(default_factory=list)
    handed: list[str] = field(default_factory=list)
    depth: int = 0

    def report(self) -> Report:
        """All of it, each thing once.

        Raises:
            CourseError: nothing is launched that is modelled here; it says what is.
        """
        self.unread += [*self._others()]
        if not self.steps and not self.findings:
            raise CourseError(self._nothing())
        launches = once(one.launch for one in self.steps)
        return Report(launches, once(self.findings), once(self.unread))

    def script(
        self,
        text: str,
        first: int = 1,
        *,
        marked: bool = False,
        known: Mapping[str, str] | None = None,
        given: Mapping[str, str] | None = None,
    ) -> None:
        """A script, and the jobs that it hands in.

        Args:
            text: all of it.
            first: the number of its first line, where it stands in another text.
            marked: whether a byte-order mark stands before it.
            known: variables that it begins with.
            given: options that sbatch is told beside, where the script is handed in.

        Raises:
            CourseError: it cannot be read, or hands itself in without an end.
        """
        self.depth += 1
        if self.depth > _DEEPEST:
            raise CourseError(f"Line {first}: a job hands itself in without an end.")
        comments = {
            at - first + 1: says for at, says in read(text, {}, first).comments.items()
        }
        batch = given is not None or any(directives(text, comments))
        asked = request(text, comments)
        asked = Request({**asked.options, **(given or {})}, PARTLY in (given or {}))
        begins = job_script.environment(asked) if batch else {}
        found = read(text, {**(known or {}), **begins}, first)
        job: Request | None = asked if batch else None
        if job is None and _uses_srun(found):
            job = Request({}, partly=True)
        self._commands(found, job, begins)
        if batch:
            self.findings[:0] = job_script.script(
                job_script.Job(text, comments, asked, first, marked)
            )
            self.unread += unreadable_counts(asked)
        self.unread += _other_schedulers(comments, first)
        self.depth -= 1

    def _commands(
        self, script: Script, job: Request | None, begins: Mapping[str, str]
    ) -> None:
        stays = {name: f"${name}" for name in job_script.OF_A_TASK}
        of_node = ("SLURM_PROCID", "SLURM_NODEID", "SLURM_LOCALID")
        stays |= {k: v for k, v in begins.items() if k not in of_node}
        files: dict[str, tuple[str, int]] = {}
        busy: dict[str, int] = {}  # ports that a torchrun in the background holds
        steps, mine = Steps(job, self.setting, stays, files), []
        for command in script.commands:
            if command.heredoc and command.target:
                files[command.target] = command.heredoc
                continue
            if name(command.words[0]) == "sbatch":
                self._sbatch(command, files)
                continue
            if command.words[0] == "wait":
                busy.clear()
            for one in steps.started_by(command):
                if one.scene and one.step is None and not script.forks:
                    self.findings += same_port(one.scene, command, busy)
                if one.foreign:
                    self.others.append(one)
                else:
                    mine.append(one)
        trains = [one for one in mine if not one.of_one_task]
        mine = self._apart(trains or mine)
        found = [(one, self._step(one)) for one in mine]
        self.findings += _of_all_ways(found)
        if job is not None:
            self.findings += job_script.gpus(job, mine)
        if mine:
            self.unread += script.forked

    def _apart(self, steps: list[Step]) -> list[Step]:
        """The steps; several that each start torchrun on some of the nodes are a launch together."""
        apart = [one for one in steps if one.some_nodes]
        if len(apart) < 2:
            return steps
        lines = " and ".join(str(one.command.line) for one in apart)
        self.unread.append(
            f"lines {lines} each start torchrun on some of its nodes, and what they start "
            "together is not counted."
        )
        return [one.as_part() if one.some_nodes else one for one in steps]

    def _step(self, one: Step) -> list[Finding]:
        self.steps.append(one)
        findings: list[Finding] = []
        if one.scene is not None:
            findings += rules.findings(one.scene)
            self.unread += unread.sentences(one.scene)
        if one.job is not None:
            findings += job_script.step(one, one.job, self.setting)
            self.unread += rank_rules.unknown(one)
        self.unread += [*one.command.doubts, *one.doubts, *rank_rules.unread(one)]
        return findings

    def _sbatch(self, command: Command, files: Mapping[str, tuple[str, int]]) -> None:
        """A job that the script hands in: its text, or the name of its file."""
        given, at = options(command.words[1:])
        rest = command.words[1 + at :]
        wrapped = given.pop("wrap", "")
        text = command.heredoc
        if wrapped:
            text = f"#!/bin/sh\n{wrapped}\n", command.line - 1
        elif rest:
            text = files.get(rest[0])
        if text is not None and not wrapped:
            text = handed_on(text[0]), text[1]
        if text is None:
            self.handed.append(
                f"line {command.line}: sbatch hands in {as_typed(' '.join(rest[:1])) or 'a file'}, which is to be checked by itself."
            )
            return
        self.script(text[0], text[1], known=command.environment, given=given)

    def _others(self) -> Iterator[str]:
        """Launchers that are not modelled, beside what is."""
        yield from self.handed
        for one in self.others:
            if may_launch(one.foreign.split(" ")) or one.step is not None:
                yield (
                    f"line {one.command.line}: `{one.foreign}` starts something that certlab "
                    "does not model."
                )

    def _nothing(self) -> str:
        """Why nothing is launched that is known here."""
        if self.handed:
            return self.handed[0][0].upper() + self.handed[0][1:]
        if not self.others:
            return f"No command of this text starts a program that certlab models; {_READS}."
        best = max(self.others, key=_weight)
        return (
            f"Line {best.command.line}: `{best.foreign}` starts this, and certlab does not model "
            f"it; {_READS}."
        )


def _of_all_ways(found: list[tuple[Step, list[Finding]]]) -> Iterator[Finding]:
    """The findings; those of one way only, where a line is reached by several, say so."""
    for one, findings in found:
        same = [each for step, each in found if step.command.line == one.command.line]
        for finding in findings:
            if all(finding in each for each in same):
                yield finding
            elif finding.rule == "local-rendezvous" and _BY_RANK.search(
                one.command.words[-1]
            ):
                continue  # rank 0 may call itself localhost where the others name it
            else:
                says = f"{finding.says[:-1]}, on one of the ways through the script."
                yield replace(finding, says=says)


def _other_schedulers(comments: Mapping[int, str], first: int) -> Iterator[str]:
    """Lines that ask another scheduler, or Slurm for a job of several parts."""
    for at, says in comments.items():
        line = first + at - 1
        if re.match(r"#SBATCH\s+(hetjob|packjob)\b", says):
            yield f"line {line}: the job has several parts, and certlab judges them as one."
        elif re.match(r"#(PBS|BSUB|COBALT|FLUX:|PJM|OAR)\s", says):
            yield (
                f"line {line}: {says.split()[0]} asks another scheduler than Slurm, which "
                "certlab does not model."
            )
            return


def _weight(one: Step) -> tuple[bool, bool]:
    return name(one.foreign.partition(" ")[0]) in FOREIGN, one.step is not None


def _uses_srun(script: Script) -> bool:
    return any(name(one.words[0]) in ("srun", "salloc") for one in script.commands)

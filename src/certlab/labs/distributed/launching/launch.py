"""What will be launched: nodes, processes, ranks, GPUs, and where they meet."""

from collections.abc import Sequence
from dataclasses import dataclass

from certlab.labs.distributed.launching.shell import as_typed


@dataclass(frozen=True)
class Launch:
    """One start of a training program.

    What a shell fills in on the day, such as "$NODES", is None.

    Attributes:
        how: the launcher, "torchrun".
        program: what each process runs.
        nodes: least and most of them; both alike where the number is fixed.
        processes: that the launcher starts on a node.
        gpus: that the launcher sees on a node; 0 where there are none.
        rendezvous: by which means the nodes meet, "c10d"; "" where one node is alone.
        endpoint: where, as it is written.
    """

    how: str
    program: str
    nodes: tuple[int, int] | None
    processes: int | None
    gpus: int | None = None
    rendezvous: str = ""
    endpoint: str = ""

    @property
    def most_nodes(self) -> int:
        """Nodes at most; 1 where it is not known."""
        return self.nodes[1] if self.nodes else 1

    @property
    def worlds(self) -> Sequence[int]:
        """World sizes there can be; none where it is not known."""
        if self.nodes is None or self.processes is None:
            return ()
        least, most = self.nodes
        each = self.processes
        return range(least * each, most * each + 1, each) if each else (0,)

    @property
    def words(self) -> str:
        """All of it in a sentence."""
        nodes = _range(self.nodes)
        each = "?" if self.processes is None else str(self.processes)
        worlds = self.worlds
        ranks = _range((worlds[0], worlds[-1])) if worlds else "?"
        says = f"{self.how} starts {as_typed(self.program) or 'a program'} on {nodes} "
        says += f"node{'' if nodes == '1' else 's'}, {each} a node: {ranks} ranks"
        if self.gpus is not None:
            says += f"; {self.gpus} GPUs a node{self._share()}"
        if self.rendezvous:
            at = f" at {as_typed(self.endpoint)}" if self.endpoint else ""
            says += f"; they find each other by {self.rendezvous}{at}"
        return says + "."

    def _share(self) -> str:
        if not self.gpus or not self.processes:
            return ""
        if self.gpus % self.processes:
            return f", {self.gpus / self.processes:.2g} a process"
        return f", {self.gpus // self.processes} a process"


def _range(pair: tuple[int, int] | None) -> str:
    if pair is None:
        return "?"
    least, most = pair
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"

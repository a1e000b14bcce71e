"""nvidia-smi, as driver 590.48.01 has it: what it shows of the GPUs and what it changes on them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from certlab.labs.operations.node import laws
from certlab.labs.operations.node.answer import Answer, Call, on_systems, unknown
from certlab.labs.operations.node.described import described
from certlab.labs.operations.node.gpus import Gpu
from certlab.labs.operations.node.nvidia_smi import change, show, texts
from certlab.labs.operations.node.nvidia_smi.choice import Chosen, choose
from certlab.labs.operations.node.options import read
from certlab.labs.operations.node.state import World

_INVALID, _NOTHING = 2, 6  # exits
_Act = Callable[[Call, Mapping[str, str], Chosen], Answer]


def _smi(call: Call) -> Answer:
    """Help needs no driver; everything else asks for it before a word is read (law 18)."""
    if call.words and call.words[0] in ("-h", "--help"):
        return _help("h", "nvidia-smi -h|--version")
    if stopped := laws.cannot_start(call.node):
        return Answer(stopped.text, stopped.exit, form="nvidia-smi")
    options, _ = read(call.words, _VALUED, _BARE)
    act = _ACTIONS.get(frozenset(options) - {"--id"})
    if not act:
        query = any(name in options for name in _QUERIES)
        return _wrong("format" if query and "--format" not in options else "arguments")
    if "topo" in options and "--id" in options:
        return _wrong("topo_id")
    chosen = choose(call.node, options.get("--id", ""))
    if not chosen or not chosen.all:
        return Answer(texts.words()["nothing"], _NOTHING)
    return act(call, options, chosen)


def _wrong(key: str, **values: str) -> Answer:
    return Answer(texts.words()[key].format(**values), _INVALID)


def _help(id: str, form: str = "") -> Answer:
    text = texts.capture("node", f"nvidia-smi-{id}")
    return Answer(text, form=form or f"nvidia-smi --{id}")


def _helps(_: Call, options: Mapping[str, str], _chosen: Chosen) -> Answer:
    return _help(next(name[2:] for name in _HELPS if name in options))


def _over(act: _Act) -> _Act:
    """An action over the GPUs that answer, after a line for each that does not."""

    def over(call: Call, options: Mapping[str, str], chosen: Chosen) -> Answer:
        lines = show.lost(call.world, call.host, chosen)
        if not chosen.alive:
            lines.append(texts.words()["nothing"])
            return Answer("\n".join(lines), _NOTHING)
        answer = act(call, options, chosen)
        return replace(answer, text="\n".join([*lines, answer.text]))

    return over


def _shows(form: str, text: Callable[[World, str, Sequence[Gpu]], str]) -> _Act:
    return _over(
        lambda call, _, chosen: Answer(
            text(call.world, call.host, chosen.alive), form=form
        )
    )


def _selected(call: Call, options: Mapping[str, str], chosen: Chosen) -> Answer:
    sections = [word.strip().upper() for word in options["--display"].split(",")]
    for one in sections:
        if one not in texts.words()["display"]:
            return unknown(call, f"-d {one}")
    seen = texts.words()["seen"]
    text = show.log(call.world, call.host, chosen.alive, sections)
    which = ",".join(seen) if {*sections} <= {*seen} else "OTHERS"
    return Answer(text, form=f"nvidia-smi -q -d {which}")


def _query(option: str) -> _Act:
    def act(call: Call, options: Mapping[str, str], chosen: Chosen) -> Answer:
        known = texts.fields(option)
        names = [name.strip() for name in options[option].split(",")]
        form = [word.strip() for word in options["--format"].split(",")]
        if odd := {*form} - {"csv", "noheader", "nounits"}:
            return unknown(call, f"--format={min(odd)}")
        if "csv" not in form:
            return _wrong("format")
        if strange := [name for name in names if name not in known]:
            return _wrong("field", field=strange[0])
        fields, apart = [known[name] for name in names], option == _QUERIES[1]
        text = show.csv(
            call.world, call.host, chosen.alive, fields, form, by_process=apart
        )
        line = f"nvidia-smi {option}=FIELDS --format=csv[,noheader][,nounits]"
        return Answer(text, form=line)

    return _over(act)


def _switch(option: str, move: Callable[[Call, Chosen, bool], Answer]) -> _Act:
    def act(call: Call, options: Mapping[str, str], chosen: Chosen) -> Answer:
        on = change.SWITCH.get(options[option].lower())
        if on is None:
            return unknown(call, f"{option}={options[option]}")
        return move(call, chosen, on)

    return _over(act)


_QUERIES = ("--query-gpu", "--query-compute-apps", "--query-remapped-rows")
_HELPS = ("--help-query-gpu", "--help-query-compute-apps")
_VALUED = (
    "--id|-i --display|-d --format --persistence-mode|-pm --multi-instance-gpu|-mig "
    f"{' '.join(_QUERIES)}"
)
_BARE = (
    "--version --list-gpus|-L --query|-q --gpu-reset|-r nvlink --status|-s topo "
    f"--matrix|-m {' '.join(_HELPS)}"
)
_ACTIONS: dict[frozenset[str], _Act] = {
    frozenset(options.split()): act
    for options, act in (
        ("", _shows("nvidia-smi", show.summary)),
        ("--list-gpus", lambda call, _, chosen: show.listing(call, chosen)),
        ("--version", lambda call, _, _chosen: show.version(call)),
        ("--query", _shows("nvidia-smi -q [-i GPU]", show.log)),
        ("--query --display", _over(_selected)),
        *((f"{name} --format", _query(name)) for name in _QUERIES),
        *((name, _helps) for name in _HELPS),
        ("nvlink --status", _shows("nvidia-smi nvlink -s [-i GPU]", show.links)),
        ("topo --matrix", _shows("nvidia-smi topo -m", show.topology)),
        ("--persistence-mode", _switch("--persistence-mode", change.persistence)),
        ("--multi-instance-gpu", _switch("--multi-instance-gpu", change.mig)),
        ("--gpu-reset", _over(lambda call, _, chosen: change.reset(call, chosen))),
    )
}
COMMANDS = described({"nvidia-smi": _smi}, on_systems)

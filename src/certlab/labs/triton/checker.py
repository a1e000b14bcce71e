"""A model's folder held against Triton's rules, before a server sees it."""

import re
from collections.abc import Collection, Iterator
from difflib import get_close_matches
from pathlib import Path

from certlab.errors import Refusal
from certlab.labs.triton.config import Message, read

TYPES = {
    *("TYPE_BOOL", "TYPE_STRING", "TYPE_BF16", "TYPE_FP16", "TYPE_FP32", "TYPE_FP64"),
    *(f"TYPE_{sign}INT{bits}" for sign in ("", "U") for bits in (8, 16, 32, 64)),
}
# Backend: the file that it looks for in a version's folder; "" where it is no single one. The
# list is open: whoever writes a backend gives it a name.
FILES = {
    "python": "model.py",
    "onnxruntime": "model.onnx",
    "tensorrt": "model.plan",
    "pytorch": "model.pt",
    "openvino": "model.xml",
    **dict.fromkeys(("dali", "fil", "tensorrtllm", "vllm"), ""),
}
FIELDS = {
    *("name", "platform", "backend", "runtime", "version_policy", "max_batch_size"),
    *("input", "output", "batch_input", "batch_output", "optimization"),
    *("dynamic_batching", "sequence_batching", "ensemble_scheduling", "instance_group"),
    *("default_model_filename", "cc_model_filenames", "metric_tags", "parameters"),
    *("model_warmup", "model_operations", "model_transaction_policy"),
    *("model_repository_agents", "response_cache", "model_metrics"),
}
BATCHING = {
    *("preferred_batch_size", "max_queue_delay_microseconds", "preserve_ordering"),
    *("priority_levels", "default_priority_level", "default_queue_policy"),
    "priority_queue_policy",
}

# Platform: its backend. Without a backend Triton knows no other (core, model_config_utils.cc).
PLATFORMS = {
    "tensorrt_plan": "tensorrt",
    "onnxruntime_onnx": "onnxruntime",
    "pytorch_libtorch": "pytorch",
    **dict.fromkeys(("libtorch", "torch_aoti", "ensemble"), ""),
    **dict.fromkeys(("tensorflow_graphdef", "tensorflow_savedmodel"), ""),
}
BLOCKS = {
    *("version_policy", "optimization", "dynamic_batching", "sequence_batching"),
    *("ensemble_scheduling", "response_cache", "model_transaction_policy"),
}
# What a value must be wherever the field stands; what _forms has a sentence for is left out.
_FORMS: dict[str, tuple[type, str]] = {
    **dict.fromkeys(
        ("name", "platform", "backend", "default_model_filename", "data_type", "kind"),
        (str, "a text"),
    ),
    **dict.fromkeys(
        ("input", "output", "step", "input_map", "output_map", "specific"),
        (Message, "a block in braces"),
    ),
    **dict.fromkeys(("preferred_batch_size", "versions"), (int, "a whole number")),
}
KINDS = {"KIND_AUTO", "KIND_GPU", "KIND_CPU", "KIND_MODEL"}


def problems(folder: Path) -> list[str]:
    """What is wrong with a model's folder: a sentence each, with what to do."""
    path = folder / "config.pbtxt"
    if not path.exists():
        return [f"{folder.name} has no config.pbtxt; write one into {folder.name}/."]
    try:
        config = read(path.read_text("utf-8"))
    except Refusal as refusal:
        return [f"{folder.name}: {refusal}"]
    except UnicodeDecodeError:
        return [f"{folder.name}: config.pbtxt is no UTF-8 text; save it as UTF-8."]
    if wrong := [f"{folder.name}: {says}" for says in _types(config)]:
        return wrong
    rules = (
        _names(folder, config),
        _tensors(config),
        _forms(config),
        _instances(config),
        _scheduling(config),
        _files(folder, config),
        _ensemble(config),
    )
    return [f"{folder.name}: {says}" for rule in rules for says in rule]


def remarks(folder: Path) -> list[str]:
    """What may be right, as the folder alone does not tell: a sentence each."""
    try:
        config = read((folder / "config.pbtxt").read_text("utf-8"))
    except (OSError, ValueError, Refusal):
        return []  # problems() says so
    if next(_types(config), ""):
        return []
    return [f"{folder.name}: {says}" for says in (*_unknown(config), *_leading(config))]


def _unknown(config: Message) -> Iterator[str]:
    backend = config.one("backend", "")
    if backend not in ("", *FILES) and not _meant(backend):
        yield (
            f"{backend} is not a backend that certlab knows; the server needs it in backends/"
            f"{backend}, and this check does not know which file it looks for."
        )


def _leading(config: Message) -> Iterator[str]:
    """A size of any length in front: of a text or a picture, or the batch by mistake."""
    most = config.one("max_batch_size", 0)
    for side in ("input", "output"):
        for tensor in config.all(side):
            dims = tensor.all("dims")
            if most and dims[:1] == [-1] and len(dims) > 1:
                yield (
                    f"{side} {tensor.one('name', '?')} begins its dims with -1, and "
                    f"max_batch_size is {most}: Triton puts the batch dimension in front "
                    "itself, so leave -1 out if it stands for the batch."
                )


def _types(message: Message) -> Iterator[str]:
    """Values that are of another kind than their field."""
    for name, values in message.fields.items():
        form, called = _FORMS.get(name, (object, ""))
        for value in values:
            if not isinstance(value, form) or (form is int and isinstance(value, bool)):
                what = "a block" if isinstance(value, Message) else repr(value)
                yield f"{name} is {what}; write {called}."
            elif isinstance(value, Message):
                yield from _types(value)


def _meant(backend: str) -> str:
    """The known backend that a name is likely to mean: misspelt, cut, or its platform."""
    close = get_close_matches(backend, FILES, n=1, cutoff=0.8)
    begun = [one for one in FILES if len(backend) > 2 and one.startswith(backend)]
    return PLATFORMS.get(backend) or next(iter(close + begun), "")


def _no_field(name: str, known: Collection[str], where: str = "") -> str:
    near = get_close_matches(name, sorted(known), n=1, cutoff=0.5)
    what = f"write {near[0]}" if near else f"there are {', '.join(sorted(known))}"
    return f"there is no field {name}{where}; {what}."


def _names(folder: Path, config: Message) -> Iterator[str]:
    for name in sorted(config.fields.keys() - FIELDS):
        yield _no_field(name, FIELDS)
    name = config.one("name", folder.name)
    if name != folder.name:
        yield f"its name is {name!r} in config.pbtxt; write the folder's or leave it out."
    backend, platform = config.one("backend", ""), config.one("platform", "")
    if not backend and not platform:
        yield 'it names no backend; add one, such as backend: "python".'
    elif not backend and platform not in PLATFORMS:
        yield f"there is no platform {platform!r}; name a backend, such as onnxruntime."
    elif backend not in ("", *FILES) and (near := _meant(backend)):
        yield f"there is no backend {backend!r} of Triton's own; write {near!r}."


def _forms(config: Message) -> Iterator[str]:
    """Values of a form that Protobuf refuses."""
    for name in ("max_batch_size", *sorted(BLOCKS)):
        values = config.all(name)
        if len(values) > 1:
            yield f"{name} stands there {len(values)} times; keep one."
        if name in BLOCKS and not all(isinstance(one, Message) for one in values):
            yield f"{name} has no braces; it is a block, as in {name} {{ }}."
    most = config.one("max_batch_size", 0)
    if not isinstance(most, int) or most < 0:
        yield f"max_batch_size is {most!r}; write a number without quotes, 0 or more."
    if config.all("dynamic_batching") and config.all("sequence_batching"):
        yield "dynamic_batching and sequence_batching exclude each other; keep one."


def _instances(config: Message) -> Iterator[str]:
    for group in config.all("instance_group"):
        if not isinstance(group, Message):
            yield "instance_group has no braces; it is a list of blocks."
            continue
        kind = group.one("kind", "KIND_AUTO")
        if kind not in KINDS:
            yield f"there is no kind {kind} of instances; write KIND_GPU or KIND_CPU."
        if kind in ("KIND_CPU", "KIND_MODEL") and group.all("gpus"):
            yield f"instances of {kind} name GPUs; leave gpus out."


def _tensors(config: Message) -> Iterator[str]:
    for side in ("input", "output"):
        if not config.all(side) and config.one("backend") == "python":
            yield f"it states no {side}; add its name, data_type and dims."
        for tensor in config.all(side):
            name, kind = tensor.one("name", "?"), tensor.one("data_type", "")
            if kind not in TYPES:
                hint = (
                    f"TYPE_{kind}"
                    if f"TYPE_{kind}" in TYPES
                    else "one such as TYPE_FP32"
                )
                yield f"{side} {name} has the type {kind or 'none'}; write {hint}."
            dims = tensor.all("dims")
            if not dims:
                yield f"{side} {name} has no dims; a scalar for each row is [ 1 ]."
            if bad := [
                one for one in dims if not isinstance(one, int) or one < -1 or one == 0
            ]:
                yield f"{side} {name} has {bad[0]} in its dims; a size is 1 or more, or -1 for any."


def _scheduling(config: Message) -> Iterator[str]:
    most, batching = config.one("max_batch_size", 0), config.one("dynamic_batching")
    if isinstance(batching, Message):
        for name in sorted(batching.fields.keys() - BATCHING):
            yield _no_field(name, BATCHING, " in dynamic_batching")
        if not most and config.all("max_batch_size"):
            yield "dynamic_batching needs max_batch_size of 1 or more; it is 0."
        for size in batching.all("preferred_batch_size"):
            if isinstance(most, int) and size > most:
                yield f"the preferred batch size {size} is above max_batch_size, {most}."
    if config.one("platform") == "ensemble" and config.all("instance_group"):
        yield "an ensemble has no instances; give instance_group to the models in it."


def _ensemble(config: Message) -> Iterator[str]:
    """What the ensemble takes and gives has to be a value in the maps of its steps."""
    if config.one("platform") != "ensemble":
        return
    blocks = [
        one for one in config.all("ensemble_scheduling") if isinstance(one, Message)
    ]
    steps = [step for one in blocks for step in one.all("step")]
    steps = [step for step in steps if isinstance(step, Message)]
    if not steps:
        yield "an ensemble without a step does nothing; add ensemble_scheduling."
        return
    for side in ("input", "output"):
        pairs = [pair for step in steps for pair in step.all(f"{side}_map")]
        values = [pair.one("value") for pair in pairs]
        for tensor in config.all(side):
            if tensor.one("name") not in values:
                yield (
                    f"{side} {tensor.one('name')} is no value of an {side}_map; the key is the "
                    "tensor's name in the step's model, the value its name in the ensemble."
                )


def _files(folder: Path, config: Message) -> Iterator[str]:
    versions = sorted(
        int(one.name)
        for one in folder.iterdir()
        if one.is_dir() and re.fullmatch(r"0|[1-9]\d*", one.name)
    )
    if not versions:
        yield f"it has no folder for a version; put the model's file into {folder.name}/1/."
        return
    policy = config.one("version_policy")
    if isinstance(policy, Message) and isinstance(policy.one("specific"), Message):
        for wanted in policy.one("specific").all("versions"):
            if wanted not in versions:
                yield f"its policy asks for version {wanted}, and there is no folder {wanted}/."
    expected = config.one("default_model_filename") or FILES.get(
        config.one("backend") or PLATFORMS.get(config.one("platform", ""), ""), ""
    )
    for version in versions if expected else []:
        if not (folder / str(version) / expected).exists():
            yield f"version {version} has no {expected}, which its backend looks for."

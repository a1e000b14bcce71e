"""Running what somebody typed beside a board, line by line, until one is refused."""

import re

from certlab.labs import mig

_JOINED = re.compile(r"\\\n\s*")


def run_lines(gpus: tuple[mig.Gpu, ...], text: str) -> mig.Result:
    """Run lines of nvidia-smi on the GPUs; comments and blank lines are passed over.

    What succeeded before a refusal stays, as it does on a machine.
    """
    texts, code, why = [], 0, ""
    for line in _JOINED.sub(" ", text).splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            result = mig.run(gpus, line)
        except mig.Refusal as refusal:
            code, why = refusal.code, refusal.says
            break
        gpus, code, why = result.gpus, result.code, result.why
        texts.append(result.text)
        if code:
            break
    return mig.Result(gpus, "\n".join(texts), code, why)

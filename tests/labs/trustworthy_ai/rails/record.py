"""Ask the lab's bank, made by NeMo Guardrails, with each rail on and off, and keep what it says.

    python -m tests.labs.trustworthy_ai.rails.record

It runs the cells of the lab that make the bank, so it is the very bot that learners meet. Run it
again when the lab's bank, its small model or the library changes; it takes two minutes.
"""

import json
import logging
from hashlib import sha256
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any

from certlab.labs.trustworthy_ai.rails.journey import MESSAGES

ROOT = Path(__file__).parents[4]
LAB = ROOT / "labs" / "trustworthy-ai" / "30_five_rails.ipynb"
TURNS = ROOT / "tests" / "vectors" / "rails" / "turns.json"
SWITCHES = (
    *("input", "dialog", "retrieval", "execution", "output"),
    *("invents", "documents"),
)


def cell(name: str) -> str:
    """The source of a cell of the lab."""
    cells = json.loads(LAB.read_text("utf-8"))["cells"]
    return next("".join(one["source"]) for one in cells if one["id"] == name)


def digest() -> str:
    """Of the cell that makes the bank."""
    return sha256(cell("five").encode()).hexdigest()[:16]


def main() -> None:
    """Record all messages under all settings."""
    lab: dict[str, Any] = {}
    exec(cell("preflight"), lab)  # noqa: S102 -- cells of our own notebook
    exec(cell("five"), lab)  # noqa: S102
    logging.disable(logging.CRITICAL)
    texts: list[str] = []
    turns = {}
    for on in product((False, True), repeat=len(SWITCHES)):
        bot = made(lab, dict(zip(SWITCHES, on, strict=True)))
        said = [bot.ask(message) for message in MESSAGES]
        texts.extend({one.text: 0 for one in said if one.text not in texts})
        key = "".join("01"[one] for one in on)
        turns[key] = [[texts.index(one.text), one.calls] for one in said]
    rows = ",\n".join(f"    {json.dumps(key)}: {row}" for key, row in turns.items())
    head = {
        "library": version("nemoguardrails"),
        "bank": digest(),
        "switches": SWITCHES,
        "messages": MESSAGES,
        "texts": texts,
    }
    lines = json.dumps(head, indent=2).removesuffix("\n}")
    TURNS.write_text(f'{lines},\n  "turns": {{\n{rows}\n  }}\n}}\n', "utf-8")


def made(lab: dict[str, Any], on: dict[str, bool]) -> Any:
    """The lab's bank without the rails that are off."""
    config, flows = lab["CONFIG"], lab["FLOWS"]
    for rail, flow in (
        ("input", "[self check input]"),
        ("retrieval", "[drop internal notes]"),
        ("output", "[self check facts]"),
    ):
        config = config if on[rail] else _less(config, flow, "[]")
    if not on["dialog"]:
        at = flows.index("# dialog rail"), flows.index("# execution rail")
        flows = flows[: at[0]] + flows[at[1] :]
    if not on["execution"]:
        guard = "  if not $allowed\n    bot refuse transfer\n    stop\n"
        flows = _less(flows, guard, "")
    documents = lab["rails"].CHUNKS if on["documents"] else ()
    return lab["bank"](_model(lab, on["invents"]), documents, config, flows)


def _model(lab: dict[str, Any], invents: bool) -> Any:
    from certlab.labs.trustworthy_ai.rails.reading import INVENTED

    reply = lab["rails"].reply
    own = (
        (lambda prompt: INVENTED if "Question:" in prompt else reply(prompt))
        if (invents)
        else reply
    )
    return lab["LocalModel"](own)


def _less(text: str, part: str, instead: str) -> str:
    if text.count(part) != 1:
        raise SystemExit(
            f"The lab's bank has no {part!r} any more; look at this script."
        )
    return text.replace(part, instead)


if __name__ == "__main__":
    main()

"""What the pure packages do in a browser's Python; run by run.mjs, not by pytest."""

# ruff: noqa: T201 -- what it prints is what the test reads
import json
import sys
from pathlib import Path

from certlab.course import load
from certlab.study.grading import grade
from certlab.study.history import History
from certlab.study.item_tests import run_item_tests
from certlab.study.session import Session

course = (
    load()
)  # refuses what it cannot read; whether it is well written, nobody asks here
problems = [one for one in run_item_tests(course) if not one.warning]

history = History(Path("/tmp/history.jsonl"))
session = Session(course, history, count=3)
response = {
    "single": lambda key: key["correct"][0],
    "multi": lambda key: key["correct"],
}
question = next(one for one in session.questions if one.kind in response)
reply = session.answer(question, response[question.kind](question.key))

data = json.loads(Path(folders[-1], "grading.json").read_text("utf-8"))  # noqa: F821 -- set by run.mjs
vectors = data["cases"]
wrong = [
    case
    for case in vectors
    if grade(data["keys"][case["key"]], case["response"]).outcome != case["outcome"]
]

print("PYTHON", *sys.version_info[:2], sys.platform)
print("PROBLEMS", *problems)
print("REPLY", reply.verdict.outcome, len(history.read().answers))
print("VECTORS", len(vectors), "WRONG", wrong)

"""What the class's pages reckon: events out of a stream, and who comes first in the heat map."""

import json
from pathlib import Path
from typing import Any

import pytest

from certlab.app.esm import SOURCE
from certlab.classroom.service import tally
from tests.bound import MILLISECONDS
from tests.page_rules import called
from tests.widgets.test_esm import run_node

STREAM = "classroom/static/stream.js"
ROWS = "classroom/static/instructor/heat_rows.js"


@pytest.mark.parametrize(
    ("text", "events", "rest"),
    [
        (": here\n\n", [], ""),
        ("event: map\ndata: 1\n\ndata: 2", [{"event": "map", "data": "1"}], "data: 2"),
        ("id: 3\r\ndata:a\r\ndata: b\r\n\r\n", [{"event": "message", "data": "a\nb"}], ""),
        ("retry: 2000\n\nevent: state\ndata: {}\n\n", [{"event": "state", "data": "{}"}], ""),
    ],
)  # fmt: skip
def test_events_are_read_as_they_come(
    text: str, events: list[dict[str, str]], rest: str
) -> None:
    assert called(STREAM, "readEvents", [[text]]) == [{"events": events, "rest": rest}]


def test_a_worker_tells_all_pages_what_one_stream_says() -> None:
    script = Path(__file__).with_name("stream_worker_run.mjs")
    worker = (SOURCE / "classroom/static/stream_worker.js").as_uri()
    ran = run_node(script, worker, str(MILLISECONDS))
    assert ran.stderr == ""
    state, whole = ({"event": "state", "data": 1}, {"event": "map", "data": "whole"})
    assert json.loads(ran.stdout) == {
        "late": [[state], 1],
        "map": [[whole], whole, [True, False]],  # a page that comes needs it whole
        "stays": False,
        "refused": [{"ended": True, "refused": {"status": 503, "says": "Later."}}],
        "again": "http://class.test/events",
    }


def test_a_cell_says_the_share_right_and_of_how_many() -> None:
    cells: list[list[Any]] = [[[0, 0]], [[3, 2]], [[10, 1]], [[4, 4]]]
    assert called(ROWS, "cellText", cells) == ["–", "67 %\nof 3", "10 %\nof 10", "100 %\nof 4"]  # fmt: skip
    assert called(ROWS, "shadeOf", cells) == ["0", "3", "1", "4"]


def test_one_wrong_answer_weighs_less_than_ten() -> None:
    one, ten, none = called(ROWS, "smoothed", [[[1, 0]], [[10, 0]], [[0, 0]]])
    assert ten < one < none


def test_a_row_on_its_way_is_no_news_and_one_that_stays_is() -> None:
    cases: list[list[Any]] = [
        [{"waiting": 1, "away": False}, 3_000],
        [{"waiting": 1, "away": False}, 10_000],
        [{"waiting": 1, "away": True}, 0],
        [{"waiting": 0, "away": True}, 10_000],
        [None, 10_000],
    ]
    found = called("classroom/static/class_model.js", "isLate", cases)
    assert found == [False, True, True, False, False]


@pytest.mark.parametrize(
    ("show", "counts"),
    [
        ({"kind": "single"}, {"a": 2, "b": 1}),
        ({"kind": "multi", "select": 2}, {"a": 3, "b": 2, "c": 1}),
        ({"kind": "match", "left": [{"id": "a"}, {"id": "b"}]}, {"a: x": 2, "a: y": 1, "b: y": 3}),
        ({"kind": "cloze", "gaps": [{"id": "1"}, {"id": "2"}]}, {"1: get": 3, "2: pods": 2, "(other)": 1}),
        ({"kind": "order", "steps": [{"id": "a"}, {"id": "b"}]}, {"a > b": 3}),
    ],
)  # fmt: skip
def test_who_votes_in_several_parts_is_one_voter(
    show: dict[str, Any], counts: dict[str, int]
) -> None:
    tally = {"round": 1, "counts": counts}
    assert called("classroom/static/bars.js", "votersOf", [[show, tally]]) == [3]


def test_a_step_is_said_inside_a_sentence() -> None:
    steps = [["3"], ["4b"], ["Exercise 1"], ["Step 3"], ["MIG mode"], ["Predict: NCCL"]]
    assert called("classroom/static/gate_words.js", "stepWords", steps) == [
        *("step 3", "step 4b", "exercise 1", "step 3", "MIG mode", "Predict: NCCL")
    ]


VOTES = json.loads(
    (Path(__file__).parents[1] / "vectors" / "tally.json").read_text("utf-8")
)


def test_a_vote_is_named_as_the_class_counts_it() -> None:
    asked = [[{"kind": one["kind"]}, one["response"]] for one in VOTES]
    wanted = [one["names"] for one in VOTES]
    assert called("classroom/static/tally_words.js", "namesOf", asked) == wanted
    named = [tally.names(one["kind"], one["response"]) for one in VOTES]
    assert named == wanted
    unvoted = [[{"kind": "order"}, None]]
    assert called("classroom/static/tally_words.js", "namesOf", unvoted) == [[]]


OWN = """
globalThis.window = globalThis;
const { ownRows } = await import(process.argv[1]);
const [show, ids, mine] = JSON.parse(process.argv[2]);
const rows = ids.map((names) => ({ id: names[0], ids: names }));
console.log(JSON.stringify([...ownRows(show, rows, mine)].map(({ id }) => id)));
"""


@pytest.mark.parametrize(
    ("kind", "ids", "mine", "own"),
    [
        ("order", [["a > b"], ["b > a"]], ["b", "a"], ["b > a"]),
        ("match", [["a: x"], ["b: y"], ["a: y", "b: x"]], {"a": "y", "b": "y"}, ["a: y", "b: y"]),
        ("cloze", [["1: get"], ["(other)"]], {"1": "get", "2": "pod"}, ["1: get", "(other)"]),
        ("cloze", [["1: get"], ["1: put", "(other)"]], {"1": "pod"}, ["1: put"]),
        ("numeric", [["12 GB"], ["(other)"]], {"number": "12", "unit": "GB"}, ["12 GB"]),
        ("single", [["a"], ["b"]], None, []),
    ],
)  # fmt: skip
def test_the_rows_of_ones_own_vote(
    kind: str, ids: list[list[str]], mine: object, own: list[str]
) -> None:
    module = SOURCE / "classroom/static/bars.js"
    given = json.dumps([{"kind": kind}, ids, mine])
    told = run_node("--input-type=module", "--eval", OWN, module.as_uri(), given)
    assert sorted(json.loads(told.stdout)) == sorted(own)


LEFT = """
const { ClassModel } = await import(process.argv[1]);
let answer;
const post = () => new Promise((done) => { answer = done; });
const model = new ClassModel({ post }, {});
model.state = { poll: { id: 1, round: 1, mine: null } };
const sent = model[process.argv[2]]("a");
model.state = null;
answer({});
await sent;
console.log(JSON.stringify(model.state));
"""


@pytest.mark.parametrize("what", ["vote", "stuck"])
def test_what_the_class_answers_once_one_has_left_in_another_tab_is_no_fault(
    what: str,
) -> None:
    module = SOURCE / "classroom/static/class_model.js"
    told = run_node("--input-type=module", "--eval", LEFT, module.as_uri(), what).stdout
    assert json.loads(told) is None

"""CSV and JSON: every kind in its columns and fields."""

import csv
import io
import json

import jsonschema
import pytest

from certlab.course import Course
from certlab.formats import csv_export, exports, json_export
from tests.formats.askable import choice, questions


def rows(data: bytes) -> list[dict[str, str]]:
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_every_kind_has_its_row() -> None:
    done = csv_export.write(questions())
    found = {row["item"].removeprefix("mig-"): row for row in rows(done.data)}
    assert done.count == len(found) == 9
    assert found["single"]["answer"] == "'-cgi"
    assert found["single"]["ask"] == "Which flag creates GPU instances & why <b>?"
    assert found["multi"]["ask"].endswith("\nChoose 2.")
    assert found["numeric"]["answer"].startswith("1.5 ms\n")
    assert found["numeric"]["tolerance"] == "0.01"
    assert found["numeric"]["reasons"] == "0.0015 ms: That is in seconds."
    assert found["order"]["answer"].split("\n")[0] == "Mode"
    assert found["match"]["answer"] == "nsys -> x → Timeline\nncu → Kernel"
    assert "Races" in found["match"]["options"]
    assert found["cloze"]["ask"] == "Fill the gaps.\n[...] threads, half [...]."
    assert found["cloze"]["answer"] == "1,024 or 2e3\nwarp or a warp"
    assert found["command"]["answer"] == "nvidia-smi -mig 1"
    assert found["card"]["answer"] == "32"


def test_what_a_table_cannot_hold_is_said() -> None:
    lost = {(one.item, one.says) for one in csv_export.write(questions()).lost}
    assert ("mig-command", "which other lines are right is left out.") in lost
    assert ("mig-order", "which other orders are right is left out.") in lost
    assert len(lost) == 8


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_no_cell_is_a_formula(text: str) -> None:
    done = csv_export.write([choice([text, "B"], 1, ask=text)])
    (row,) = rows(done.data)
    assert (row["ask"], row["answer"]) == (f"'{text}", f"'{text}")
    assert "formula" in done.lost[-1].says


def test_json_is_of_its_own_schema_and_leaves_nothing_out(whole: Course) -> None:
    found = [*questions(), *exports.compiled(whole, exports.chosen(whole))]
    done = json_export.write(found)
    value = json.loads(done.data)
    jsonschema.validate(value, json_export.SCHEMA)
    assert done.count == len(value["items"]) == len(found)
    assert not done.lost
    for question, row in zip(found, value["items"], strict=True):
        assert row == json.loads(json.dumps(vars(question)))


def test_json_of_another_form_is_refused_by_the_schema() -> None:
    value = json.loads(json_export.write(questions("single")).data)
    for change in ({"schema": 2}, {"items": [{"item": "X Y"}]}, {"items": None}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(value | change, json_export.SCHEMA)

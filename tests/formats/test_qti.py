"""QTI packages: their form, and that they score as we do.

The official schema may not be shipped by us without a registration (its own notice), so
it is used where CERTLAB_QTI_XSD names a folder that holds qtiv2p1/imsqti_v2p1.xsd and
imscp_v1p1.xsd with what they import; everywhere the items are held to a table of the
elements they may use, taken from it.
"""

import io
import os
import re
import zipfile
from collections.abc import Iterator
from itertools import islice, permutations, product
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certlab.course import Course
from certlab.formats import exports, qti
from certlab.study.grading import grade
from certlab.study.questions import Question
from tests.formats.askable import choice, questions
from tests.study.kinds import kinds

QTI = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
unhurried = settings(max_examples=50)

HEAD = "(responseDeclaration)+(outcomeDeclaration)+"
INLINE = r"(code|em|strong|br|textEntryInteraction|#)*"
TRUTH = "(match|equal|or|and|stringMatch)"
VALUE = "(variable|baseValue|multiple|ordered|correct|mapResponse|sum)"
# Element: attributes it needs, and its children in order; "#" stands for text.
FORM = {
    "assessmentItem": (
        "identifier title adaptive timeDependent toolName",
        f"{HEAD}itemBody responseProcessing(modalFeedback)*",
    ),
    "responseDeclaration": (
        "identifier cardinality baseType",
        "correctResponse mapping?",
    ),
    "outcomeDeclaration": ("identifier cardinality baseType", "defaultValue?"),
    "correctResponse": ("", "(value)+"),
    "defaultValue": ("", "(value)+"),
    "value": ("", "#"),
    "mapping": ("lowerBound upperBound defaultValue", "(mapEntry)+"),
    "mapEntry": ("mapKey mappedValue", ""),
    "itemBody": ("", "(p)+(choiceInteraction|orderInteraction|matchInteraction|p)"),
    "p": ("", INLINE),
    "code": ("", "#"),
    "em": ("", INLINE),
    "strong": ("", INLINE),
    "br": ("", ""),
    "textEntryInteraction": ("responseIdentifier", ""),
    "choiceInteraction": (
        "responseIdentifier shuffle maxChoices minChoices",
        "(simpleChoice)+",
    ),
    "orderInteraction": ("responseIdentifier shuffle", "(simpleChoice)+"),
    "matchInteraction": (
        "responseIdentifier shuffle maxAssociations minAssociations",
        "simpleMatchSet simpleMatchSet",
    ),
    "simpleMatchSet": ("", "(simpleAssociableChoice)+"),
    "simpleChoice": ("identifier", INLINE),
    "simpleAssociableChoice": ("identifier matchMax", INLINE),
    "responseProcessing": ("", "(responseCondition|setOutcomeValue)+"),
    "responseCondition": ("", "responseIf(responseElseIf)*"),
    "responseIf": ("", f"{TRUTH}setOutcomeValue"),
    "responseElseIf": ("", f"{TRUTH}setOutcomeValue"),
    "setOutcomeValue": ("identifier", VALUE),
    "match": ("", f"{VALUE}{VALUE}"),
    "equal": ("toleranceMode tolerance", f"{VALUE}{VALUE}"),
    "stringMatch": ("caseSensitive", f"{VALUE}{VALUE}"),
    "or": ("", f"{TRUTH}+"),
    "and": ("", f"{TRUTH}+"),
    "multiple": ("", f"{VALUE}+"),
    "ordered": ("", f"{VALUE}+"),
    "sum": ("", f"{VALUE}+"),
    "variable": ("identifier", ""),
    "correct": ("identifier", ""),
    "mapResponse": ("identifier", ""),
    "baseValue": ("baseType", "#"),
    "modalFeedback": ("outcomeIdentifier identifier showHide", "(p)*"),
}
OPTIONAL = {"textEntryInteraction": {"expectedLength"}, "simpleChoice": {"fixed"}}
IDENTIFIER = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)


def package(found: list[Question]) -> dict[str, Element]:
    with zipfile.ZipFile(io.BytesIO(qti.write(found).data)) as archive:
        return {name: fromstring(archive.read(name)) for name in archive.namelist()}


def items(found: list[Question]) -> dict[str, Element]:
    files = package(found)
    del files[qti.MANIFEST]
    return {one.get("identifier", "")[len("item-") :]: one for one in files.values()}


def name(element: Element) -> str:
    return element.tag.removeprefix(QTI)


def check_form(element: Element) -> None:
    needed, order = FORM[name(element)]
    extra = OPTIONAL.get(name(element), set())
    assert set(element.keys()) - extra == set(needed.split()), name(element)
    texts = [element.text, *(one.tail for one in element)]
    assert "#" in order or not "".join(filter(None, texts)).strip(), name(element)
    # Each name gets a space behind it, in the order and in what is found.
    names = re.sub(r"\|?#", "", order).replace(" ", "_")
    pattern = re.sub(r"[A-Za-z]+", lambda word: f"(?:{word[0]} )", names)
    found = "".join(f"{name(one)} " for one in element)
    assert re.fullmatch(pattern.replace("_", ""), found), (name(element), found)
    for one in element:
        check_form(one)


def everything(whole: Course) -> list[Question]:
    more = kinds()
    askable = [one for one in more.items.values() if one.kind in exports.ASKABLE]
    return [
        *questions(),
        *exports.compiled(whole, exports.chosen(whole)),
        *exports.compiled(more, askable),
    ]


def test_every_item_has_the_form_of_the_schema(whole: Course) -> None:
    found = items(everything(whole))
    assert len(found) > 100
    for item in found.values():
        check_form(item)
        identifiers = [
            one.get("identifier") for one in item.iter() if one.get("identifier")
        ]
        assert all(map(IDENTIFIER.fullmatch, identifiers))


def test_every_item_is_valid_by_the_official_schema(whole: Course) -> None:
    folder = os.environ.get("CERTLAB_QTI_XSD")
    if not folder:
        pytest.skip("no QTI schema: CERTLAB_QTI_XSD names no folder")
    etree = pytest.importorskip("lxml.etree")
    item = etree.XMLSchema(etree.parse(Path(folder, "qtiv2p1/imsqti_v2p1.xsd")))
    manifest = etree.XMLSchema(etree.parse(Path(folder, "imscp_v1p1.xsd")))
    with zipfile.ZipFile(io.BytesIO(qti.write(everything(whole)).data)) as archive:
        for file in archive.namelist():
            schema = manifest if file == qti.MANIFEST else item
            schema.assertValid(etree.fromstring(archive.read(file)))


def test_the_manifest_names_every_file(whole: Course) -> None:
    files = package(exports.compiled(whole, exports.chosen(whole)))
    manifest = files.pop(qti.MANIFEST)
    space = "{http://www.imsglobal.org/xsd/imscp_v1p1}"
    assert [one.tag.removeprefix(space) for one in manifest] == [
        "metadata", "organizations", "resources",
    ]  # fmt: skip
    rows = list(manifest.iter(f"{space}resource"))
    assert [row.get("href") for row in rows] == list(files)
    assert {row.get("type") for row in rows} == {"imsqti_item_xmlv2p1"}
    assert [one.get("href") for one in manifest.iter(f"{space}file")] == list(files)
    ids = [row.get("identifier") for row in rows]
    assert len(set(ids)) == len(ids)


class Player:
    """A small player of response processing, as the specification describes it."""

    def __init__(self, item: Element, responses: dict[str, Any]) -> None:
        self.item = item
        self.found: dict[str, Any] = {**responses, "SCORE": 0.0, "FEEDBACK": []}
        self.rows = {
            one.get("identifier"): one for one in item.iter(f"{QTI}responseDeclaration")
        }
        processing = item.find(f"{QTI}responseProcessing")
        assert processing is not None
        for rule in processing:
            self.run(rule)

    def run(self, rule: Element) -> None:
        if name(rule) == "setOutcomeValue":
            self.found[rule.get("identifier", "")] = self.value(rule[0])
            return
        for branch in rule:
            if self.value(branch[0]):
                self.run(branch[1])
                return

    def value(self, one: Element) -> Any:
        inside = lambda: [self.value(child) for child in one]  # lazily
        match name(one):
            case "variable":
                return self.found[one.get("identifier", "")]
            case "baseValue":
                return (
                    float(one.text or "")
                    if one.get("baseType") == "float"
                    else one.text
                )
            case "correct":
                row = self.rows[one.get("identifier")]
                values = [value.text for value in row.iter(f"{QTI}value")]
                return values[0] if row.get("cardinality") == "single" else values
            case "multiple" | "ordered":
                rows = [row if isinstance(row, list) else [row] for row in inside()]
                return [value for row in rows for value in row]
            case "match":
                first, second = inside()
                both = [row for row in (first, second) if isinstance(row, list)]
                unordered = self.rows["RESPONSE"].get("cardinality") == "multiple"
                if both and unordered:
                    return sorted(first) == sorted(second)
                return first == second
            case "equal":
                value, wanted = inside()
                below, above = map(float, one.get("tolerance", "").split())
                return wanted - below <= value <= wanted + above
            case "stringMatch":
                value, wanted = inside()
                if one.get("caseSensitive") == "false":
                    return value.lower() == wanted.lower()
                return value == wanted
            case "or":
                return any(inside())
            case "and":
                return all(inside())
            case "sum":
                return sum(inside())
            case "mapResponse":
                return self.mapped(one.get("identifier"))
        raise AssertionError(name(one))

    def mapped(self, identifier: str | None) -> float:
        entries = self.rows[identifier].iter(f"{QTI}mapEntry")
        worth = {one.get("mapKey"): float(one.get("mappedValue", 0)) for one in entries}
        score = sum(worth.get(one, 0) for one in self.found[identifier or ""])
        return min(1.0, max(0.0, score))


def tries(question: Question) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Responses of ours, each with the same response for QTI."""
    key = question.key
    match question.kind:
        case "single":
            for id in key["options"]:
                yield id, {"RESPONSE": f"o-{id}"}
        case "multi":
            for ids in permutations(key["options"], len(key["correct"])):
                yield [*ids], {"RESPONSE": [f"o-{id}" for id in ids]}
        case "order":
            # The first is the order that is shown, which is no answer to us.
            for ids in islice(permutations(key["options"]), 1, None):
                yield [*ids], {"RESPONSE": [f"o-{id}" for id in ids]}
        case "match":
            for rights in product(key["options"], repeat=len(key["left"])):
                pairs = dict(zip(key["left"], rights, strict=True))
                yield pairs, {"RESPONSE": [f"l-{a} o-{b}" for a, b in pairs.items()]}
        case "numeric":
            numbers = [key["answer"], *(trap["answer"] for trap in key["traps"])]
            for number, share in product(numbers, (0, 0.5, 0.99, 1.01, -0.99, -1.01)):
                typed = number * (1 + share * (key["tolerance"] or 1e-8))
                yield {"number": repr(typed), "unit": key["unit"]}, {"RESPONSE": typed}
        case "cloze":
            texts = [
                [*gap["accept"], gap["accept"][0].upper(), "7"] for gap in key["gaps"]
            ]
            for row in product(*texts):
                ours = {
                    gap["id"]: one for gap, one in zip(key["gaps"], row, strict=True)
                }
                yield (
                    ours,
                    {
                        f"GAP-{gap['id']}": float(one.replace(",", ""))
                        if gap["number"]
                        else one
                        for gap, one in zip(key["gaps"], row, strict=True)
                    },
                )


def test_every_item_scores_as_we_do(whole: Course) -> None:
    scores = set()
    found = everything(whole)
    written = items(found)
    for question in found:
        for ours, theirs in tries(question):
            if question.item in written:
                verdict = grade(question.key, ours)
                player = Player(written[question.item], theirs)
                score = player.found["SCORE"]
                assert score == pytest.approx(verdict.score, abs=1e-4), (
                    question.item,
                    ours,
                )
                scores.add((question.kind, verdict.outcome))
    assert scores == {
        (kind, outcome)
        for kind in ("single", "multi", "order", "match", "numeric", "cloze")
        for outcome in ("correct", "wrong")
    }


@pytest.mark.parametrize("score", ["all", "each", "net"])
def test_every_rule_for_a_multi_scores_as_ours(score: str) -> None:
    question = choice(["A", "B", "C", "D", "E"], 3, score=score)
    (item,) = items([question]).values()
    for ours, theirs in tries(question):
        wanted = grade(question.key, ours).score
        assert Player(item, theirs).found["SCORE"] == pytest.approx(wanted, abs=1e-4)


def test_feedback_names_what_is_shown() -> None:
    found = items(questions())
    for item in found.values():
        modals = [one.get("identifier") for one in item.iter(f"{QTI}modalFeedback")]
        assert len(set(modals)) == len(modals)
    single = Player(found["mig-single"], {"RESPONSE": "o-cci"})
    assert single.found["FEEDBACK"] == ["explain", "o-cci"]
    trap = Player(found["mig-numeric"], {"RESPONSE": 0.0015})
    assert trap.found["FEEDBACK"] == ["explain", "trap-0"]
    (modal,) = (
        one
        for one in found["mig-numeric"].iter(f"{QTI}modalFeedback")
        if one.get("identifier") == "trap-0"
    )
    assert "".join(modal.itertext()) == "That is in seconds."


def test_a_cloze_keeps_the_spaces_around_its_gaps() -> None:
    (item,) = items(questions("cloze")).values()
    body = item.find(f"{QTI}itemBody")
    assert body is not None
    gap, half, second = body[-1]
    assert gap.tail == " threads, "
    assert (half.text, half.tail) == ("half", " ")
    assert second.tail == "."


def test_what_qti_cannot_hold_is_said_by_item() -> None:
    done = qti.write(questions())
    assert [(one.item, one.says) for one in done.lost if one.whole] == [
        ("mig-command", "QTI compares texts; a command line is graded by its flags."),
        (
            "mig-card",
            "QTI has questions only; a card asks nothing that it could grade.",
        ),
    ]
    assert {one.item for one in done.lost if not one.whole} == {
        "mig-numeric", "mig-order", "mig-match", "mig-cloze", "mig-gap",
    }  # fmt: skip


def test_too_many_right_orders_are_refused() -> None:
    (question,) = questions("order")
    ids = [f"s{n}" for n in range(6)]
    question.key["after"] = {id: [] for id in ids}
    done = qti.write([question])
    assert (done.count, done.lost[0].whole) == (0, True)
    assert done.lost[0].says.startswith("more than 24 orders are right")


def test_the_same_questions_give_the_same_bytes() -> None:
    data = qti.write(questions()).data
    assert data == qti.write(questions()).data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert {one.date_time[:3] for one in archive.infolist()} == {(1980, 1, 1)}


@unhurried
@given(st.lists(st.text(min_size=1), min_size=2, max_size=4), st.text(min_size=1))
def test_any_text_makes_a_well_formed_item(texts: list[str], ask: str) -> None:
    (item,) = items([choice(texts, 1, ask=ask, why=ask)]).values()
    check_form(item)


def test_an_option_that_stands_last_is_fixed_there() -> None:
    pinned = choice(["None", "Some", "All"], 1)
    pinned.show["pinned"] = ["o2"]
    (item,) = items([pinned]).values()
    check_form(item)
    fixed = [one.get("fixed") for one in item.iter(f"{QTI}simpleChoice")]
    assert fixed == [None, None, "true"]

"""One question as a QTI 2.1 assessment item.

Each item has the outcome SCORE, from 0 to 1, and FEEDBACK, the identifiers of what is
shown afterwards: the reasons of the chosen options, of a trap, and the explanation.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from certlab.course.markup import append, plain
from certlab.formats.qti_processing import processing
from certlab.study.answer_sheet import reasons, sources, stem
from certlab.study.questions import Question

_QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
MOST_ORDERS = 24  # as many right orders as four free steps have; each is written out
_CANNOT = {
    "command": "QTI compares texts; a command line is graded by its flags.",
    "card": "QTI has questions only; a card asks nothing that it could grade.",
}


def refusal(question: Question) -> str:
    """Why a question cannot be an item; "" when it can."""
    if question.kind == "order" and len(orders(question)) > MOST_ORDERS:
        return f"more than {MOST_ORDERS} orders are right, and each had to be written."
    return _CANNOT.get(question.kind, "")


def losses(question: Question) -> Iterator[str]:
    """What an item cannot hold of a question."""
    match question.kind:
        case "numeric" if len(question.show["units"]) > 1:
            yield f"the answer counts in {question.key['unit']} only, no unit is chosen."
        case "order" | "match" | "cloze":
            yield "reasons stand together in the explanation."
    if question.kind == "cloze":
        yield "spaces, articles, dashes and quotes have to be typed as they are written."
    if question.kind in ("cloze", "numeric"):
        yield "whether 1,024 may have its comma is up to the program that asks."


def orders(question: Question) -> list[list[str]]:
    """The right orders of an order question, one more than MOST_ORDERS at most."""
    after: dict[str, list[str]] = question.key["after"]

    def begun(placed: list[str]) -> Iterator[list[str]]:
        if len(placed) == len(after):
            yield placed
        for id, before in after.items():
            if id not in placed and set(before) <= set(placed):
                yield from begun([*placed, id])

    return list(islice(begun([]), MOST_ORDERS + 1))


def item_xml(question: Question) -> Element:
    """The item."""
    title = plain(question.show["ask"])
    root = Element(
        "assessmentItem",
        {
            "xmlns": _QTI,
            "identifier": f"item-{question.item}",
            "title": title if len(title) <= 80 else f"{title[:77]}...",
            "adaptive": "false",
            "timeDependent": "false",
            "toolName": "certlab",
        },
    )
    _declarations(root, question)
    body = SubElement(root, "itemBody")
    for text in stem(question):
        append(SubElement(body, "p"), text)
    _interaction(body, question)
    root.append(processing(question, orders))
    _feedback(root, question)
    return root


def _declarations(root: Element, question: Question) -> None:
    key = question.key
    match question.kind:
        case "single" | "multi":
            many = "multiple" if question.kind == "multi" else "single"
            response = _response(root, "RESPONSE", many, "identifier")
            _values(response, [f"o-{id}" for id in key["correct"]])
            if key.get("score", "all") != "all":
                share = 1 / len(key["correct"])
                worth = {f"o-{id}": share for id in key["correct"]}
                wrong = [id for id in key["options"] if id not in key["correct"]]
                if key["score"] == "net":
                    worth |= {f"o-{id}": -share for id in wrong}
                _mapping(response, worth)
        case "order":
            response = _response(root, "RESPONSE", "ordered", "identifier")
            _values(response, [f"o-{id}" for id in question.feedback["order"]])
        case "match":
            response = _response(root, "RESPONSE", "multiple", "directedPair")
            pairs = [f"l-{left} o-{right}" for left, right in key["pairs"].items()]
            _values(response, pairs)
            if key["score"] == "each":
                _mapping(response, dict.fromkeys(pairs, 1 / len(pairs)))
        case "numeric":
            response = _response(root, "RESPONSE", "single", "float")
            _values(response, [repr(float(key["answer"]))])
        case "cloze":
            for gap in key["gaps"]:
                kind = "float" if gap["number"] else "string"
                response = _response(root, gap_name(gap), "single", kind)
                text = gap["accept"][0]
                _values(response, [text.replace(",", "") if gap["number"] else text])
    score = SubElement(root, "outcomeDeclaration", _outcome("SCORE", "single", "float"))
    SubElement(SubElement(score, "defaultValue"), "value").text = "0"
    SubElement(
        root, "outcomeDeclaration", _outcome("FEEDBACK", "multiple", "identifier")
    )


def gap_name(gap: dict[str, Any]) -> str:
    """The identifier of a gap's response."""
    return f"GAP-{gap['id']}"


def _outcome(name: str, many: str, kind: str) -> dict[str, str]:
    return {"identifier": name, "cardinality": many, "baseType": kind}


def _response(root: Element, name: str, many: str, kind: str) -> Element:
    return SubElement(root, "responseDeclaration", _outcome(name, many, kind))


def _values(response: Element, values: list[str]) -> None:
    correct = SubElement(response, "correctResponse")
    for value in values:
        SubElement(correct, "value").text = value


def _mapping(response: Element, worth: dict[str, float]) -> None:
    limits = {"lowerBound": "0", "upperBound": "1", "defaultValue": "0"}
    mapping = SubElement(response, "mapping", limits)
    for name, value in worth.items():
        SubElement(mapping, "mapEntry", {"mapKey": name, "mappedValue": f"{value:.6g}"})


def _interaction(body: Element, question: Question) -> None:
    show = question.show
    match question.kind:
        case "single" | "multi":
            most = str(show.get("select", 1))
            names = _named(shuffle="true", maxChoices=most, minChoices=most)
            choice = SubElement(body, "choiceInteraction", names)
            for one in show["options"]:
                fixed = {"fixed": "true"} if one["id"] in show.get("pinned", ()) else {}
                names = _choice(one) | fixed
                append(SubElement(choice, "simpleChoice", names), one["text"])
        case "order":
            order = SubElement(body, "orderInteraction", _named(shuffle="true"))
            for one in show["steps"]:
                append(SubElement(order, "simpleChoice", _choice(one)), one["text"])
        case "match":
            _match(body, show)
        case "numeric":
            line = SubElement(body, "p")
            SubElement(line, "textEntryInteraction", _named(expectedLength="12"))
            append(line, f" {question.key['unit']}")
        case "cloze":
            line = SubElement(body, "p")
            for part in show["text"]:
                if isinstance(part, str):
                    _loose(line, part)
                else:
                    name = gap_name({"id": part["gap"]})
                    SubElement(
                        line, "textEntryInteraction", {"responseIdentifier": name}
                    )


def _loose(line: Element, text: str) -> None:
    """A piece of a text between gaps, with the spaces at its ends."""
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    if before and len(line):
        line[-1].tail = (line[-1].tail or "") + " "
    append(line, text)
    if after and text.strip():
        if len(line) and line[-1].tail is not None:
            line[-1].tail += " "
        elif len(line):
            line[-1].tail = " "
        else:
            line.text = (line.text or "") + " "


def _match(body: Element, show: dict[str, Any]) -> None:
    left, right = show["left"], show["right"]
    count = str(len(left))
    names = _named(shuffle="true", maxAssociations=count, minAssociations=count)
    match = SubElement(body, "matchInteraction", names)
    for mark, most, side in (("l", "1", left), ("o", count, right)):
        entries = SubElement(match, "simpleMatchSet")
        for one in side:
            row = {"identifier": f"{mark}-{one['id']}", "matchMax": most}
            append(SubElement(entries, "simpleAssociableChoice", row), one["text"])


def _named(**more: str) -> dict[str, str]:
    return {"responseIdentifier": "RESPONSE", **more}


def _choice(one: dict[str, str]) -> dict[str, str]:
    return {"identifier": f"o-{one['id']}"}


def _feedback(root: Element, question: Question) -> None:
    whys = question.feedback["whys"]
    if question.kind in ("single", "multi"):
        for id, why in whys.items():
            if why:
                _modal(root, f"o-{id}", [why])
    for number, trap in enumerate(question.key.get("traps", ())):
        _modal(root, f"trap-{number}", [trap["why"]])
    said = [question.feedback["working"], question.feedback["explain"]]
    if question.kind in ("order", "match", "cloze"):
        said += [f"{what}: {why}" for what, why in reasons(question)]
    _modal(root, "explain", [*filter(None, said), *sources(question)])


def _modal(root: Element, name: str, texts: list[str]) -> None:
    row = {"outcomeIdentifier": "FEEDBACK", "identifier": name, "showHide": "show"}
    modal = SubElement(root, "modalFeedback", row)
    for text in texts:
        append(SubElement(modal, "p"), text)

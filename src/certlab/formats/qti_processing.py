"""How a QTI item scores a response, and which feedback it then shows."""

from collections.abc import Callable
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from certlab.study.questions import Question

_ROUNDING = 1e-9  # relative: what an exact answer may lose in binary fractions


def processing(
    question: Question, orders: Callable[[Question], list[list[str]]]
) -> Element:
    """The response processing; `orders` gives the right orders of a question."""
    root = Element("responseProcessing")
    key = question.key
    show: list[Element] = [_base("identifier", "explain")]
    match question.kind:
        case "single" | "multi":
            show.append(_variable("RESPONSE"))
            if key.get("score", "all") == "all":
                _right_if(root, _same("RESPONSE"))
            else:
                _mapped(root)
        case "order":
            found = [_order(one) for one in orders(question)]
            _right_if(root, found[0] if len(found) == 1 else _of("or", *found))
        case "match" if key["score"] == "each":
            _mapped(root)
        case "match":
            _right_if(root, _same("RESPONSE"))
        case "numeric":
            _numeric(root, key)
        case "cloze":
            _cloze(root, key)
    shown = SubElement(root, "setOutcomeValue", {"identifier": "FEEDBACK"})
    if key.get("traps"):
        show.append(_variable("FEEDBACK"))
    shown.append(_of("multiple", *show))
    return root


def _of(tag: str, *inside: Element, **names: str) -> Element:
    element = Element(tag, names)
    element.extend(inside)
    return element


def _base(kind: str, text: str) -> Element:
    element = Element("baseValue", {"baseType": kind})
    element.text = text
    return element


def _variable(name: str) -> Element:
    return Element("variable", {"identifier": name})


def _same(name: str) -> Element:
    return _of("match", _variable(name), Element("correct", {"identifier": name}))


def _set(name: str, value: Element) -> Element:
    return _of("setOutcomeValue", value, identifier=name)


def _right_if(root: Element, condition: Element) -> None:
    score = _set("SCORE", _base("float", "1"))
    root.append(_of("responseCondition", _of("responseIf", condition, score)))


def _mapped(root: Element) -> None:
    root.append(_set("SCORE", Element("mapResponse", {"identifier": "RESPONSE"})))


def _order(ids: list[str]) -> Element:
    rows = [_base("identifier", f"o-{id}") for id in ids]
    return _of("match", _variable("RESPONSE"), _of("ordered", *rows))


def _near(name: str, answer: float, tolerance: float) -> Element:
    """Whether a number is near enough; the share becomes a distance, signs aside."""
    span = f"{abs(answer) * max(tolerance, _ROUNDING):.12g}"
    return _of(
        "equal",
        _variable(name),
        _base("float", repr(float(answer))),
        toleranceMode="absolute",
        tolerance=f"{span} {span}",
    )


def _numeric(root: Element, key: dict[str, Any]) -> None:
    condition = SubElement(root, "responseCondition")
    near = _near("RESPONSE", key["answer"], key["tolerance"])
    condition.append(_of("responseIf", near, _set("SCORE", _base("float", "1"))))
    for number, trap in enumerate(key["traps"]):
        near = _near("RESPONSE", trap["answer"], key["tolerance"])
        shown = _of("multiple", _base("identifier", f"trap-{number}"))
        condition.append(_of("responseElseIf", near, _set("FEEDBACK", shown)))


def _cloze(root: Element, key: dict[str, Any]) -> None:
    gaps = [_gap(gap) for gap in key["gaps"]]
    if key["score"] == "all":
        _right_if(root, gaps[0] if len(gaps) == 1 else _of("and", *gaps))
        return
    share = _base("float", f"{1 / len(gaps):.6g}")
    for gap in gaps:
        more = _set("SCORE", _of("sum", _variable("SCORE"), share))
        root.append(_of("responseCondition", _of("responseIf", gap, more)))


def _gap(gap: dict[str, Any]) -> Element:
    name = f"GAP-{gap['id']}"
    found = [
        _near(name, float(text.replace(",", "")), 0)
        if gap["number"]
        else _of(
            "stringMatch",
            _variable(name),
            _base("string", text),
            caseSensitive=str(gap["case"]).lower(),
        )
        for text in gap["accept"]
    ]
    return found[0] if len(found) == 1 else _of("or", *found)

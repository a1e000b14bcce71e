"""What a view of mock exams is told: plain data, as app/static/exam/stored.js makes it too."""

from dataclasses import asdict
from typing import Any

from certlab.course import Course
from certlab.study.answers import stamp
from certlab.study.exams import Report, Sitting, blueprint, draw
from certlab.words import Words

Data = dict[str, Any]
SHORT = 10  # questions of a short paper, as in app/static/exam/paper.js


def offered(course: Course, code: str) -> Data:
    """What the start says of an exam: a whole paper's size, and what its seats lack."""
    plan = blueprint(course, code)
    paper = draw(plan, 0)
    return {
        "exam": plan.exam,
        "code": plan.code,
        "name": plan.name,
        "questions": plan.questions,
        "hands_on_labs": plan.hands_on_labs,
        "drawn": len(paper.asked),
        "minutes": paper.minutes,
        "short_minutes": draw(plan, 0, SHORT).minutes,
        "seats": [asdict(one) for one in paper.seats],
        "total_weight": plan.total_weight,
    }


def described(sitting: Sitting) -> Data:
    """A sitting without its questions."""
    ends = sitting.deadline
    return asdict(sitting.paper) | {
        "id": sitting.id,
        "begun": stamp(sitting.begun),
        "deadline": ends and stamp(ends),
        "factor": sitting.factor,
    }


def by_place(sitting: Sitting) -> Data:
    return {str(place): said for place, said in sorted(sitting.responses.items())}


def unread(sitting: Sitting) -> list[int]:
    """Places whose response cannot be graded, which a page without the key cannot see."""
    places = sorted(sitting.responses)
    return [place for place in places if sitting.standing(place) == "incomplete"]


def looked_back(report: Report) -> Data:
    """One earlier sitting in the chart."""
    paper, ended = report.sitting.paper, report.sitting.ended
    assert ended is not None, "only what has ended is reported"
    return {
        "sitting": report.sitting.id,
        "code": paper.code,
        "seed": paper.seed,
        "day": ended.astimezone().date().isoformat(),
        "percent": report.percent,
        "right": report.right,
        "low": report.low,
        "high": report.high,
        "total": len(report.rows),
        "official": paper.official,
    }


def reviewed(report: Report, words: Words) -> list[Data]:
    """What there is to say of each question, as a deck says it of an answer."""
    return [
        {
            "response": row.response,
            "confidence": None,
            "verdict": {
                "outcome": row.outcome,
                "say": words.say(row.say),
                "parts": row.parts,
            },
            "feedback": question.feedback,
            "due": None,
        }
        for row, question in zip(report.rows, report.sitting.questions, strict=True)
    ]

"""The blueprints: what is published, with its contradictions, and no pass mark."""

from pathlib import Path

from certlab.course import Course

WANTED = [
    "NCA-AIIO",
    "NCA-GENL",
    "NCA-GENM",
    "NCA-ADS",
    "NCP-AII",
    "NCP-AIO",
    "NCP-AIN",
    "NCP-ARI",
    "NCP-ADS",
    "NCP-GENL",
    "NCP-AAI",
    "NCP-OUSD",
]


def test_all_twelve_are_there(whole: Course) -> None:
    assert sorted(one.code for one in whole.certifications.values()) == sorted(WANTED)


def test_no_objective_has_two_homes(whole: Course) -> None:
    ids = [
        objective.id
        for certification in whole.certifications.values()
        for domain in certification.domains
        for objective in domain.objectives
    ]
    assert len(set(ids)) == len(ids)


def test_contradictions_are_kept(whole: Course) -> None:
    agentic = whole.certifications["ncp-aai"]
    assert sum(domain.weight for domain in agentic.domains) == 98
    assert any("weight" in row.about for row in agentic.conflicts)
    assert whole.certifications["ncp-aio"].conflicts


def test_no_pass_mark_is_shown(whole: Course) -> None:
    for certification in whole.certifications.values():
        text = Path(whole.root / certification.file).read_text("utf-8").lower()
        assert "passing score" not in text
        assert "pass_mark" not in text

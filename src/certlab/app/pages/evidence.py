"""The facts' pages: every number with its value, how sure it is, and where it stands."""

import html
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import PurePosixPath

from certlab.app.pages.addresses import source_link
from certlab.course import Course
from certlab.course.facts import TIERS, Fact

_GROUP = 8  # an entity with as many facts gets a heading of its own


def fact_files(course: Course) -> dict[str, list[Fact]]:
    """The facts by the file they stand in, without its suffix."""
    files: dict[str, list[Fact]] = {}
    for fact in course.facts.values():
        files.setdefault(fact.file, []).append(fact)
    found: dict[str, list[Fact]] = {}
    for file, facts in files.items():
        found.setdefault(PurePosixPath(file).stem, []).extend(facts)
    return found


def facts_title(course: Course, file: str) -> str:
    """What a file of facts is called on the site: "CUDA versions"."""
    modules = [id for id in course.modules if f"{file}-".startswith(f"{id}-")]
    module = max(modules, key=len, default="")
    if not module:
        return file.replace("-", " ").capitalize()
    rest = file.removeprefix(module).replace("-", " ")
    return f"{course.modules[module].short}{rest}"


def facts_index(course: Course) -> str:
    """How facts are kept, where they are, and which names have changed."""
    rows = ["| Facts | Count | " + " | ".join(TIERS) + " |"]
    rows.append("|---|" + "---:|" * (len(TIERS) + 1))
    for file, facts in fact_files(course).items():
        count = Counter(fact.tier for fact in facts)
        tiers = " | ".join(str(count[tier]) for tier in TIERS)
        rows.append(
            f"| [{facts_title(course, file)}]({file}.html) | {len(facts)} | {tiers} |"
        )
    parts = [
        "# Facts",
        (
            "Each number of the course stands in one place, with a source and the day on "
            "which that source was opened. Pages, questions and labs take it from there. "
            "Its tier says how sure it is:"
        ),
        "\n".join(f"- **{tier}**: {words}" for tier, words in TIERS.items()),
        "Only A and B stand behind a graded answer; C and D are taught, not asked.",
        "\n".join(rows),
    ]
    changed = [fact for fact in course.facts.values() if fact.exam_era or fact.current]
    if changed:
        parts += ["## What has changed", _changed(changed)]
    return "\n\n".join(parts) + "\n"


def facts_page(course: Course, file: str, facts: Sequence[Fact]) -> str:
    """All facts of one file, with anchors that are their ids."""
    ids = dict.fromkeys(id for fact in facts for id in fact.sources)
    numbers = {id: number for number, id in enumerate(ids, 1)}
    tiers = TIERS.items()
    parts = [
        f"# Facts: {facts_title(course, file)}",
        f'<p class="note">Tiers: {"; ".join(f"{one}, {says}" for one, says in tiers)}.</p>',
    ]
    for title, group in _groups(facts):
        parts += [f"## {title}", _table(group, numbers)]
    if numbers:
        parts += ["## Sources", _sources(course, numbers)]
    return "\n\n".join(parts) + "\n"


def _groups(facts: Sequence[Fact]) -> Iterable[tuple[str, list[Fact]]]:
    """Facts by what they are about; what there is little of comes first, together."""
    ordered = sorted(facts, key=_entity)
    groups = {entity: list(rows) for entity, rows in groupby(ordered, _entity)}
    small = [fact for fact in facts if len(groups[_entity(fact)]) < _GROUP]
    if small:
        yield "Single facts", small
    for entity in dict.fromkeys(map(_entity, facts)):
        if len(groups[entity]) >= _GROUP:
            yield entity, groups[entity]


def _entity(fact: Fact) -> str:
    return fact.id.partition(".")[0]


def _table(facts: Iterable[Fact], numbers: dict[str, int]) -> str:
    rows = "\n".join(_row(fact, numbers) for fact in facts)
    head = "".join(
        f'<th scope="col"{end}>{word}</th>'
        for word, end in (
            ("Fact", ""),
            ("Value", ' class="number"'),
            ("Tier", ""),
            ("Source", ""),
        )
    )
    return (
        f'<div class="scroll" tabindex="0">\n<table class="facts">\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n</div>"
    )


def _row(fact: Fact, numbers: dict[str, int]) -> str:
    links = ", ".join(
        f'<a href="#source-{id}">{numbers[id]}</a>' for id in fact.sources
    )
    kind = "".join(f", {word}" for word in (fact.form, fact.sparsity) if word)
    what = html.escape(fact.what.replace("`", "") + kind)
    notes = "".join(f"<br><small>{html.escape(line)}</small>" for line in _notes(fact))
    value = html.escape(fact.shown)
    return (
        f'<tr id="{fact.id}"><th scope="row">{what}{notes}</th>'
        f'<td class="number">{value}</td>'
        f'<td title="{TIERS[fact.tier]}">{fact.tier}</td><td>{links or "–"}</td></tr>'
    )


def _notes(fact: Fact) -> list[str]:
    """What else is known: names then and now, the place in the source, a note."""
    told = (
        ("exam era", fact.exam_era),
        ("current", fact.current),
        ("as of", fact.as_of),
        ("where", fact.where),
        ("", fact.note),
    )
    return [f"{name}: {text}" if name else text for name, text in told if text]


def _sources(course: Course, numbers: dict[str, int]) -> str:
    rows = []
    for id in numbers:
        source = course.sources[id]
        note = f"<br><small>{html.escape(source.note)}</small>" if source.note else ""
        rows.append(f'<li id="source-{id}">{source_link(source)}{note}</li>')
    return "<ol>\n" + "\n".join(rows) + "\n</ol>"


def _changed(facts: Iterable[Fact]) -> str:
    rows = ["| | Exam era | Current |", "|---|---|---|"]
    for fact in facts:
        page = f"{PurePosixPath(fact.file).stem}.html#{fact.id}"
        cells = [f"[{fact.what}]({page})", fact.exam_era or "–", fact.current or "–"]
        rows.append(
            "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
        )
    return "\n".join(rows)

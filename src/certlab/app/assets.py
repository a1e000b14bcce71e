"""The pages' own modules, styles and questions, in a folder named after their bytes."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from certlab.app import page_widgets
from certlab.app.esm import COMMENT, SOURCE, browser_files
from certlab.app.exam_paths import exam_paths
from certlab.app.first_questions import first_set, more_set
from certlab.app.page_scripts import page_scripts
from certlab.app.page_styles import page_styles
from certlab.app.pages.languages import Edition
from certlab.app.pages.prose_apart import ProseApart
from certlab.app.pages.sources import SCRIPT
from certlab.app.search_files import search_files
from certlab.course import Course
from certlab.day.last_day import last_set
from certlab.study.bank import compile_bank, compile_parts, listing, outline
from certlab.study.exams import blueprint
from certlab.words import languages, text


def write_assets(course: Course, site: Path, apart: ProseApart | None = None) -> str:
    """Write the folder below `site`.

    What the search looks through lies next to it under names that stay, and a browser asks
    anew for it: each page names the folder, so an edited sentence would change them all.

    Returns:
        Its path from there. It changes with any byte in it, so that no browser ever
        takes a module of one edition and a bank of another from its cache.
    """
    apart = apart or ProseApart(course)
    files = apart.of_all("files", lambda seen: _files(seen, apart.bare_others))
    files = {**files, "banks/paths.json": _json(exam_paths(course))}
    whole = hashlib.sha256()
    for name, data in sorted(files.items()):
        whole.update(f"{name} {len(data)}\n".encode() + data)
    folder = f"_static/certlab-{whole.hexdigest()[:12]}"
    written = {f"{folder}/{name}": data for name, data in files.items()}
    searched = search_files(course, apart.others, apart.remember)
    written |= {f"_static/search/{name}": data for name, data in searched}
    for name, data in written.items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def _files(course: Course, others: Iterable[Edition]) -> dict[str, bytes]:
    """All but what hangs on the prose of pages, as the minutes of a section do."""
    # Placed as in the package, so that a module's imports hold in both.
    found = {
        path.relative_to(SOURCE).as_posix(): COMMENT.sub(b"", path.read_bytes())
        for path in browser_files()
    }
    scripts = {
        name: data.decode() for name, data in found.items() if name.endswith(".js")
    }
    found |= {name: one.encode() for name, one in page_scripts(scripts, SCRIPT).items()}
    found |= page_styles(found)
    outlines = []
    for module in course.modules:
        banks = bank_files(course, module)
        outlines.append(banks[f"banks/{module}/outline.json"])
        found |= {name: _json(data) for name, data in banks.items()}
        bank = compile_bank(course, module, exams=True)
        found[f"banks/{module}-exams.json"] = _json(bank)
    found["banks/outlines.json"] = _json(outlines)
    exams = [asdict(blueprint(course, code)) for code in course.certifications]
    found["banks/exams.json"] = _json(exams)
    found["banks/index.json"] = _json(listing(course))
    titles = {lab.id: lab.title for lab in course.labs.values()}
    found["banks/labs.json"] = _json(titles)
    for exam in course.certifications:
        found[f"banks/last-{exam}.json"] = _json(last_set(course, exam))
        found[f"banks/first-{exam}.json"] = _json(first := first_set(course, exam))
        if first["more"]:
            found[f"banks/more-{exam}.json"] = _json(more_set(course, exam))
    for one in others:
        for module in one.banks:
            banks = bank_files(one.course, module, f"banks/{one.lang}")
            found |= {name: _json(data) for name, data in banks.items()}
    found |= {name: _json(data) for name, data in page_widgets.files(course).items()}
    labs = (one.split("/")[1] for one in found if one.startswith("labs/"))
    wings = [f"labs/{one}" for one in sorted(set(labs))]
    for lang in languages()[1:]:  # English needs none
        found[f"words/{lang}.json"] = _json(text(lang).said_by())
        for wing in wings:
            found[f"words/{lang}/{wing}.json"] = _json(text(lang).said_by(wing))
    return found


def bank_files(course: Course, module: str, place: str = "banks") -> dict[str, Any]:
    """What pages fetch of a module's questions, by file: all, the outline of all, and parts."""
    bank, parts = compile_bank(course, module), compile_parts(course, module)
    by_name = {"outline": outline(bank, parts)}
    by_name |= {str(n): part for n, part in enumerate(parts)}
    own = {f"{place}/{module}/{name}.json": data for name, data in by_name.items()}
    return {f"{place}/{module}.json": bank, **own}


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

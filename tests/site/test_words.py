"""The words of the pages' own modules, beside them."""

import json
from pathlib import Path

from certlab.app.assets import write_assets
from certlab.course import load
from certlab.words import languages, text


def test_every_language_has_its_words(small: Path, tmp_path: Path) -> None:
    folder = tmp_path / write_assets(load(small), tmp_path)
    there = {path.stem for path in (folder / "words").glob("*.json")}
    assert there == set(languages()) - {"en"}
    for lang in there:
        words = json.loads((folder / "words" / f"{lang}.json").read_text("utf-8"))
        assert words == text(lang).said_by()
        assert words["Check answer"] != "Check answer"

"""The pages of the app, built into a wheel: hatchling asks this before it packs one."""

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT_BY = ("furo", "myst-parser", "sphinx")


class PagesHook(BuildHookInterface[Any]):
    """Builds the pages of the course that the wheel carries."""

    _folder: str | None = None

    def dependencies(self) -> list[str]:
        """What builds them, beside what certlab itself needs."""
        return [
            line
            for line in self.metadata.core.optional_dependencies["study"]
            if line.startswith(BUILT_BY)
        ]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build them; an editable install carries none, for its course will change."""
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root, "src")))
        try:
            from certlab.app.pages import edition, output, page_cache
            from certlab.errors import CourseError, SiteError
        except ImportError as error:
            self._without(str(error))
            return
        try:
            output.ready()
        except SiteError as error:
            self._without(str(error))
            return
        self._folder = tempfile.mkdtemp(prefix="certlab-wheel-")
        root, to = Path(self.root), Path(self._folder, "pages")
        try:
            page_cache.write(root, to)
        except CourseError as error:
            self.app.abort(f"The pages were not built: {error}")
        inside = edition.CARRIED.relative_to(edition.SOURCE.parent).as_posix()
        build_data["force_include"][str(to)] = f"{inside}/{edition.edition(root)}"

    def finalize(self, *_: object) -> None:
        """They are packed."""
        if self._folder:
            shutil.rmtree(self._folder)

    def _without(self, why: str) -> None:
        self.app.display_warning(
            "This wheel holds no pages, and certlab study will build them when it is "
            f"first opened: {why}"
        )

"""Makes all the files of a release in one folder, here as in the workflow that publishes them.

    python -m tools.release build/release                what a release of this checkout would hold
    python -m tools.release build/release --tag v0.1.0   refuses what that tag does not say

In FOLDER/files: the wheel and the sdist, an Anki package for each exam, the static site as an
archive, and the checksums of all of them. FOLDER/notes.md is the release's text, out of the change
log. It runs in the environment of make site, with the packages build and hatchling beside it.
"""

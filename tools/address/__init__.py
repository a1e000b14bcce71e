"""Writes where the course is published into every file that says it.

    python -m tools.address            what content/course.toml says
    python -m tools.address --check    names the files that say otherwise, and changes nothing

The address stands once, as `repository` in content/course.toml. As long as it is empty there is
no badge and no link to a page of it, because each would be dead.
"""

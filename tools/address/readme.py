"""What README.md says with the address: badges, where to try it, and what to clone."""

from urllib.parse import quote

from tools.address.repository import Repository

_SHIELDS = "https://img.shields.io"


def badges(repository: Repository) -> str:
    """Whether CI passes, the newest release, and the licences."""
    runs = f"{repository.address}/actions/workflows/ci.yml"
    release = f"{_SHIELDS}/github/v/release/{repository.name}?label=release"
    licences = quote("licence-Apache 2.0 and CC BY 4.0-blue")
    pictures = (
        ("CI", f"{runs}/badge.svg?branch=main", runs),
        ("Newest release", release, f"{repository.address}/releases"),
        ("Licences", f"{_SHIELDS}/badge/{licences}", "#licence"),
    )
    return "\n".join(
        f"[![{says}]({shows})]({leads})" for says, shows, leads in pictures
    )


def site(repository: Repository) -> str:
    """Where the static site is."""
    return (
        f"**[Try it in your browser]({repository.site})**: the whole course but for the labs "
        "that need more than a browser's Python. There is nothing to install and no account."
    )


def clone(repository: Repository) -> str:
    """How to have a copy."""
    folder = repository.name.rpartition("/")[2]
    return f"```sh\ngit clone {repository.address}.git\ncd {folder}\n```"

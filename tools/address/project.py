"""What the files of the project itself say of its address: the package, the reports, the rules."""

from tools.address.repository import Repository


def urls(repository: Repository) -> str:
    """The table of the package's metadata, for pyproject.toml."""
    table = {
        "Homepage": repository.site,
        "Source": repository.address,
        "Issues": f"{repository.address}/issues",
        "Changelog": repository.file("CHANGELOG.md"),
        "Security": repository.file("SECURITY.md"),
    }
    rows = (f'{name} = "{address}"' for name, address in table.items())
    return "\n".join(["[project.urls]", *rows])


def citation(repository: Repository) -> str:
    """Two fields of CITATION.cff."""
    return f'repository-code: "{repository.address}"\nurl: "{repository.site}"'


def chooser(repository: Repository) -> str:
    """What stands beside the forms where an issue is begun: the way that is not public."""
    return f"""contact_links:
  - name: A security fault
    url: {repository.address}/security/policy
    about: Please report it in private. The page says how, and what is trusted."""


def security(repository: Repository) -> str:
    """The ways to report what should not be public."""
    form = f"{repository.address}/security/advisories/new"
    return f"The form is at <{form}>.{_or_write(repository)}"


def conduct(repository: Repository) -> str:
    """Whom to tell of a behaviour."""
    return f"The repository is at <{repository.address}>.{_or_write(repository)}"


def _or_write(repository: Repository) -> str:
    if not repository.contact:
        return ""
    shown = repository.contact.removeprefix("mailto:")
    return f" Or write to [{shown}]({repository.contact})."

"""The addresses that follow from the repository's."""

from dataclasses import dataclass
from urllib.parse import quote, urlsplit


@dataclass(frozen=True)
class Repository:
    """Where the course is published.

    Attributes:
        address: https://HOST/OWNER/NAME.
        contact: https:// or mailto:, of who answers for it; "" where nobody is named.
        version: the release that links lead to, such as "0.1.0".
    """

    address: str
    contact: str
    version: str

    @property
    def name(self) -> str:
        """OWNER/NAME, as badges and GitHub's own interfaces want it."""
        return urlsplit(self.address).path.strip("/")

    @property
    def site(self) -> str:
        """The static site, where GitHub Pages serves it: .github/workflows publishes it there."""
        owner, _, name = self.name.partition("/")
        host = f"{owner.lower()}.github.io"
        # A repository that has the name of the host is the site at its top.
        return f"https://{host}/" + (f"{name}/" if name.lower() != host else "")

    @property
    def tag(self) -> str:
        """The tag of the release."""
        return f"v{self.version}"

    def file(self, path: str) -> str:
        """A file on the branch main, to look at."""
        return f"{self.address}/blob/main/{quote(path)}"

    def release(self, file: str) -> str:
        """A file that belongs to the release."""
        return f"{self.address}/releases/download/{self.tag}/{quote(file)}"

    @property
    def wheel(self) -> str:
        """The package of the release."""
        return self.release(f"certlab-{self.version}-py3-none-any.whl")

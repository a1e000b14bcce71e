"""The pictures of README.md and docs/ are those that `make gallery ARGS="--docs"` makes."""

import asyncio
import re
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from tests.bound import BOUND
from tests.site.conftest import serving
from tools.gallery import docs, film
from tools.gallery.chromium import CHROMIUM
from tools.gallery.colours import reduced
from tools.gallery.docs import STILLS, Still, lay_out, wanted
from tools.gallery.visit import DESK, PHONE, Picture, State, Visit

ROOT = Path(__file__).parents[2]
MADE = {one.file for one in STILLS} | {docs.FILM}
PAGES = [ROOT / "README.md", *sorted((ROOT / docs.FOLDER).rglob("*.md"))]
LARGEST = 300_000  # bytes; README shows five
LONGEST = 5_000  # ms that a film may move without a way to stop it (WCAG 2.2.2)
SHOWN = re.compile(
    r"!\[([^]]*)\]\((?!\w+:)([^)]+)\)"
)  # no address, and no figure of the course


def shown() -> list[tuple[str, Path]]:
    """The pictures of all pages: what stands for them, and their file."""
    return [
        (words, (page.parent / file).resolve())
        for page in PAGES
        for words, file in SHOWN.findall(page.read_text("utf-8"))
    ]


def test_what_pages_show_of_a_screen_is_made_and_what_is_made_is_shown() -> None:
    screens = {file for _, file in shown() if file.suffix != ".svg"}
    assert screens == {ROOT / docs.FOLDER / name for name in MADE}
    there = {one.name for one in (ROOT / docs.FOLDER).iterdir()}
    assert {one for one in there if re.search(r"\.(png|gif|jpe?g|webp)$", one)} == MADE


def test_readme_shows_a_film_and_a_picture_of_each_way() -> None:
    files = [Path(file).name for _, file in SHOWN.findall(PAGES[0].read_text("utf-8"))]
    assert files[0] == docs.FILM
    sizes = {size(ROOT / docs.FOLDER / name) for name in files[1:]}
    assert (len(files), sizes) == (5, {(docs.WIDE, docs.HIGH)})


@pytest.mark.parametrize("words", [words for words, _ in shown()])
def test_a_picture_has_words_in_its_place(words: str) -> None:
    assert len(words.split()) > 5


@pytest.mark.parametrize("name", sorted(MADE))
def test_a_picture_is_soon_there(name: str) -> None:
    assert (ROOT / docs.FOLDER / name).stat().st_size < LARGEST


def test_the_film_moves_and_comes_to_rest() -> None:
    ends(ROOT / docs.FOLDER / docs.FILM)


def size(file: Path) -> tuple[int, int]:
    with Image.open(file) as picture:
        return picture.size


def ends(file: Path) -> None:
    """It is played twice at most, and does not move for long."""
    with Image.open(file) as picture:
        assert picture.info.get("loop", -1) == film.AGAIN == 1
        stands = [one.info["duration"] for one in ImageSequence.Iterator(picture)]
    assert len(stands) > 10
    assert sum(stands) <= LONGEST


@pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")
def test_a_film_is_made_of_what_moves_on_a_page(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE, "utf-8")
    file = tmp_path / "film.gif"
    with serving(tmp_path) as served:
        asyncio.run(film.film(f"{served.address}/", file, BOUND))
    ends(file)
    with Image.open(file) as picture:
        frames = [one.convert("RGB") for one in ImageSequence.Iterator(picture)]
    # Its piece comes from the left.
    first = [one.getpixel((150, 20)) == (255, 0, 0) for one in frames]
    last = [one.getpixel((450, 20)) == (255, 0, 0) for one in frames]
    assert first[-1] is False
    assert any(first)
    assert last[-1] is True
    assert last.index(True) > first.index(True)


PAGE = """<!doctype html><meta charset="utf-8"><style>
.cl-came { position: fixed; left: 400px; top: 0; width: 100px; height: 40px; background: #f00;
  animation: come 400ms linear backwards; }
@keyframes come { from { translate: -300px 0; } }
body { margin: 60px 0 0; }
</style>
<div class="cl-newcomer"><div class="cl-picture"><p class="cl-frame">A board.</p></div>
<div class="cl-item"><button class="cl-option">One</button><button class="cl-option">Two</button>
<button class="cl-option">Three</button></div></div>
<script>
document.querySelectorAll("button")[0].onclick = () => {
  const verdict = document.createElement("p");
  verdict.className = "cl-verdict";
  verdict.textContent = "Not yet.";
  document.querySelector(".cl-item").append(verdict);
  setTimeout(() => {
    const piece = document.createElement("div");
    piece.className = "cl-came";
    document.querySelector(".cl-picture").append(piece);
  });
};
</script>"""


def test_visits_go_no_further_than_a_still_needs() -> None:
    states = (State("one"), State("two"), State("three"))
    visits = [Visit("Page", "", states), Visit("Other", "", states)]
    stills = [Still("a.png", "Page", "two"), Still("b.png", "Page", "one")]
    (visit,) = wanted(visits, stills)
    assert [state.name for state in visit.states] == ["one", "two"]
    assert visit.widths == (DESK,)


def test_a_still_is_cut_from_its_picture(tmp_path: Path) -> None:
    whole = Image.new("RGB", (1280, 1350), "white")
    whole.paste("red", (0, 800, 1280, 1350))
    whole.save(tmp_path / "whole.png")
    taken = [
        Picture("Page", "top", width, theme, tmp_path / "whole.png")
        for width, theme in ((DESK, "light"), (PHONE, "dark"))
    ]
    stills = [
        Still("top.png", "Page", "top"),
        Still("below.png", "Page", "top", top=800, bottom=1350),
        Still("dark.png", "Page", "top", "dark"),
    ]
    assert lay_out(taken, tmp_path, stills) == [
        "there is no picture of Page, top, dark"
    ]
    top, below = (Image.open(tmp_path / one.file).convert("RGB") for one in stills[:2])
    assert (top.size, below.size) == ((960, 600), (960, 412))
    assert (top.getpixel((5, 590)), below.getpixel((5, 5))) == (
        (255, 255, 255),
        (255, 0, 0),
    )


def test_a_plain_ground_and_a_rare_colour_stay_as_they_are() -> None:
    picture = Image.new("RGB", (64, 64), (255, 255, 255))
    for at in range(512):  # more colours than a palette has
        picture.putpixel((at % 64, at // 64), (at % 256, at % 256, 250))
    picture.putpixel((40, 40), (200, 30, 0))
    (made,) = reduced([picture], 64)
    assert len(made.getcolors() or ()) <= 64
    small = made.convert("RGB")
    assert small.getpixel((50, 50)) == (255, 255, 255)
    red, green, blue = small.getpixel((40, 40))  # type: ignore[misc] -- RGB has three
    assert red > 150
    assert max(green, blue) < 80

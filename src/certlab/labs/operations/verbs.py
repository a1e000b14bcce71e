"""`certlab sim node`: a machine one can break, at a prompt."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from certlab.console.options import AsJson, Lang, Workspace
from certlab.console.output import print_json, print_rows, tell
from certlab.errors import CourseError
from certlab.words import Words, text

Which = Annotated[
    str, typer.Argument(help="What happened. Without it, all are listed.")
]
Seed = Annotated[
    int | None, typer.Option(min=0, help="A number is one game, for everybody.")
]
Run = Annotated[
    list[str] | None, typer.Option(help="A line. Repeat it, pipe lines in, or type.")
]
Saved = Annotated[
    Path | None, typer.Option(help="The game's file, in place of your folder's.")
]
Fresh = Annotated[
    bool, typer.Option("--fresh", help="Begin anew; the old game is put aside.")
]
Provenance = Annotated[
    bool, typer.Option("--provenance", help="List what each printed form rests on.")
]
BLIND = "blind"  # the scenario that names nothing
_TOP = "root@head:~#"  # where exit leaves
_LONG = 60  # simulated seconds from which on a line says how long it took
_BANNER = """
help says what you can type beside the machine's commands, and man NAME what one of them does
here. Tab completes, and Ctrl-D leaves."""


def simulate(
    scenario: Which = "",
    seed: Seed = None,
    run: Run = None,
    saved: Saved = None,
    fresh: Fresh = False,
    provenance: Provenance = False,
    workspace: Workspace = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Find what is wrong with a machine: type, prove it, mend it, and say what it was."""
    if provenance:
        _print_provenance(as_json)
        return
    if not scenario and not saved:
        _print_scenarios(workspace, as_json)
        return
    words = text(lang)
    typed = run is None and not as_json and sys.stdin.isatty()
    if seed is None:
        seed = datetime.now().astimezone().toordinal() if scenario == BLIND else 1
    game = _game(scenario, seed, saved, workspace, fresh, typed)
    if typed:
        _prompt(game, saved, words)
        return
    rows = []
    for line in run or (() if sys.stdin.isatty() else _piped()):
        rows.append({"line": line, **game.enter(line)})
        if not as_json:
            _print_shown(game, words)
    if as_json:
        print_json({**game.asked, "shown": rows, **game.shown})
    elif not rows:
        typer.echo(_story(game))
    raise typer.Exit(game.shown["exit"] if rows else 0)


def _game(
    scenario: str,
    seed: int,
    saved: Path | None,
    folder: Path | None,
    fresh: bool,
    typed: bool,
) -> Any:
    """The game to go on with, or a new one. What is typed is kept, and what has a file."""
    from certlab.course.workspace import find
    from certlab.labs.operations.node.remembered import Game, put_aside, read

    new = {"scenario": scenario, "seed": seed, "lines": []}
    # Where there is no scenario of that id it ends here, and no file is named by it.
    begun = Game(new, None) if scenario else None
    own = find(folder) / "games" / f"{scenario}-{seed}.json" if typed else None
    file = saved or own
    if file and file.exists() and fresh:
        tell(f"{file}: the old game is {put_aside(file, 'old')} now.")
    if not file or (begun and not file.exists()):
        return Game(new, file, folder)
    try:
        asked = read(file, scenario)
    except CourseError as error:
        if saved:
            raise
        tell(f"{error} It is {put_aside(file, 'torn')} now, and a fresh game begins.")
        asked = new
    return Game(asked, file, folder)


def _prompt(game: Any, saved: Path | None, words: Words) -> None:
    """Read lines from somebody who types them."""
    typer.echo(_story(game))
    if count := len(game.asked["lines"]):
        says = f"Your game goes on after line {count}; --fresh begins anew."
        typer.echo(f"\n{says}", err=True)
    typer.echo(_BANNER, err=True)
    _edit(game)
    while True:
        try:
            line = input(f"{game.shown['prompt']} ").strip()
            if line in ("exit", "logout") and game.shown["prompt"] == _TOP:
                break
            if line:
                game.enter(line)
                _print_shown(game, words)
        except KeyboardInterrupt:
            typer.echo()  # the line is abandoned, and the game as it was
        except EOFError:
            typer.echo()
            if game.shown["prompt"] == _TOP:
                break
            game.enter("exit")  # as in a shell: back to the machine one came from
            _print_shown(game, words)
        except UnicodeDecodeError:
            tell("That line is no text; type it again.")
        except CourseError as error:
            tell(words.say(error.args[0]))
    again = f"certlab sim node --saved {saved}" if saved else _again(game)
    typer.echo(f"{again} goes on from here.", err=True)


def _story(game: Any) -> str:
    from certlab.labs.operations.node import play

    return str(play.answer({**game.asked, "lines": []})["text"])


def _again(game: Any) -> str:
    """The line that opens a game once more."""
    return f"certlab sim node {game.asked['scenario']} --seed {game.asked['seed']}"


def _edit(game: Any) -> None:
    """Let a line be edited and completed, and earlier ones be brought back."""
    from certlab.labs.operations.node import play

    with suppress(ImportError):  # Windows has no readline
        import readline

        offered: list[str] = []

        def complete(_word: str, number: int) -> str | None:
            if not number:
                line = readline.get_line_buffer()[: readline.get_endidx()]
                offered[:] = play.complete(game.asked, line)
            return offered[number] if number < len(offered) else None

        for line in game.asked["lines"]:
            readline.add_history(line)
        readline.set_completer_delims(" \t|;&")
        readline.set_completer(complete)
        editline = "libedit" in (readline.__doc__ or "")  # as on macOS
        readline.parse_and_bind("bind ^I rl_complete" if editline else "tab: complete")


def _piped() -> Iterator[str]:
    """Lines that are piped in; what pipes them in may never stop."""
    from certlab.labs.operations.node.shell import LONGEST

    while line := sys.stdin.readline(LONGEST + 2):
        if line.strip():
            yield line.strip()


def _print_shown(game: Any, words: Words) -> None:
    """What the last line printed, and what is to be said beside it."""
    if game.shown["text"]:
        typer.echo(words.say(game.shown["text"]))
    hours, minutes = divmod(round(game.shown["seconds"] / 60), 60)
    if game.shown["seconds"] >= _LONG:
        time = f"{hours} h {minutes} min" if hours else f"{minutes} min"
        typer.echo(f"(simulated: {time})", err=True)
    if game.note:
        tell(game.note.strip())
    if game.ended and game.asked["scenario"] == BLIND:
        typer.echo(f"{_again(game)} --fresh plays this one again.", err=True)


def _print_scenarios(folder: Path | None, as_json: bool) -> None:
    from certlab.labs.operations.node.remembered import solved
    from certlab.labs.operations.node.scenarios import scenarios

    done, names = solved(folder), ("title", "minutes", "objectives")
    rows = {
        id: {name: getattr(one, name) for name in names}
        for id, one in scenarios().items()
    }
    if as_json:
        print_json(
            [{"id": id, **row, "solved": id in done} for id, row in rows.items()]
        )
        return
    # Without its title, which the id resembles, a row fits a terminal of 80 columns.
    shown = [
        {
            "id": id,
            "solved": "yes" if id in done else "",
            "minutes": row["minutes"],
            "objectives": _by_exam(row["objectives"]),
        }
        for id, row in rows.items()
    ]
    print_rows(shown, "Games for certlab sim node, and what exams ask of each:")


def _by_exam(objectives: Sequence[str]) -> str:
    """Objectives of exams, each exam named once: NCP-AII 1.6 1.7 NCP-AIO 1.7."""
    numbers: dict[str, list[str]] = {}
    for exam, _, number in (id.partition(".") for id in objectives):
        numbers.setdefault(exam.upper(), []).append(number)
    return " ".join(f"{exam} {' '.join(of)}" for exam, of in numbers.items())


def _print_provenance(as_json: bool) -> None:
    from certlab.labs.operations.node.answer import MARKS
    from certlab.labs.operations.node.commands import forms

    every = forms()
    if as_json:
        print_json([asdict(form) for form in every])
        return
    for form in every:
        typer.echo(f"{form.mark:4}{form.line}\n      {form.source}")
    typer.echo()
    counts = Counter(form.mark for form in every)
    for mark, means in MARKS.items():
        typer.echo(f"{counts[mark]:4} {mark:4}{means}")


VERBS = {"sim node": simulate}

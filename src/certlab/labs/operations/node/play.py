"""A game from outside: lines in, what is shown out. Terminal, notebook, app and site call this.

Besides the machine's commands a line may be one of ours: `help`, `hint`, `diagnose`,
`submit`, `why`. They cost no simulated time but the points that they say.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from certlab.errors import CourseError
from certlab.labs.operations.node import completion, machine, ours, session, shell
from certlab.labs.operations.node.scenarios import scenario
from certlab.labs.operations.node.session import Session
from certlab.words import Words, text

_kept: OrderedDict[tuple[str, int, tuple[str, ...]], Session] = OrderedDict()
# Games whose last state is kept, so that a line does not replay all before it.
_MOST = 32


def play(game: Session, line: str) -> Session:
    """The game after one more line, of the shell or one of ours."""
    if line.strip() == "history":
        return session.said(game, line, _typed(game))
    word = line.split(maxsplit=1)[:1]
    if word and word[0] in ours.VERBS and len(line) <= shell.LONGEST:
        return ours.VERBS[word[0]](game, line)
    return session.enter(game, line)


def _typed(game: Session) -> str:
    """The lines so far, numbered as bash numbers them."""
    return "\n".join(f"{n:5}  {turn.line}" for n, turn in enumerate(game.turns, 1))


def complete(request: Mapping[str, Any], line: str) -> list[str]:
    """What the last word of a line may become that is typed after the others.

    Args:
        request: as `answer` takes it.
        line: up to the cursor.

    Raises:
        CourseError: the request is none.
    """
    game, verbs = replay(*_read(request)), {*ours.VERBS, "history"}
    return completion.complete(game.world, game.host, line, verbs)


def replay(id: str, seed: int, lines: Sequence[str]) -> Session:
    """The game of these lines.

    Raises:
        CourseError: there is no such scenario, or a line is none.
    """
    typed = tuple(lines)
    known = len(typed)  # lines of the longest beginning that is kept
    while known and (id, seed, typed[:known]) not in _kept:
        known -= 1
    game = _kept.get((id, seed, typed[:known])) or session.new(scenario(id), seed)
    _keep((id, seed, typed[:known]), game)
    for count, line in enumerate(typed[known:], known + 1):
        game = play(game, line)
        _keep((id, seed, typed[:count]), game)
    return game


def _keep(key: tuple[str, int, tuple[str, ...]], game: Session) -> None:
    _kept[key] = game
    _kept.move_to_end(key)
    if len(_kept) > _MOST:
        _kept.popitem(last=False)


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """What a front shows after the last of the lines.

    Args:
        request: `scenario`, `seed` and `lines`, all that were entered, and `lang`, the
            language of what is ours; what a tool prints is in English on every machine.

    Returns:
        `text`, `exit` and `seconds` of the last line, then `prompt`, `clock`,
        `spent` (simulated seconds), `state` ("open" or "ended") and `report` (None before).

    Raises:
        CourseError: the request is none.
    """
    id, seed, lines = _read(request)
    words = text(request["lang"]) if request.get("lang") else None
    game = replay(id, seed, lines)
    last = game.turns[-1] if game.turns else None
    return {
        "text": _in(words, last.text) if last else game.scenario.story.strip(),
        "exit": last.exit if last else 0,
        "seconds": last.seconds if last else 0,
        "prompt": game.prompt,
        "clock": f"{machine.clock(game.world):%Y-%m-%d %H:%M:%S}",
        "spent": game.world.t,
        "state": "ended" if game.report else "open",
        "report": _in(words, game.report),
    }


def _in(words: Words | None, value: Any) -> Any:
    """A value in a language, its sentences however deep; as it is where none is asked for."""
    if words is None:
        return value
    if isinstance(value, dict):
        return {name: _in(words, one) for name, one in value.items()}
    if isinstance(value, list):
        return [_in(words, one) for one in value]
    return words.say(value) if isinstance(value, str) else value


def _read(request: Mapping[str, Any]) -> tuple[str, int, list[str]]:
    id, seed, lines = (request.get(name) for name in ("scenario", "seed", "lines"))
    if (
        not isinstance(id, str)
        or type(seed) is not int
        or not 0 <= seed < 2**31
        or not isinstance(lines, list)
        or not all(isinstance(line, str) for line in lines)
        or len(lines) > 2 * session.MOST
    ):
        raise CourseError(
            "The saved game is damaged: it names a scenario, a seed and the lines that were "
            "typed. Begin a fresh one."
        )
    return id, seed, lines

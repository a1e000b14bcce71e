"""A shell script taken apart: the parts of its words, its commands, and what holds them."""

from dataclasses import dataclass, field

# Builtins behind which assignments are read as such.
DECLARES = {"export", "declare", "local", "readonly", "typeset"}
# Builtins that set variables without an assignment.
SETS = {
    *("read", "mapfile", "readarray", "getopts", "unset", "set", "shift", "let"),
    "printf",
}


@dataclass(frozen=True, slots=True)
class Text:
    """What stands for itself; a dollar in it is `KEPT`."""

    text: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Parameter:
    """`$name` and `${name…}`.

    Attributes:
        raw: as it is written.
        operator: ":-" and the like; "?" where it is one that is not worked out here.
        word: what stands behind the operator.
    """

    raw: str
    name: str
    quoted: bool
    index: "Word | None" = None
    length: bool = False
    operator: str = ""
    word: "Word" = ()


@dataclass(frozen=True, slots=True)
class Substitution:
    """`$(…)`, backticks, `<(…)`, or what an outer shell has left: never run.

    Attributes:
        text: with the dollar and the brackets.
        whole: whether it is one word even where nothing quotes it.
    """

    text: str
    quoted: bool
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`$((…))`."""

    text: str


Part = Text | Parameter | Substitution | Arithmetic
Word = tuple[Part, ...]


def text_of(word: Word) -> str:
    """What stands for itself in a word; what is to be expanded is left out."""
    return "".join(part.text for part in word if isinstance(part, Text))


@dataclass(frozen=True, slots=True)
class Assignment:
    """`name=value`, `name+=(…)`, `name[2]=value`."""

    name: str
    value: Word = ()
    array: tuple[Word, ...] | None = None
    append: bool = False
    index: Word | None = None

    @property
    def words(self) -> tuple[Word, ...]:
        """What is assigned, word by word."""
        return (self.value, *(self.array or ()))


@dataclass(slots=True)
class Heredoc:
    """What stands between `<<END` and END."""

    end: str
    quoted: bool
    tabs: bool
    text: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Simple:
    """A command; `target` is the file that its output goes to, `source` its input's."""

    line: int
    assignments: tuple[Assignment, ...]
    words: tuple[Word, ...]
    heredoc: Heredoc | None = None
    target: Word | None = None
    source: Word | None = None
    background: bool = False


@dataclass(frozen=True, slots=True)
class Test:
    """`[[ … ]]`."""

    line: int
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """`(( … ))`."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Not:
    """`! command`."""

    line: int
    node: "Node"


@dataclass(frozen=True, slots=True)
class Choice:
    """`if`, and `a && b` or `a || b`, which are `chained`."""

    line: int
    branches: tuple[tuple["Block | None", "Block"], ...]
    chained: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """`case word in …`."""

    line: int
    word: Word
    branches: tuple[tuple[tuple[Word, ...], "Block"], ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """`for`, `while`, `until`; `words` is None where they are not listed."""

    line: int
    body: "Block"
    name: str = ""
    words: tuple[Word, ...] | None = None
    condition: "Block" = ()


@dataclass(frozen=True, slots=True)
class Function:
    """A function that is defined."""

    line: int
    name: str
    body: "Block"


@dataclass(frozen=True, slots=True)
class Group:
    """`{ … }`, `( … )` and pipes; what a part that is `apart` assigns ends with it."""

    line: int
    parts: tuple["Block", ...]
    apart: bool = field(default=False)


Node = Simple | Test | Sum | Not | Choice | Case | Loop | Function | Group
Block = tuple[Node, ...]

"""What we make of a script against what bash itself makes of it.

The scripts are put together from pieces that bash is sure to read and that start nothing:
assignments of three variables, and `show`, a function of the test that prints its words.
"""

import re
import shutil
import subprocess

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from certlab.labs.distributed.launching.shell import Crossroads, Reader, Run, Variables
from certlab.labs.distributed.launching.shell.ways import Matters

BASH = shutil.which("bash")
pytestmark = pytest.mark.skipif(BASH is None, reason="bash is not installed")

SHOW = 'show() { printf \'%s\\0\' "$#" "$@"; }\n'
BEGINS = "A='x  y'\nB=(p 'q r' s)\nC=\n"
NAMES = st.sampled_from("ABC")

plain = st.text("ab1-=:/,.", min_size=1, max_size=3)
spaced = st.text('ab \t$"\\`;&|#()<>{}*~', max_size=4)
single = spaced.map(lambda text: f"'{text}'")
escaped = st.sampled_from(["\\ ", "\\$", "\\\\", '\\"', "\\'", "\\;", "$'a\\tb'"])


def parameters(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Expansions of a variable, with words inside where an operator takes one."""
    taken = st.sampled_from([":-", "-", ":+", "+"])
    return st.one_of(
        st.builds("${}".format, NAMES),
        st.builds("${{{}}}".format, NAMES),
        st.builds("${{#{}}}".format, NAMES),
        st.builds("${{{}[{}]}}".format, NAMES, st.sampled_from("0123@*")),
        st.builds("${{#{}[@]}}".format, NAMES),
        st.builds("${{{}{}{}}}".format, NAMES, taken, inner),
        st.builds(
            "${{{}{}{}}}".format, NAMES, st.sampled_from(["#", "##", "%", "%%"]), plain
        ),
        st.builds(
            "$(({} {} {}))".format,
            *(st.integers(0, 99), st.sampled_from("+-*"), st.integers(0, 9)),
        ),
    )


safe = plain.filter(lambda text: not text.startswith(("#", "=")))
quoted = st.lists(
    st.one_of(plain, st.just(" "), st.just("  "), st.just("\\$"), st.just("'"), parameters(safe)),
    max_size=3,
).map(lambda parts: f'"{"".join(parts)}"')  # fmt: skip
parts = st.one_of(plain, single, escaped, quoted, parameters(safe))
word = st.lists(parts, min_size=1, max_size=3).map("".join)
words = st.lists(word, max_size=3).map(" ".join)

# In the list of a loop even a quoted brace or star makes us read the body once only.
# A variable may hold one, so the drawn lists have none; an example below has them.
listed = st.lists(st.one_of(plain, plain.map('"{}"'.format)), max_size=3).map(" ".join)

simple = st.one_of(
    words.map("show {}".format),
    st.builds("{}={}".format, NAMES, word),
    st.builds("{}+={}".format, NAMES, word),
    st.builds("{}=({})".format, NAMES, words),
    st.builds("{}+=({})".format, NAMES, words),
    st.builds("{}=({}\n  {})".format, NAMES, words, words),
    st.builds("export {}={}".format, NAMES, word),
    st.builds("set -- {}; show $# \"$@\" $1 \"${{2:-none}}\"".format, words),
    st.builds("{}=1 show ${}".format, NAMES, NAMES),
)  # fmt: skip
condition = st.one_of(
    st.builds('[ "${}" = {} ]'.format, NAMES, plain),
    st.builds("[ -z \"${{{}}}\" ]".format, NAMES),
    st.builds("[[ -n ${} ]]".format, NAMES),
    st.builds('[[ "${}" != {} ]]'.format, NAMES, safe),
    st.builds("[ ${{#{}[@]}} -gt {} ]".format, NAMES, st.integers(0, 4)),
    st.builds("(( {} < {} ))".format, st.integers(0, 4), st.integers(0, 4)),
)  # fmt: skip
held = st.one_of(
    simple,
    st.builds("if {}; then {}; else\n{}\nfi".format, condition, simple, simple),
    st.builds("{} && {}".format, condition, simple),
    st.builds("{} || {}".format, condition, simple),
    st.builds("for A in {}; do {}; show $A; done".format, listed, simple),
    st.builds("case {} in {}) {};; *) {};; esac".format, word, safe, simple, simple),
    st.builds("({}; {})".format, simple, simple),
    st.builds("f() {{ {}; show $1; }}; f {}".format, simple, words),
    st.builds("cat <<E >/dev/null\nshow {}\nE\nshow".format, plain),
    st.builds("eval \"show {}\"".format, st.text("ab 1", max_size=4)),
)  # fmt: skip


@st.composite
def scripts(draw: st.DrawFn) -> str:
    """A few commands; `$Aa` would be a variable that is not set here."""
    lines = draw(st.lists(held, min_size=1, max_size=5))
    text = "\n".join(lines)
    assume(not re.search(r"\$[ABC]\w", text))
    return text


def ours(script: str) -> list[list[str]]:
    """The words of each `show`, as we read them."""
    block = Reader(BEGINS + script).script()
    crossroads = Crossroads(())
    run = Run(Matters(block), crossroads)
    found = [*run.script(block, Variables.of({}, ()))]
    assert crossroads.taken == [], "nothing here is unknown"
    shown = [[*one.words[1:]] for one in found if one.words[0] == "show"]
    return [[word.replace("\0", "$") for word in each] for each in shown]


def theirs(script: str) -> list[list[str]]:
    """The words of each `show`, as bash prints them."""
    assert BASH is not None
    done = subprocess.run(
        # -f: which files a star stands for depends on the folder, and we leave it as it is.
        [BASH, "--norc", "--noprofile", "-f", "-c", SHOW + BEGINS + script],
        env={"PATH": ""},
        capture_output=True,
        check=False,
        timeout=20,
    )
    cells = iter(done.stdout.decode().split("\0")[:-1])
    return [[next(cells) for _ in range(int(count))] for count in cells]


@settings(max_examples=150)
@given(scripts())
@example('A="--n 8"; show $A x')
@example('B=(--n "8 9"); B+=($A); show "${B[@]}" ${B[@]} ${#B[@]} $B')
@example('A=2950; show "$A"0 "$A"i')
@example('show x$C\'\' $C "$C" "${C[@]}"')
@example('B=(); show "${B[@]}" "a${B[@]}b"; B+=(x); show ${B[@]}')
@example("A=b; [ $A = b ] && show yes || show no")
@example('for A in 1 "2 3"; do [ "$A" = 1 ] || show "$A"; done')
@example("f() { show \"$@\" $#; }; f 'a b' c; show $#")
@example("A=1 show $A; show $A")
@example("show a\\\nb 'c\nd' # e\n#show f\nshow g")
@example('if [ "$C" ]; then show n; elif [[ $C ]]; then show m; else show l; fi')
@example("true | A=5; show $A; (B=6; show $B); show $B; { A=7; }; show $A")
@example("show ${A%% *} ${A%y} ${A#x} ${B[1]#q}")
@example('set -- \'*\'; show $# "$@" $1 "${2:-none}"')
@example('for A in $A "$A" ${B[@]} "${B[@]}" $C ${C:-d}; do show $A; done')
def test_the_words_are_bash_s(script: str) -> None:
    assert ours(script) == theirs(script)

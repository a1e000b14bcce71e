"""Two imports of one name: which class each object has, read off the source."""

import pytest

from certlab.labs.rapids.real import learning

SHADOWED = """
from cuml.ensemble import RandomForestClassifier
from sklearn.ensemble import RandomForestClassifier

gpu = RandomForestClassifier()
cpu = RandomForestClassifier()
"""
CPU, GPU = (
    "sklearn.ensemble.RandomForestClassifier",
    "cuml.ensemble.RandomForestClassifier",
)


def test_the_second_import_takes_the_first_ones_place() -> None:
    assert learning.origins(SHADOWED) == {"gpu": CPU, "cpu": CPU}


@pytest.mark.parametrize(
    "source",
    [
        (
            "import cuml.ensemble\nimport sklearn.ensemble\n"
            "gpu = cuml.ensemble.RandomForestClassifier()\n"
            "cpu = sklearn.ensemble.RandomForestClassifier(n_jobs=-1)"
        ),
        (
            "from cuml import ensemble as fast\nfrom sklearn import ensemble\n"
            "gpu = fast.RandomForestClassifier()\n"
            "cpu = ensemble.RandomForestClassifier().fit(rows, labels)"
        ),
        (
            "from cuml.ensemble import RandomForestClassifier as Fast\n"
            "from sklearn.ensemble import RandomForestClassifier\n"
            "gpu, n = Fast(), 3\ngpu = Fast()\ncpu = RandomForestClassifier()"
        ),
        (
            "import cuml.ensemble as fast, sklearn.ensemble as plain\n"
            "gpu = fast.RandomForestClassifier().fit(a).fit(b)\n"
            "cpu = plain.RandomForestClassifier()"
        ),
        (
            "from cuml.ensemble import RandomForestClassifier\n"
            "gpu = RandomForestClassifier()\n"
            "from sklearn.ensemble import RandomForestClassifier\n"
            "cpu = RandomForestClassifier()"
        ),
    ],
)
def test_names_that_differ_or_come_in_turn_are_kept_apart(source: str) -> None:
    assert learning.origins(source) == {"gpu": GPU, "cpu": CPU}


def test_what_has_no_name_has_no_origin() -> None:
    assert learning.origins("a = f(1)\nb = (lambda: 1)()\nc = 3") == {"a": "f", "b": ""}
    with pytest.raises(SyntaxError):
        learning.origins("import")

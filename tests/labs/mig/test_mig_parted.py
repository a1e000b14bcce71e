"""mig-parted files, read and written; and what is wrong with one, in a sentence."""

import builtins
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from certlab.errors import ContentError
from certlab.labs.mig.real.mig_parted import Rule, read, write

# In the form of NVIDIA's own example configuration.
FILE = """\
version: v1
mig-configs:
  all-disabled:
    - devices: all
      mig-enabled: false

  all-enabled:
    - devices: all
      mig-enabled: true
      mig-devices: {}

  all-balanced:
    - device-filter: ["0x233010DE", "0x233110DE"]
      devices: all
      mig-enabled: true
      mig-devices:
        "1g.10gb": 2
        "2g.20gb": 1
        "3g.40gb": 1

  custom:
    - devices: [0,1]
      mig-enabled: false
    - device-filter: "0x20B210DE"
      devices: [2]
      mig-enabled: true
      mig-devices:
        "1g.10gb+me": 1
        "1c.3g.40gb": 3
"""


def test_a_file_is_read() -> None:
    assert read(FILE) == {
        "all-disabled": (Rule(enabled=False),),
        "all-enabled": (Rule(),),
        "all-balanced": (
            Rule(
                profiles=(("1g.10gb", 2), ("2g.20gb", 1), ("3g.40gb", 1)),
                filters=("0x233010DE", "0x233110DE"),
            ),
        ),
        "custom": (
            Rule((0, 1), enabled=False),
            Rule((2,), True, (("1g.10gb+me", 1), ("1c.3g.40gb", 3)), ("0x20B210DE",)),
        ),
    }


def test_what_is_written_is_read_back() -> None:
    configs = read(FILE)
    assert read(write(configs)) == configs


def test_written_as_nvidia_writes_it() -> None:
    text = write({"all-1g.10gb": (Rule(profiles=(("1g.10gb", 7),)),)})
    assert text == (
        "version: v1\n"
        "mig-configs:\n"
        "  all-1g.10gb:\n"
        "    - devices: all\n"
        "      mig-enabled: true\n"
        "      mig-devices:\n"
        '        "1g.10gb": 7\n'
    )


names = st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=1)
profiles = st.builds(
    "{}g.{}gb{}".format,
    st.integers(1, 7),
    st.integers(1, 200),
    st.sampled_from(["", "+me", "-me", "+gfx", "+me.all"]),
)
on = st.builds(
    Rule,
    devices=st.none() | st.lists(st.integers(0, 15), max_size=4).map(tuple),
    enabled=st.just(True),
    profiles=st.dictionaries(profiles, st.integers(1, 7), max_size=3).map(
        lambda one: tuple(one.items())
    ),
    filters=st.lists(names, max_size=2).map(tuple),
)
off = st.builds(Rule, enabled=st.just(False))


@given(
    st.dictionaries(
        names, st.lists(on | off, min_size=1, max_size=3).map(tuple), max_size=3
    )
)
def test_any_configuration_survives_the_file(configs: dict[str, Any]) -> None:
    assert read(write(configs)) == configs
    assert yaml.safe_load(write(configs))["version"] == "v1"


ONE = "version: v1\nmig-configs:\n  a:\n    - {}\n"
BROKEN = [
    ("mig-configs: {}", "file: no version; add it."),
    ("version: v2", "file: version is 'v2'; it must be v1."),
    ("- 1", "file: must be a mapping with version."),
    ("", "file: must be a mapping with version."),
    ("version: v1\nmig-config: {}", "file: unknown field mig-config; it knows mig-"),
    ("version: v1\nmig-configs: {}", "file: mig-configs must hold named lists"),
    ("version: v1\nmig-configs:\n  a: []", "file: a: must be a list of at least one"),
    ("version: [", "file: not valid YAML in line 1."),
    (ONE.format("devices: all"), "file: a[0]: no mig-enabled; add it."),
    (ONE.format("mig-enabled: false"), "file: a[0]: no devices; add it."),
    (
        ONE.format("{devices: all, mig-enabled: true}"),
        "file: a[0]: mig-enabled is true, so mig-devices is needed.",
    ),
    (
        ONE.format("{devices: some, mig-enabled: false}"),
        "file: a[0]: devices must be all or a list of GPU numbers.",
    ),
    (
        ONE.format("{devices: [true], mig-enabled: false}"),
        "file: a[0]: devices must be all or a list of GPU numbers.",
    ),
    (
        ONE.format("{devices: all, mig-enabled: 1}"),
        "file: a[0]: mig-enabled must be true or false.",
    ),
    (
        ONE.format("{devices: all, mig-enabled: false, mig-devices: {1g.10gb: 1}}"),
        "file: a[0]: mig-devices are listed, but mig-enabled is false.",
    ),
    (
        ONE.format("{devices: all, mig-enabled: true, mig-devices: {1g.10gb: 0}}"),
        "file: a[0]: mig-devices: all counts are 0.",
    ),
    (
        ONE.format("{devices: all, mig-enabled: true, mig-devices: {1g.10gb: -1}}"),
        "file: a[0]: mig-devices: 1g.10gb: -1 must be a whole number, 0 or more.",
    ),
    (
        ONE.format("{devices: all, mig-enabled: true, mig-devices: {ten: 1}}"),
        "file: a[0]: mig-devices: ten is not a profile name, such as 1g.10gb.",
    ),
    (
        ONE.format("{devices: all, mig-enabled: true, mig-devices: [1g.10gb]}"),
        "file: a[0]: mig-devices must map profiles to counts.",
    ),
    (
        ONE.format("{devices: all, mig-enabled: false, device-filter: 7}"),
        "file: a[0]: device-filter must be a text or a list of texts.",
    ),
    (
        ONE.format("{devices: all, mig-enabled: false, colour: red}"),
        "file: a[0]: unknown field colour; it knows device-filter, devices, mig-",
    ),
]


@pytest.mark.parametrize(("text", "says"), BROKEN)
def test_what_is_wrong_in_one_sentence(text: str, says: str) -> None:
    with pytest.raises(ContentError) as caught:
        read(text, "file")
    assert str(caught.value).startswith(says)
    assert "\n" not in str(caught.value)


def test_json_is_yaml_too() -> None:
    text = '{"version": "v1", "mig-configs": {"a": [{"devices": "all", "mig-enabled": false}]}}'
    assert read(text) == {"a": (Rule(enabled=False),)}


def test_only_a_version() -> None:
    assert read("version: v1") == {}
    assert write({}) == "version: v1\n"


def test_without_pyyaml(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *rest: Any, **more: Any) -> Any:
        if name == "yaml":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(ContentError, match="needs PyYAML; install it with pip install"):
        read(FILE)


@pytest.mark.parametrize(
    ("rule", "covered"),
    [
        (Rule(), True),
        (Rule((1,)), True),
        (Rule((0,)), False),
        (Rule(filters=("0x233010de",)), True),
        (Rule(filters=("0x233010DE:0x16C110DE",)), True),
        (Rule(filters=("0x20B210DE",)), False),
        (Rule((0,), filters=("0x233010DE",)), False),
    ],
)
def test_which_gpus_a_rule_is_about(rule: Rule, covered: bool) -> None:
    assert rule.covers(1, ("0x233010DE",)) is covered

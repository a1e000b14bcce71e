"""A mig-parted configuration on simulated GPUs, and GPUs as a configuration."""

from pathlib import Path

import pytest

from certlab.course import Course
from certlab.errors import ContentError, CourseError
from certlab.labs import mig
from certlab.labs.mig.parted_config import _orders, apply, from_file, rules_of
from certlab.labs.mig.real.mig_parted import Rule, read, write


@pytest.fixture
def h100(whole: Course) -> mig.Gpu:
    return mig.Gpu(mig.tables(whole)["h100-80gb"], enabled=False)


def devices(gpu: mig.Gpu) -> list[str]:
    return [each.name for one in gpu.listed for each in one.computes]


def test_a_balanced_configuration(h100: mig.Gpu) -> None:
    rule = Rule(profiles=(("1g.10gb", 2), ("2g.20gb", 1), ("3g.40gb", 1)))
    (gpu,) = apply([rule], [h100])
    assert gpu.enabled
    assert devices(gpu) == ["1g.10gb", "1g.10gb", "2g.20gb", "3g.40gb"]


def test_rules_are_for_their_gpus(h100: mig.Gpu, whole: Course) -> None:
    a100 = mig.Gpu(mig.tables(whole)["a100-80gb"])
    rules = [
        Rule((0,), enabled=False),
        Rule((1, 2), profiles=(("1g.10gb", 7),), filters=("0x233010DE",)),
    ]
    gpus = apply(rules, [h100, h100, a100])
    assert [len(gpu.instances) for gpu in gpus] == [0, 7, 0]
    assert [gpu.enabled for gpu in gpus] == [False, True, True]


def test_what_stood_there_before_is_cleared(h100: mig.Gpu) -> None:
    full = mig.report.placed(h100.enable(), "7g.80gb")
    (gpu,) = apply([Rule(profiles=(("1g.10gb", 1),))], [full])
    assert devices(gpu) == ["1g.10gb"]
    (off,) = apply([Rule(enabled=False)], [full])
    assert (off.enabled, off.instances) == (False, ())


def test_parts_share_a_gpu_instance_while_they_fit(h100: mig.Gpu) -> None:
    (gpu,) = apply([Rule(profiles=(("1c.3g.40gb", 4),))], [h100])
    assert [len(one.computes) for one in gpu.listed] == [1, 3]


def test_whole_instances_do_not_share(h100: mig.Gpu) -> None:
    (gpu,) = apply([Rule(profiles=(("3g.40gb", 2),))], [h100])
    assert [len(one.computes) for one in gpu.listed] == [1, 1]


def test_every_mix_that_fits_is_reached_in_some_order(whole: Course) -> None:
    """With double memory too on Ampere; later GPUs keep its last start back."""
    for table in mig.tables(whole).values():
        double = table.architecture == "Ampere"
        for layout in mig.maximal_layouts(table, double_memory=double):
            names = [name for name, _ in layout]
            counts = tuple((name, names.count(name)) for name in dict.fromkeys(names))
            (gpu,) = apply([Rule(profiles=counts)], [mig.Gpu(table)])
            assert sorted(one.name for one in gpu.instances) == sorted(names)


def test_the_largest_first_is_not_always_the_order() -> None:
    orders = list(_orders(["3g", "1g", "1g"]))
    assert orders == [("3g", "1g", "1g"), ("1g", "3g", "1g"), ("1g", "1g", "3g")]


def test_what_fits_in_no_order(h100: mig.Gpu) -> None:
    rule = Rule(profiles=(("3g.40gb", 2), ("1g.10gb", 1)))
    with pytest.raises(ContentError) as caught:
        apply([rule], [h100])
    assert str(caught.value).startswith(
        "GPU 0 (H100 80 GB): no order of 2 x 3g.40gb, 1 x 1g.10gb fits. "
    )


def test_a_profile_the_gpu_does_not_have(h100: mig.Gpu) -> None:
    with pytest.raises(mig.Refusal, match=r"no profile 1g\.5gb on H100 80 GB"):
        apply([Rule(profiles=(("1g.5gb", 1),))], [h100])


def test_gpus_as_a_file_and_back(h100: mig.Gpu) -> None:
    on = h100.enable()
    mixed = mig.report.placed(on, "3g.40gb,1g.10gb+me")
    parts, instance = on.create("4g.40gb")
    parts, _ = parts.create_compute(instance.id, "1c.4g.40gb")
    gpus = (h100, mixed, mixed, parts)
    rules = rules_of(gpus)
    assert rules == (
        Rule((0,), enabled=False),
        Rule((1, 2), profiles=(("3g.40gb", 1), ("1g.10gb+me", 1))),
        Rule((3,), profiles=(("1c.4g.40gb", 1),)),
    )
    again = apply(read(write({"this": rules}))["this"], [h100] * 4)
    assert again == gpus


def test_like_gpus_share_a_rule_for_all(h100: mig.Gpu) -> None:
    assert rules_of((h100, h100)) == (Rule(enabled=False),)


def test_from_a_file(h100: mig.Gpu, tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(write({"all-1g": (Rule(profiles=(("1g.10gb", 7),)),)}), "utf-8")
    (gpu,) = from_file(f"{path}:all-1g", (h100,))
    assert len(gpu.instances) == 7
    with pytest.raises(ContentError, match="no configuration other; it has all-1g"):
        from_file(f"{path}:other", (h100,))
    with pytest.raises(
        ContentError, match=r"cannot be read \(No such file.*check the path"
    ):
        from_file(f"{tmp_path / 'none'}:x", (h100,))
    with pytest.raises(ContentError, match="name the file and its configuration"):
        from_file("all-1g", (h100,))
    path.write_bytes(path.read_text("utf-8").encode("utf-16"))
    assert from_file(f"{path}:all-1g", (h100,)) == (gpu,)
    path.write_bytes(b"\xff")
    with pytest.raises(CourseError, match="is not UTF-8 text; save the file as"):
        from_file(f"{path}:all-1g", (h100,))


def test_notebooks_find_it_by_its_former_name() -> None:
    from certlab.labs.mig import mig_layout, parted_config

    assert mig_layout is parted_config

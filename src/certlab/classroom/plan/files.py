"""The files that a plan is put to work with."""

import json
from pathlib import Path
from typing import Any

from certlab.classroom.plan import kubernetes_values
from certlab.classroom.plan.class_plan import ClassPlan
from certlab.classroom.plan.kubernetes_values import Server
from certlab.classroom.plan.report import as_data
from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.mig.parted_config import rules_of
from certlab.labs.mig.real import kubernetes, mig_parted
from certlab.labs.mig.real.mig_parted import Rule

CONFIG = "class"  # the configuration's name in the mig-parted file
OFF = "all-disabled"  # the one that MIG Manager takes where nobody asked for any
HUB = """\
# Who gets which GPU, for JupyterHub. In its configuration file:
#     load_subconfig("{folder}/jupyterhub_gpus.py")
# The plan is in class-plan.json, and who holds what in gpu-places.json.
from pathlib import Path

from certlab.classroom.plan.spawning import hand_out

hand_out(get_config(), Path(__file__).with_name("class-plan.json"))  # noqa: F821
"""


def mig_rules(plan: ClassPlan) -> tuple[Rule, ...]:
    """What mig-parted shall make. Where there are several kinds, GPUs are told by PCI id."""
    with_mig = [cut for cut in plan.cuts if cut.kind.table]
    several = len(plan.cuts) > 1
    return tuple(
        Rule(
            None,
            rule.enabled,
            rule.profiles,
            cut.kind.table.pci_ids if several and cut.kind.table else (),
        )
        for cut in with_mig
        for rule in rules_of(cut.gpus)
    )


def texts(plan: ClassPlan, course: Course, server: Server) -> dict[str, str]:
    """Each file by its name.

    Raises:
        CourseError: the image has no tag, or PyYAML is missing.
    """
    data = json.dumps(as_data(plan, course), indent=1, ensure_ascii=False)
    files = {"class-plan.json": data + "\n"}
    if rules := mig_rules(plan):
        files["mig-parted.yaml"] = mig_parted.write(
            {CONFIG: rules, OFF: (Rule(enabled=False),)}
        )
    for strategy in kubernetes_values.strategies(plan):
        helm = kubernetes_values.values(plan, server, strategy)
        plugin = kubernetes_values.device_plugin(plan, strategy)
        files[f"values-{strategy}.yaml"] = kubernetes.to_yaml(helm)
        files[f"device-plugin-{strategy}.yaml"] = kubernetes.to_yaml(plugin)
    return files


def write(folder: Path, plan: ClassPlan, course: Course, server: Server) -> list[Path]:
    """Write the files into a folder, which is made where there is none.

    Raises:
        CourseError: the folder cannot be written; or as `texts`.
    """
    files = texts(plan, course, server)
    files["jupyterhub_gpus.py"] = HUB.format(folder=folder.resolve())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, "utf-8")
    except OSError as error:
        says = f"cannot be written ({error.strerror}); name another folder with --out"
        raise CourseError(f"{folder}: {says}.") from None
    return [folder / name for name in files]


def read_plan(folder: Path) -> dict[str, Any]:
    """The plan that was written into a folder.

    Raises:
        CourseError: there is none.
    """
    path = folder / "class-plan.json"
    try:
        data: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        says = "there is no plan; write one with certlab class plan --out"
        raise CourseError(f"{path}: {says}.") from None
    return data

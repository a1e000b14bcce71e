"""What a Customizer answers to a call, as far as the shape of the call decides it.

Paths, fields, defaults and states follow NVIDIA's published API of November 2026: the schema
AutomodelJobInput and the Jobs service of its repository nemo-helix. Nothing is trained.
"""

import re
from dataclasses import dataclass, field
from typing import Any

# Fields that a job of the backend automodel may have; None where a field holds a value.
SPEC: dict[str, Any] = {
    "name": None,
    "model": None,
    "dataset": {"training", "validation", "prompt_template", "shuffle"},
    "training": {
        *("training_type", "recipe", "finetuning_type", "lora", "max_seq_length"),
        *("precision", "teacher_model", "distillation_ratio", "mtp", "backend"),
        *("distillation_temperature", "teacher_precision", "offload_teacher"),
        *("attn_implementation", "execution_profile", "activation_checkpointing"),
        "retrieval",
    },
    "schedule": {
        *("epochs", "max_steps", "val_check_interval", "validation_split", "seed"),
        "progress_reporting",
    },
    "batch": {
        *("global_batch_size", "micro_batch_size", "sequence_packing"),
        *("sequence_packing_max_samples", "packed_sequence_size"),
    },
    "optimizer": {
        *("learning_rate", "min_learning_rate", "weight_decay", "adam_beta1"),
        *("adam_beta2", "warmup_steps", "adam_eps", "optimizer", "lr_decay_style"),
    },
    "parallelism": {
        *("num_nodes", "num_gpus_per_node", "tensor_parallel_size", "pipeline"),
        *("pipeline_parallel_size", "context_parallel_size", "sequence_parallel"),
        "expert_parallel_size",
    },
    "output": {"name", "description"},
    "integrations": None,
    "deployment_config": None,
}
NEEDED = ("model", "dataset", "training")
ALLOWED = {
    "training_type": ("sft", "distillation"),
    "finetuning_type": ("lora", "all_weights", "lora_merged"),
}
STEPS = (
    "model-and-dataset-download",
    "training",
    "model-upload",
    "model-entity-creation",
)
_CREATE = re.compile(r"/apis/customization/v2/workspaces/([\w-]+)/automodel/jobs")
_STATUS = re.compile(r"/apis/jobs/v2/workspaces/([\w-]+)/jobs/([\w-]+)/status")


@dataclass
class Customizer:
    """Jobs by workspace and name, each with the number of its steps that are done."""

    jobs: dict[tuple[str, str], int] = field(default_factory=dict)

    def reply(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The status code and the JSON that a call gets; each look lets a job go on a step."""
        create, status = _CREATE.fullmatch(path), _STATUS.fullmatch(path)
        if method == "POST" and create:
            return self._create(create[1], body)
        if method == "GET" and status:
            return self._look(status[1], status[2])
        return 404, {"detail": f"There is no {method} {path}."}

    def _create(self, workspace: str, body: Any) -> tuple[int, Any]:
        problems = refused(body)
        if problems:
            return 422, {"detail": problems}
        name = body.get("name") or f"job-{len(self.jobs) + 1}"
        if (workspace, name) in self.jobs:
            return 409, {"detail": f"There is a job {name} already."}
        self.jobs[workspace, name] = 0
        return 201, {
            "id": f"job-id-{len(self.jobs)}",
            "name": name,
            "workspace": workspace,
            "spec": body["spec"],
            "status": "created",
        }

    def _look(self, workspace: str, name: str) -> tuple[int, Any]:
        if (workspace, name) not in self.jobs:
            return 404, {"detail": f"There is no job {name} in {workspace}."}
        done = self.jobs[workspace, name]
        self.jobs[workspace, name] = min(done + 1, len(STEPS))
        states = ["completed"] * done + ["active"] + ["pending"] * len(STEPS)
        return 200, {
            "name": name,
            "status": "completed" if done == len(STEPS) else "active",
            "status_details": {},
            "error_details": {},
            "steps": [
                {"name": step, "status": state}
                for step, state in zip(STEPS, states, strict=False)
            ],
        }


def refused(body: Any) -> list[str]:
    """Why a body that creates a job does not fit the schema; empty if it does."""
    spec = body.get("spec") if isinstance(body, dict) else None
    if not isinstance(spec, dict):
        return ["The body needs an object named spec."]
    problems = [f"spec.{name}: field required" for name in NEEDED if name not in spec]
    for name, value in spec.items():
        if name not in SPEC:
            problems.append(f"spec.{name}: extra inputs are not permitted")
        elif isinstance(SPEC[name], set):
            problems += _part(name, value, SPEC[name])
    return problems


def _part(name: str, value: Any, allowed: set[str]) -> list[str]:
    if not isinstance(value, dict):
        return [f"spec.{name}: an object is wanted"]
    problems = [
        f"spec.{name}.{key}: extra inputs are not permitted"
        for key in value
        if key not in allowed
    ]
    if name == "dataset" and "training" not in value:
        problems.append("spec.dataset.training: field required")
    for key, choices in ALLOWED.items():
        if value.get(key, choices[0]) not in choices:
            problems.append(f"spec.{name}.{key}: one of {', '.join(choices)}")
    if value.get("training_type") == "distillation" and not value.get("teacher_model"):
        problems.append(
            f"spec.{name}: teacher_model is required when training_type is distillation"
        )
    return problems

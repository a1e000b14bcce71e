from typing import Any

import pytest

from certlab.labs.fine_tuning.customizer import STEPS, Customizer, refused

JOBS = "/apis/customization/v2/workspaces/default/automodel/jobs"
STATUS = "/apis/jobs/v2/workspaces/default/jobs/tickets/status"


def job(**changed: Any) -> dict[str, Any]:
    spec = {
        "model": "default/qwen3-1.7b",
        "dataset": {"training": "default/tickets"},
        "training": {"finetuning_type": "lora", "lora": {"rank": 16}},
    }
    return {
        "name": "tickets",
        "spec": {k: v for k, v in {**spec, **changed}.items() if v},
    }


def test_a_job_is_made_and_goes_on_step_by_step() -> None:
    service = Customizer()
    code, made = service.reply("POST", JOBS, job())
    assert (code, made["status"]) == (201, "created")
    states = []
    for _ in range(len(STEPS) + 2):
        code, seen = service.reply("GET", STATUS)
        assert code == 200
        states.append((seen["status"], [one["status"] for one in seen["steps"]]))
    assert states[0] == ("active", ["active", "pending", "pending", "pending"])
    assert states[-1] == ("completed", ["completed"] * 4)
    assert states[-2] == states[-1]


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"model": None}, "spec.model: field required"),
        ({"dataset": {}}, "spec.dataset: field required"),
        ({"dataset": {"validation": "x"}}, "spec.dataset.training: field required"),
        ({"hyperparameters": {"epochs": 3}}, "spec.hyperparameters: extra"),
        ({"training": {"epochs": 3}}, "spec.training.epochs: extra"),
        ({"training": {"finetuning_type": "p_tuning"}}, "one of lora, all_weights"),
        ({"training": {"training_type": "dpo"}}, "one of sft, distillation"),
        ({"training": {"training_type": "distillation"}}, "teacher_model is required"),
        ({"training": "lora"}, "spec.training: an object is wanted"),
    ],
)
def test_a_body_of_another_shape_is_refused(changed: Any, says: str) -> None:
    service = Customizer()
    code, reply = service.reply("POST", JOBS, job(**changed))
    assert code == 422
    assert any(says in one for one in reply["detail"])
    assert not service.jobs


def test_what_is_no_object_is_refused() -> None:
    assert refused(None) == refused([]) == refused({}) != []


def test_unknown_paths_and_jobs_and_a_second_of_the_same_name() -> None:
    service = Customizer()
    assert service.reply("GET", STATUS)[0] == 404
    assert service.reply("POST", "/v1/customization/jobs", job())[0] == 404
    service.reply("POST", JOBS, job())
    assert service.reply("POST", JOBS, job())[0] == 409

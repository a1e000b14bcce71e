"""What one setting is called in NeMo 1.x and in Megatron-Bridge.

Read in megatron_gpt_config.yaml of NeMo at commit 8cfedd72, and in
docs/nemo2-migration-guide.md and training/config.py of Megatron-Bridge at 067f987d.
"""

from collections.abc import Iterator, Mapping
from typing import Any

ONE, BRIDGE = "NeMo 1.x", "Megatron-Bridge"
# Setting: its key in NeMo 1.x and in Megatron-Bridge; "" where it is given elsewhere.
KEYS = {
    "nodes": ("trainer.num_nodes", ""),
    "gpus a node": ("trainer.devices", ""),
    "steps": ("trainer.max_steps", "train.train_iters"),
    "samples": ("", "train.train_samples"),
    "micro batch": ("model.micro_batch_size", "train.micro_batch_size"),
    "global batch": ("model.global_batch_size", "train.global_batch_size"),
    "accumulation": ("trainer.accumulate_grad_batches", ""),
    "TP": ("model.tensor_model_parallel_size", "model.tensor_model_parallel_size"),
    "PP": ("model.pipeline_model_parallel_size", "model.pipeline_model_parallel_size"),
    "CP": ("model.context_parallel_size", "model.context_parallel_size"),
    "EP": ("model.expert_model_parallel_size", "model.expert_model_parallel_size"),
    "experts": ("model.num_moe_experts", "model.num_moe_experts"),
    "heads": ("model.num_attention_heads", "model.num_attention_heads"),
    "layers": ("model.num_layers", "model.num_layers"),
    "sequence": ("model.encoder_seq_length", "model.seq_length"),
    "data length": ("model.data.seq_length", "dataset.seq_length"),
    "blend": ("model.data.data_prefix", "dataset.blend"),
    "flat blend": ("", "dataset.data_path"),
}


def flat(tree: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Each value of nested mappings with its whole key, "model.data.seq_length"."""
    for name, value in tree.items():
        key = f"{before}{name}"
        if isinstance(value, Mapping):
            yield from flat(value, f"{key}.")
        else:
            yield key, value


def era(tree: Mapping[str, Any]) -> str:
    """Whose configuration it is: with a trainer NeMo 1.x, else Megatron-Bridge."""
    return ONE if any(key.lower() == "trainer" for key in tree) else BRIDGE

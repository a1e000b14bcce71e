# finds: none
# launches: torchrun starts $REPO_DIR/src/training/plain_sft.py on 1 node, 1 a node: 1 ranks.
# unread: line 6: CUDA_VISIBLE_DEVICES is taken as not set.
# unread: line 6: SLURM_GPUS_ON_NODE is taken as not set.
# unread: what line 23 tests is known only on the day, so both ways were followed.
if [[ -n "${CUDA_VISIBLE_DEVICES:-}" ]]; then
    WORLD_SIZE=$(python - <<'PY'
import os
print(len([1 for p in os.environ["CUDA_VISIBLE_DEVICES"].split(",") if p]))
PY
)
elif [[ -n "${SLURM_GPUS_ON_NODE:-}" ]]; then
    WORLD_SIZE="$SLURM_GPUS_ON_NODE"
else
    WORLD_SIZE=1
fi
TORCHRUN_ARGS=(--standalone --nnodes=1 --nproc_per_node="$WORLD_SIZE")
CMD=(
    torchrun "${TORCHRUN_ARGS[@]}"
    "$REPO_DIR/src/training/plain_sft.py"
    --train-file "$TRAIN_FILE"
)
if [[ -f "$EVAL_FILE" ]]; then
    CMD+=(--eval-file "$EVAL_FILE")
fi
"${CMD[@]}"

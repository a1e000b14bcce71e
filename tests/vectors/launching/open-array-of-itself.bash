# finds: none
# launches: torchrun starts ${HOME}/train.py on 2 nodes, 4 a node: 8 ranks; they find each other by c10d at ${MASTER_ADDR}:${MASTER_PORT}.
# unread: line 14: --rdzv-endpoint depends on ${MASTER_ADDR}, which is not set here.
NNODES=2
NODE_RANK=1
NPROC_PER_NODE=4
torchrun_args=( "${HOME}/train.py" )
if [[ "${NNODES}" -gt 1 ]]; then
  : "${MASTER_ADDR:?MASTER_ADDR must be set}"
  torchrun_args=( --nnodes="${NNODES}" --nproc_per_node="${NPROC_PER_NODE}" --node_rank="${NODE_RANK}" --rdzv_backend=c10d --rdzv_id="${SLURM_JOB_ID}" --rdzv_endpoint="${MASTER_ADDR}:${MASTER_PORT}" "${torchrun_args[@]}" )
else
  torchrun_args=( --standalone --nproc_per_node="${NPROC_PER_NODE}" "${torchrun_args[@]}" )
fi
torchrun "${torchrun_args[@]}" --data_dir "${MEDS_DATA_DIR}"

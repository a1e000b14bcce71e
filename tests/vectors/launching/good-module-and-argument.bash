#!/bin/bash
# finds: none
# launches: torchrun starts axolotl.cli.train on 1 node, 8 a node: 8 ranks.
TIMESTAMP=$(date +"%m-%d_%H-%M-%S")
LOG_DIR="./temp_log/${TIMESTAMP}"
mkdir -p "${LOG_DIR}"
CONFIG_FILE="${1:-./benchmax_configs/qwen3_exp0.yaml}"
cp "${CONFIG_FILE}" "${LOG_DIR}/"
export AXOLOTL_DO_NOT_TRACK=1
torchrun \
  --nnodes=1 \
  --nproc_per_node=8 \
  --rdzv_backend=c10d \
  --rdzv_endpoint=localhost:29500 \
  -m axolotl.cli.train \
  "${CONFIG_FILE}" \
  2>&1 | tee "${LOG_DIR}/output.log"

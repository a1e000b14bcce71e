#!/usr/bin/env bash
# finds: none
# launches: torchrun starts train.py on 1 node, 8 a node: 8 ranks.
# unread: line 20: NNODES (1) is taken as its default, as it is not set here.
# unread: line 13: NODE_RANK is taken as not set.
main() {
  local nnodes="${NNODES:-1}" node_rank="${NODE_RANK:-}"
  local nproc_per_node=8 app_args=(train.py --x 1)
  local torchrun_args=(
    --nnodes "$nnodes"
    --nproc_per_node "$nproc_per_node"
  )
  if [[ -n "$node_rank" ]]; then
    torchrun_args+=(--node_rank "$node_rank")
  else
    torchrun_args+=(--rdzv_backend c10d --rdzv_endpoint "localhost:0")
  fi
  torchrun_args+=("${app_args[@]}")
  printf '  %q' torchrun "${torchrun_args[@]}"
  exec torchrun "${torchrun_args[@]}"
}
main "$@"

# finds: none
# launches: torchrun starts cosmos.train on 1 node, 8 a node: 8 ranks.
# unread: line 11: arguments of cosmos.train depend on ${TRAILING_ARGS[@]}, which is not set here, so parallel sizes there are not seen.
# unread: line 11: NPROC_PER_NODE (8), MASTER_PORT (50026) are taken as their defaults, as they are not set here.
# unread: line 8: NNODES is taken as not set.
# unread: line 9: NODE_RANK is taken as not set.
TORCHRUN_ARGS=(--nproc_per_node="${NPROC_PER_NODE:-8}" --master_port="${MASTER_PORT:-50026}")
[[ -n "${NNODES:-}" ]]      && TORCHRUN_ARGS+=(--nnodes="$NNODES")
[[ -n "${NODE_RANK:-}" ]]   && TORCHRUN_ARGS+=(--node_rank="$NODE_RANK")
ulimit -n "$(ulimit -Hn)" 2>/dev/null || ulimit -n 65536 2>/dev/null || true
PYTHONPATH=. \
    torchrun "${TORCHRUN_ARGS[@]}" -m cosmos.train \
    "${TRAILING_ARGS[@]}" \
    2>&1 | tee "$LOG_FILE"
EXIT_CODE=${PIPESTATUS[0]}
exit $EXIT_CODE

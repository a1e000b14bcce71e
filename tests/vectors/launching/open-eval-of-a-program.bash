# finds: none
# launches: torchrun starts t.py on 1 node, 8 a node: 8 ranks.
# unread: line 5 reads $(my-config --shell), which may set NNODES anew.
NNODES=1
eval "$(my-config --shell)"
torchrun --nnodes=$NNODES --nproc_per_node=8 t.py

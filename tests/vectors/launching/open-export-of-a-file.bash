# finds: none
# launches: torchrun starts t.py on 1 node, 8 a node: 8 ranks.
# unread: line 5 reads $(grep -v '^#' .env | xargs), which may set NP anew.
NP=8
export $(grep -v '^#' .env | xargs)
torchrun --standalone --nproc_per_node=$NP t.py

# finds: no-rendezvous, same-node-rank
# launches: torchrun starts t.py on 2 nodes, 8 a node: 16 ranks; they find each other by static.
OUT=$(torchrun --nnodes=2 --nproc_per_node=8 t.py)

# finds: none
# program: program-good.py
# launches: torchrun starts train.py on 2 nodes, 8 a node: 16 ranks; they find each other by static at 10.0.0.5:29501.
torchrun --nnodes 2 --node-rank 1 --master-addr 10.0.0.5 --master-port 29501 --nproc-per-node 8 train.py

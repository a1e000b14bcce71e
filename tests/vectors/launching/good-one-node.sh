# finds: none
# given: gpus=8
# program: program-good.py
# launches: torchrun starts train.py on 1 node, 8 a node: 8 ranks; 8 GPUs a node, 1 a process.
torchrun --standalone --nproc-per-node=8 train.py --lr 0.1

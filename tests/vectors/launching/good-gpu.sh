# finds: none
# given: gpus=4
# program: program-modulo.py
# launches: torchrun starts train.py on 1 node, 4 a node: 4 ranks; 4 GPUs a node, 1 a process.
torchrun --nproc_per_node gpu train.py

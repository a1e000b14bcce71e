# finds: none
# given: gpus=8
# launches: torchrun starts mypackage.train on 4 nodes, 8 a node: 32 ranks; 8 GPUs a node, 1 a process; they find each other by c10d at node01:29500.
torchrun --nnodes=4 --nproc-per-node=8 \
  --rdzv-backend=c10d --rdzv-id=run-17 --rdzv-endpoint=node01:29500 \
  -m mypackage.train --tensor-model-parallel-size 8 --pipeline-model-parallel-size=2

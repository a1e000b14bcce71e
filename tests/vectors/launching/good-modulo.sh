# finds: none
# program: program-modulo.py
torchrun --nnodes=2 --nproc-per-node=8 --rdzv-backend=c10d --rdzv-id=4 --rdzv-endpoint=node01:29500 train.py

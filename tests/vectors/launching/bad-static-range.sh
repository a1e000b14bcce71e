# finds: static-not-elastic
# program: program-good.py
torchrun --nnodes=1:2 --node-rank=0 --master-addr=node01 --nproc-per-node=8 --max-restarts=1 train.py

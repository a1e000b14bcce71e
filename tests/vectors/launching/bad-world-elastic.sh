# finds: world-does-not-divide
# given: tensor=4 pipeline=2
# program: program-good.py
torchrun --nnodes=2:4 --max-restarts=2 --nproc-per-node=4 --rdzv-backend=c10d --rdzv-id=1 --rdzv-endpoint=a:1 train.py

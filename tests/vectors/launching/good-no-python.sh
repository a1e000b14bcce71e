# finds: none
torchrun --nproc-per-node=2 --no-python python -c 'print(1)'

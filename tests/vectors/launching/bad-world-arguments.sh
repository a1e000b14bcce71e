# finds: world-does-not-divide
torchrun --standalone --nproc-per-node=8 train.py --tensor_model_parallel_size 2 --context-parallel-size=3

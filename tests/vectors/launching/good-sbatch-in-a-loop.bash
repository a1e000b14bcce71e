#!/bin/bash
# finds: none
# launches: torchrun starts train.py on 1 node, 8 a node: 8 ranks; 8 GPUs a node, 1 a process.
for size in 7b 13b; do
    sbatch << EOF
#!/bin/bash
#SBATCH --job-name=train_${size}
#SBATCH --nodes=1
#SBATCH --gpus-per-node=8
#SBATCH --cpus-per-task=64
export OMP_NUM_THREADS=8
srun --cpus-per-task=\$SLURM_CPUS_PER_TASK torchrun --standalone --nproc-per-node=8 train.py --size $size
EOF
done

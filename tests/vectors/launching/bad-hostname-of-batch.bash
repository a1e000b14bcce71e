#!/bin/bash
# finds: cpus-not-inherited
# launches: torchrun starts train.py on 4 nodes, 8 a node: 32 ranks; 8 GPUs a node, 1 a process; they find each other by c10d at $HOSTNAME:29500.
#SBATCH --account=team
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=12
#SBATCH --gres=gpu:8
#SBATCH -t 14-00:00:00
#SBATCH --output=out.out

export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
export NCCL_NSOCKS_PERTHREAD=4
export NCCL_MIN_CHANNELS=32
echo "HOSTNAME=$HOSTNAME"
source ~/.bashrc
conda activate env

#srun accelerate launch \
#    --multi_gpu \
#    --num_processes=16 \
#    --num_machines=2 \
#    train.py

srun torchrun --nnodes=4 --nproc_per_node=8 \
    --rdzv_id=$SLURM_JOB_ID --rdzv_backend=c10d --rdzv_endpoint=$HOSTNAME:29500 train.py

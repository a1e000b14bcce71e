#!/usr/bin/env bash
# finds: fixed-port, omp-threads
# launches: torchrun starts train.py on 2 nodes, 4 a node: 8 ranks; 4 GPUs a node, 1 a process; they find each other by c10d at $(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1):21068.
# launches: torchrun starts train.py on 2 nodes, 4 a node: 8 ranks; 4 GPUs a node, 1 a process; they find each other by c10d at $(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)i:21068.
# unread: what line 22 tests is known only on the day, so both ways were followed.

#SBATCH --output=slurm_%j.out
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
# 96 CPUs w/o nomultithread
#SBATCH --cpus-per-task=24
#SBATCH --hint=nomultithread
#SBATCH --gres=gpu:4
#SBATCH --time=00:05:00

curr_file="$(scontrol show job "$SLURM_JOB_ID" | grep '^[[:space:]]*Command=' | head -n 1 | cut -d '=' -f 2-)"
curr_dir="$(dirname "$curr_file")"

# Propagate the specified number of CPUs per task to each `srun`.
export SRUN_CPUS_PER_TASK="$SLURM_CPUS_PER_TASK"
export MASTER_ADDR="$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)"
if [ "$SYSTEMNAME" = systema ] \
       || [ "$SYSTEMNAME" = systemb ]; then
    # Allow communication over InfiniBand cells.
    MASTER_ADDR="$MASTER_ADDR"i
fi
export MASTER_PORT=21068
export NCCL_SOCKET_IFNAME=ib0
export GLOO_SOCKET_IFNAME=ib0

srun --cpu_bind=none bash -c "torchrun \
    --nnodes=\$SLURM_JOB_NUM_NODES \
    --rdzv_backend c10d \
    --nproc_per_node=gpu \
    --rdzv_id \$SLURM_JOB_ID \
    --rdzv_endpoint=\"$MASTER_ADDR\":\"$MASTER_PORT\" \
    --rdzv_conf=is_host=\$(if ((SLURM_NODEID)); then echo 0; else echo 1; fi) \
    train.py"

#!/bin/bash
# finds: cpus-not-inherited
# launches: srun starts train_mp.py on 2 nodes, 4 a node: 8 ranks; 4 GPUs a node, 1 a process.
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=4
#SBATCH --gpus-per-node=4
#SBATCH --cpus-per-task=32
export MASTER_ADDR=$(hostname)
srun -l -u shifter bash -c "
  source export_DDP_vars.sh
  python train_mp.py --config=x
"

#!/bin/bash
# refused: Line 7: `srun --multi-prog` starts this, and certlab does not model it; 
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
srun --multi-prog ranks.conf

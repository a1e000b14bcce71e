# finds: options-after-script
# given: gpus=8
# program: program-no-device.py
torchrun train.py --nproc_per_node=8 --lr=1

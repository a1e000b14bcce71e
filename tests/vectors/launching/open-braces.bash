# finds: none
# unread: line 4: options of torchrun may stand in {1..1000000000}, whose braces certlab does not fill in.
mkdir -p out/{logs,data}
torchrun --standalone --nnodes=1 --nproc-per-node=8 {1..1000000000} train.py

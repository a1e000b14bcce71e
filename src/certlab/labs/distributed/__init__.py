"""Training on many GPUs: what ranks say to each other, what they hold, and how they are started.

collectives   who sends what to whom at each step, and what it costs
pipeline      schedules of a pipeline: time, bubble, activations
memory        what one GPU holds of a training run, and whether it fits
launching     what a torchrun line, a Slurm script or a manifest starts, and its mistakes
real          the same on real ranks, in PyTorch; only here torch is imported
verbs, page, widgets, static   the above in a terminal, on a page and in a notebook
"""

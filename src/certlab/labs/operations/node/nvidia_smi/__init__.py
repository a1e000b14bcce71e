"""nvidia-smi: the command line that it takes, what it reads of the world and how it prints it."""

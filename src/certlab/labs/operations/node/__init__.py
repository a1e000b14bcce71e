"""A machine one can break: one state behind all commands, faults, and graders of the state reached."""

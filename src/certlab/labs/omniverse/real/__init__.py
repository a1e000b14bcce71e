"""What renders, composes and learns: Mitsuba, OpenUSD and PyTorch."""

"""The tools of this machine."""

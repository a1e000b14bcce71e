"""torch's automatic mixed precision, on this machine."""

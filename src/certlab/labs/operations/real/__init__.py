"""What serves and reads over HTTP, and what reads the GPUs of this machine."""

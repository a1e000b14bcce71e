"""What an instructor plans before the day: who gets which GPU, and what is taught when."""

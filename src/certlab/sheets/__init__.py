"""What one carries into an exam: a module or an exam on two sides of A4."""

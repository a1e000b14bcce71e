"""What the labs on NIM need."""

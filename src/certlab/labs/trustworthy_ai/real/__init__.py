"""What of this module imports a library."""

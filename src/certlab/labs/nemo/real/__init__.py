"""What of the wing needs a library that is not installed everywhere."""

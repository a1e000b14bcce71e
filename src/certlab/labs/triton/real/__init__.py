"""What runs the server and asks it."""

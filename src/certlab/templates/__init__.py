"""What somebody begins with who writes a course: a course that works, and a lab that runs."""

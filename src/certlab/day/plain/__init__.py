"""The day in lines of plain text, for a terminal."""

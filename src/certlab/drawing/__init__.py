"""One kit for SVG, and one speech for quantities."""

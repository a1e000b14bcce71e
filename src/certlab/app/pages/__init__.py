"""The course as pages: sources for Sphinx, and Sphinx run on them."""

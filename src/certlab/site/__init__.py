"""The static site: Sphinx pages, and the labs in JupyterLite."""

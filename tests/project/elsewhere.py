"""Runs a notebook with the Python that runs this: `python elsewhere.py NOTEBOOK RESULT`."""

import sys

import nbformat
from nbclient import NotebookClient

notebook, result = sys.argv[1:]
book = nbformat.read(notebook, as_version=4)
# A busy kernel sends what a cell prints in several pieces.
NotebookClient(book, coalesce_streams=True).execute()
nbformat.write(book, result)

"""Runs a notebook with the Python that runs this: `python elsewhere.py NOTEBOOK RESULT`."""

import sys

import nbformat
from nbclient import NotebookClient

notebook, result = sys.argv[1:]
book = nbformat.read(notebook, as_version=4)
NotebookClient(book).execute()
nbformat.write(book, result)

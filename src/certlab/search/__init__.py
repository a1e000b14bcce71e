"""Questions answered by passages of the course: one index, read alike in two languages.

`indexing` makes the index in Python, where the pages are built. `ranking` reads it in a
terminal and app/static/search/found.js in a browser, and both give the same order.
"""

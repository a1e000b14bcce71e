"""Jupyter's trust in the notebooks that certlab brings.

JupyterLab hides the SVG of a notebook that it has not seen run, and lets no script of it
run. Ours were run before they were shipped, so what they say is signed. A signature holds
for each file that says just that, wherever it lies, and no file of the workspace is asked:
a folder of somebody else would say that everything in it is ours.
"""

from collections.abc import Iterable


def trust(texts: Iterable[str]) -> int:
    """Sign notebooks.

    Args:
        texts: each as the course that is loaded ships it.

    Returns:
        How many had no signature before.
    """
    import nbformat
    from nbformat.sign import NotebookNotary

    notary = NotebookNotary()
    signed = 0
    try:
        for text in texts:
            notebook = nbformat.reads(text, as_version=4)
            if not notary.check_signature(notebook):
                notary.sign(notebook)
                signed += 1
    finally:
        notary.store.close()
    return signed

"""What a browser may load: the Content-Security-Policy of the pages and of JupyterLite.

Each stands in its HTML files as well, so that it holds on hosts that set no headers.
"""

# style-src-attr: where a figure or a widget places a part.
PAGES = (
    "default-src 'none'; script-src 'self'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'"
)
# unsafe-eval: Python is WebAssembly, and JupyterLab makes code of its settings' schemas.
# blob: the widgets' modules, and pictures and sounds that a notebook shows.
LITE = (
    "default-src 'none'; script-src 'self' 'unsafe-eval' blob:; worker-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "media-src data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)

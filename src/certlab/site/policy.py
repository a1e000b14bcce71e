"""What a browser may load: the Content-Security-Policy of the pages and of JupyterLite.

Each stands in its HTML files as well, so that it holds on hosts that set no headers.
"""

# style-src-attr: where a figure or a widget places a part.
PAGES = (
    "default-src 'none'; script-src 'self'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'"
)
# unsafe-eval: JupyterLab makes code of its settings' schemas; wasm: Python itself;
# blob: the widgets' modules and the kernel's worker.
LITE = (
    "default-src 'self'; script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval' blob:; "
    "worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self' data: blob:; base-uri 'none'"
)

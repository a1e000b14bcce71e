"""Our site beside a stock JupyterLite."""

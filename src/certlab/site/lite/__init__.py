"""The labs in the browser: JupyterLite, Pyodide and every wheel beside it."""

"""pandas, Polars, DuckDB, scikit-learn, NetworkX and Dask beside their GPU counterparts."""

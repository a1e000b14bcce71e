"""One ETL in pandas, cuDF, Polars and DuckDB, on data that it makes itself.

Importing this imports none of them.
"""

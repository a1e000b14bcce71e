"""The stages of the line from raw rows to a watched service, with the real libraries."""

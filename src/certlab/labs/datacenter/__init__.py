"""Data centres: what systems draw and weigh, what owning costs, and whether a rack works."""

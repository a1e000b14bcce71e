"""Networking: many senders and one receiver, links that are read, and modes of a BlueField."""

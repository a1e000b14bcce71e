"""Tunes the tiny GPT with torch, on this machine."""

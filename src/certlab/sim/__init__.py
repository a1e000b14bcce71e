"""Simulators: a frozen configuration in, a frozen result out; no third party."""

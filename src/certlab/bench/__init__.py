"""Measurements for `certlab bench`: ratios with intervals, goals told and not enforced."""

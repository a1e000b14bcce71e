"""certlab: a course, its labs and its questions, for NVIDIA certifications."""

__version__ = "0.1.0"

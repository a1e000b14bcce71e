"""`python -m certlab` is the command line."""

from certlab.cli import main

main()

"""The server's own environment, which `certlab lab prepare triton` makes.

The server comes in NVIDIA's wheel of PyTriton, which wants a NumPy below 2, and its clients
want an older protobuf than the labs have.
"""

from pathlib import Path

from certlab import cache_folder
from certlab.servers.own_environment import OwnEnvironment

ENVIRONMENT = OwnEnvironment(
    name="triton",
    lock=Path(__file__).with_name("environment.txt"),
    below=cache_folder.folder("environments"),
    systems=("linux x86_64",),
    pythons=((3, 11), (3, 12)),
    size="330 MB",
)

#!/bin/sh
# Sets certlab up on a rented machine with an NVIDIA GPU and its driver, beside what is there:
# an environment of its own, which JupyterLab then offers as the kernel "certlab".
# docs/hosted.md says how a Launchable runs it.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
there=$HOME/certlab-env

for name in python3.14 python3.13 python3.12 python3.11 python3; do
  if command -v "$name" > /dev/null &&
    "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    python=$name
    break
  fi
done
if [ -z "${python:-}" ]; then
  echo "certlab: there is no Python 3.11 or newer here; on Ubuntu run" \
    "sudo apt-get install python3.11 python3.11-venv, then this again." >&2
  exit 1
fi

"$python" -m venv "$there"
# Not held to constraints.txt: PyTorch's build for CUDA asks for its own versions of CUDA's parts.
"$there/bin/python" -m pip install --quiet --editable "$root[study,torch,gpu]"
"$there/bin/python" -m ipykernel install --user --name certlab --display-name certlab
echo "In JupyterLab choose the kernel certlab; $there/bin/certlab doctor says what is here."

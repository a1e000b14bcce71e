"""The stand-ins of GPU libraries, for every test of this folder."""

from tests.gpu_stand_ins import *

"""Dynamic batching of the real Triton, over clients and delays, with the machine it ran on."""

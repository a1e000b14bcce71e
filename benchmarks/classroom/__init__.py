"""A class under load: learners on loopback, a service that is killed, two databases."""

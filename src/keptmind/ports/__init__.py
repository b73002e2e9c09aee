"""What the core asks of the world: small protocols, named with the plain word."""

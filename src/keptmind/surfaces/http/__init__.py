"""The HTTP service: it translates and authenticates, and adds nothing else."""

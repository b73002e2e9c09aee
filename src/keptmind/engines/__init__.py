"""What implements the ports: databases, files and the clock of this machine."""

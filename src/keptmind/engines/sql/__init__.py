"""Every SQL statement, once, in the subset that SQLite and PostgreSQL both speak."""

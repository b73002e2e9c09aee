"""The tools that an agent may be given, defined once for every door that offers them."""

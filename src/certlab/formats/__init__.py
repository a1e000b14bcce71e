"""Files of other tools, in and out; each library is imported where it is used."""

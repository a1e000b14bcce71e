"""Systems: the outputs of their tools read, and fabrics built."""

"""What runs a library: scikit-learn, scipy, and what the other labs of the module need."""

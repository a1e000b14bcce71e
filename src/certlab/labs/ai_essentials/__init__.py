"""AI essentials: what a person sees in a digit, which product does which job, what a model costs."""

"""What the verbs of the command line share: options, results, amounts as they are typed."""

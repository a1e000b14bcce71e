"""What of the labs on storage needs torch."""

"""What helps authors: an overlay to begin with, scenarios from nothing and from records, `when` completed."""

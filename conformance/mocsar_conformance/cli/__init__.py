"""The command `mocsar`."""

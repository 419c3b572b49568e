"""Pictures for the rules of a variant, drawn as SVG from what the reference plays: seats, exchange, a deal's course."""

"""Random games beside the reference, and the first difference made as short as it can be."""

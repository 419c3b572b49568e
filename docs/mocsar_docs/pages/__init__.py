"""One module for each kind of page. Each has `pages(material) -> Iterator[Page]`; `arrange` calls them in order."""

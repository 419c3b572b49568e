"""Makes examples with hypothesis, silently and without a trace: strings of bytes, simpler ones once one will do."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import cache
from random import Random


class Enough(BaseException):
    """Raised by a test to end the search at once; hypothesis lets it pass."""


def search(size: int, number: int, random: Random, test: Callable[[bytes], bool]) -> None:
    """Call `test` with so many strings of `size` bytes; once it returns True, with simpler and simpler ones.

    What the test raises as Enough comes out again, as does any other error.
    """
    import hypothesis
    from hypothesis import HealthCheck, Phase, Verbosity
    from hypothesis import strategies as st

    _no_folder()
    settings = hypothesis.settings(
        database=None,
        deadline=None,
        derandomize=False,
        max_examples=number,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
    errors: list[Exception] = []

    def guarded(data: bytes) -> bool:
        try:
            return test(data)
        except Exception as error:  # hypothesis would take it for a failure to make simpler
            errors.append(error)
            raise Enough from None

    try:
        hypothesis.find(st.binary(min_size=size, max_size=size), guarded, settings=settings, random=random)
    except Enough:
        if errors:
            raise errors[0] from None
        raise
    except hypothesis.errors.NoSuchExample:
        return
    except hypothesis.errors.Flaky:
        return  # the subject does not always answer alike; the test has seen what it needs


@cache
def _no_folder() -> None:
    """Keep hypothesis from making a folder of its own in the current one."""
    from hypothesis.configuration import set_hypothesis_home_dir

    global _folder
    _folder = tempfile.TemporaryDirectory(prefix="mocsar-")
    set_hypothesis_home_dir(_folder.name)


_folder: tempfile.TemporaryDirectory[str] | None = None

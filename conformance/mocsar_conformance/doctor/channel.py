"""Lines to an implementation and back, whichever way it is reached; below the level of messages.

Every channel may raise `Ended`, `TimedOut` and `TooLong` of `subjects.process` when a line is awaited, that of a server
MessageError P070 to P079 too.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Protocol

from mocsar_conformance.doctor.model import Broken
from mocsar_conformance.subjects.connection import Address, Connection
from mocsar_conformance.subjects.process import Ended, Process
from mocsar_conformance.text import neutralise


class Channel(Protocol):
    """One run of an implementation."""

    def send(self, data: bytes) -> None:
        """Send whole lines; never waits."""

    def line(self, limit: float) -> bytes:
        """Return the next line within `limit` seconds."""

    def rest(self) -> bytes:
        """Return output that is no whole line yet."""

    def stderr(self) -> bytes:
        """Return the end of what it wrote to standard error."""

    def close_input(self) -> None:
        """Let its input end."""

    def ended_within(self, limit: float) -> bool:
        """Tell whether it ends by itself within `limit` seconds."""

    @property
    def status(self) -> int | None:
        """How it ended: its exit status, or -signal; None while it runs, or where there is no such thing."""

    def end(self) -> None:
        """Leave nothing running."""


def open_command(command: Sequence[str]) -> Process:
    """Start a command. Raises Broken D001 where that cannot be done."""
    shown = neutralise(shlex.join(command), 200)
    try:
        return Process(command)
    except FileNotFoundError:
        one_word = len(command) == 1 and " " in command[0]
        why, note = "not found", "Give the command as separate words, not as one in quotes." if one_word else ""
    except PermissionError:
        why, note = "not executable", "Make the file executable (chmod +x), or start it through its interpreter."
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        why, note = neutralise(reason, 80), "A script needs a first line such as `#!/usr/bin/env python3`."
    raise Broken("D001", {"what": shown, "why": why}, note=note)


class Server:
    """A server's address as channel. What is sent goes out when the first answer to it is awaited."""

    status = None

    def __init__(self, address: Address) -> None:
        self._connection = Connection(address)
        self._unsent: list[bytes] = []
        self._awaited = 0

    def send(self, data: bytes) -> None:
        """Keep lines until an answer is awaited."""
        self._unsent += data.splitlines(keepends=True)

    def line(self, limit: float) -> bytes:
        """Return the next answer. Raises MessageError P070 to P079 besides."""
        if self._unsent:
            lines, self._unsent = self._unsent, []
            self._awaited = len(lines)
            self._connection.post(lines, limit)
        if not self._awaited:
            raise Ended
        self._awaited -= 1
        return self._connection.line(limit)

    def rest(self) -> bytes:
        """Return what came and was no answer."""
        return self._connection.received()

    def stderr(self) -> bytes:
        """Return nothing: a server has its own log."""
        return b""

    def close_input(self) -> None:
        """Do nothing: a server's input does not end."""
        return

    def ended_within(self, limit: float) -> bool:
        """Tell that it goes on: the kit can not end a server."""
        return False

    def end(self) -> None:
        """Drop the connection."""
        self._connection.close()

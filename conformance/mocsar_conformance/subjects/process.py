"""A running command, its pipes and its end: bytes in, lines out, within bounds of time and memory whatever it does.

One thread and one `poll` over the three pipes: input that does not fit yet is written while output is read, so that
full pipes never wait for each other, and standard error is always drained. The command leads a process group of its
own, which is ended as a whole before its leader is reaped, so that no other process can have taken its number.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from typing import IO

LONGEST_LINE = 1 << 20  # bytes; a view with every hand of twelve players is under 10 KiB
STDERR_KEPT = 8192  # bytes of its end

_CHUNK = 1 << 16  # what a pipe usually holds
_TICK = 0.05  # seconds between looks whether a silent process still lives: a child of it may hold the pipes open
_LAST_BREATH = 0.5  # seconds for a process that closed a pipe to end: most do both at once
_TERM_GRACE = 0.3  # seconds from SIGTERM to SIGKILL: enough for `docker run` and the like to pass it on
_DRAINED = 64  # chunks read from a pipe after the end: a process that left the group may still be writing


class Ended(Exception):  # noqa: N818 - these three are what a reader of lines meets, not faults of this module
    """No further line can come: the process has ended, or has closed its output."""


class TimedOut(Exception):  # noqa: N818
    """No line came in time."""


class TooLong(Exception):  # noqa: N818
    """A line grew beyond `LONGEST_LINE`."""


class Process:
    """A command that has been started. Creating one raises what `subprocess.Popen` raises where that cannot be done."""

    def __init__(
        self, command: Sequence[str], folder: str | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        self.input_broke = False  # it no longer reads, though it may still write
        self.status: int | None = None  # how it ended by itself: its exit status, or -signal; None while it lives
        self._popen = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
        self._kill_at_exit = weakref.finalize(self, _signal_group, self._popen.pid, signal.SIGKILL)
        self._stdin = _nonblocking(self._popen.stdin)
        self._stdout = _nonblocking(self._popen.stdout)
        self._stderr = _nonblocking(self._popen.stderr)
        self._poll = select.poll()
        self._poll.register(self._stdout, select.POLLIN)
        self._poll.register(self._stderr, select.POLLIN)
        self._unsent = memoryview(b"")
        self._buffer = bytearray()
        self._searched = 0  # so much of the buffer is known to hold no line end
        self._output_ended = False
        self._stderr_tail = b""
        self._over = False
        self._ending = threading.Lock()  # held while it is told whether its number is still its own

    def send(self, data: bytes) -> None:
        """Write what fits now; the rest is written while lines are read. Never waits."""
        if not self._unsent:
            try:
                sent = os.write(self._stdin, data)
            except BlockingIOError:
                sent = 0
            except OSError:
                self.input_broke = True
                return
            if sent == len(data):  # as nearly always
                return
            data = data[sent:]
        self._unsent = memoryview(bytes(self._unsent) + data)
        self._poll.register(self._stdin, select.POLLOUT)

    def line(self, limit: float) -> bytes:
        """Return the next line; the very last may lack its line end.

        Raises `TimedOut` after `limit` seconds, `Ended`, or `TooLong`.
        """
        if self._buffer and (found := self._take()):
            return found
        deadline = time.monotonic() + (min(limit, _LAST_BREATH) if self.input_broke else limit)
        gone = False
        while not self._output_ended:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimedOut
            events = self._poll.poll(0 if gone else 1000 * (left if left < _TICK else _TICK))
            if not events:
                if gone:
                    break
                gone = self._is_gone()  # then look once more: it may have written just before
            for pipe, _ in events:
                if pipe == self._stdout:
                    chunk = self._read(pipe)
                    if not self._buffer and chunk.find(b"\n") == len(chunk) - 1 and chunk:
                        return chunk  # exactly one line, as nearly always
                    self._buffer += chunk
                    self._output_ended = not chunk
                elif pipe == self._stderr:
                    self._read_stderr()
                else:
                    self._write()
                    if self.input_broke:
                        deadline = min(deadline, time.monotonic() + _LAST_BREATH)
            if self._buffer and (found := self._take()):
                return found
        self._output_ended = True
        if self._buffer:
            found = bytes(self._buffer)
            self._buffer.clear()
            return found
        self._wait_until_gone(_LAST_BREATH)
        raise Ended

    def rest(self) -> bytes:
        """Return the output that has been read but not taken as lines; after `end`, all that was still to be read."""
        return bytes(self._buffer)

    def stderr(self) -> bytes:
        """Return the end of what it wrote to standard error."""
        return self._stderr_tail

    def close_input(self) -> None:
        """Let its input end; what was not written yet is lost."""
        if self._unsent:
            self._poll.unregister(self._stdin)
            self._unsent = memoryview(b"")
        if self._popen.stdin is not None:
            self._popen.stdin.close()

    def ended_within(self, limit: float) -> bool:
        """Tell whether it ends by itself within `limit` seconds; `status` then says how."""
        self._wait_until_gone(limit)
        return self._is_gone()

    def kill(self) -> None:
        """Kill the whole process group, from any thread: whoever waits for a line finds that it has ended."""
        with self._ending:
            if not self._over:
                _signal_group(self._popen.pid, signal.SIGKILL)

    def end(self, grace: float = 0.0) -> None:
        """End the whole process group, after `grace` seconds to do so by itself, and reap it. May be called again."""
        with self._ending:
            if self._over:
                return
            self._over = True
        try:
            self.close_input()
            self._wait_until_gone(grace)
            if not self._is_gone():
                _signal_group(self._popen.pid, signal.SIGTERM)
                self._wait_until_gone(_TERM_GRACE, note=False)
        finally:
            _signal_group(self._popen.pid, signal.SIGKILL)
            self._kill_at_exit.detach()
            with contextlib.suppress(subprocess.TimeoutExpired):  # it may hang in the kernel; nothing more can be done
                self._popen.wait(2)
            self._drain()
            for pipe in (self._popen.stdout, self._popen.stderr):
                if pipe is not None:
                    pipe.close()

    def _take(self) -> bytes | None:
        at = self._buffer.find(b"\n", self._searched)
        if at < 0:
            self._searched = len(self._buffer)
        if (at if at >= 0 else self._searched) > LONGEST_LINE:
            raise TooLong
        if at < 0:
            return None
        found = bytes(self._buffer[: at + 1])
        del self._buffer[: at + 1]
        self._searched = 0
        return found

    def _write(self) -> None:
        try:
            while self._unsent:
                self._unsent = self._unsent[os.write(self._stdin, self._unsent) :]
        except BlockingIOError:
            return
        except OSError:  # a broken pipe
            self.input_broke = True
            self._unsent = memoryview(b"")
        self._poll.unregister(self._stdin)

    def _read(self, pipe: int) -> bytes:
        try:
            return os.read(pipe, _CHUNK)
        except OSError:
            return b""

    def _read_stderr(self) -> bool:
        chunk = self._read(self._stderr)
        if chunk:
            self._stderr_tail = (self._stderr_tail + chunk)[-STDERR_KEPT:]
        else:
            with contextlib.suppress(KeyError):
                self._poll.unregister(self._stderr)
        return bool(chunk)

    def _drain(self) -> None:
        for _ in range(_DRAINED):
            if not self._read_stderr():
                break
        while len(self._buffer) < _CHUNK and (chunk := self._read(self._stdout)):
            self._buffer += chunk

    def _is_gone(self, note: bool = True) -> bool:
        """Whether it has ended, without reaping it: its number stays taken until `end` has ended its group."""
        if not hasattr(os, "waitid"):  # macOS before Python 3.13
            ended = self._popen.poll()
            self.status = ended if note and self.status is None else self.status
            return ended is not None
        try:
            found = os.waitid(os.P_PID, self._popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return True
        if found is not None and note and self.status is None:
            self.status = found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
        return found is not None

    def _wait_until_gone(self, limit: float, note: bool = True) -> None:
        deadline = time.monotonic() + limit
        pause = 0.0005
        while not self._is_gone(note) and time.monotonic() < deadline:
            time.sleep(pause)
            pause = min(2 * pause, 0.02)


def _nonblocking(pipe: IO[bytes] | None) -> int:
    assert pipe is not None
    os.set_blocking(pipe.fileno(), False)
    return pipe.fileno()


def _signal_group(leader: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):  # already gone; on some systems, only zombies left
        os.killpg(leader, number)

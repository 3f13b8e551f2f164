"""The child processes of a run, which end with it."""

import atexit
import os
import signal
import subprocess
import threading
import time

_lock = threading.Lock()
_running = set()
_is_stopping = False


class Stopping(Exception):
    """The run is ending, so no process is started."""


def start(command, **options):
    """Starts a process in a new group, so that its own child processes can be ended with it."""
    with _lock:
        if _is_stopping:
            raise Stopping()
        process = subprocess.Popen(command, start_new_session=True, stdin=subprocess.DEVNULL, **options)
        _running.add(process)
    return process


def wait(process, timeout=None):
    status = process.wait(timeout)
    with _lock:
        _running.discard(process)
    return status


def watch(process, stream, quiet, ended):
    """Waits for a process. If the file that it reports to does not grow for the given seconds, calls `ended`, which must end it."""
    size, since = -1, time.monotonic()
    while process.poll() is None:
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            pass
        now = stream.stat().st_size
        if now != size:
            size, since = now, time.monotonic()
        elif time.monotonic() - since > quiet:
            return ended()


def end(process, number=signal.SIGKILL):
    """Signals a process and everything that it has started."""
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):
        pass


def end_all():
    """Ends all running processes. From now on, none is started."""
    global _is_stopping
    with _lock:
        _is_stopping = True
        left = [process for process in _running if process.poll() is None]
    # pytest ends its servers when it is interrupted.
    for process in left:
        end(process, signal.SIGINT)
    for process in left:
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            end(process)


atexit.register(end_all)

"""Runs a command, and prints its status, memory in bytes and seconds of processor time on the last line.

This is a separate process, because a child's peak memory starts at the memory of its parent.
"""

import os
import sys

process = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[
    (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0), (os.POSIX_SPAWN_DUP2, 1, 2)])
_, status, usage = os.wait4(process, 0)
# Kilobytes on Linux, bytes on macOS.
memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
print("\n", os.waitstatus_to_exitcode(status), memory, usage.ru_utime + usage.ru_stime, sep=" ")

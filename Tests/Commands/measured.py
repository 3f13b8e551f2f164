"""Runs a command, and says on the last line what it took: status, memory in bytes, seconds of processor time.

A process of its own, because a child begins with the memory that its parent had as its own largest.
"""

import os
import sys

process = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[
    (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0), (os.POSIX_SPAWN_DUP2, 1, 2)])
_, status, usage = os.wait4(process, 0)
# Kilobytes on Linux, bytes on macOS.
memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
print("\n", os.waitstatus_to_exitcode(status), memory, usage.ru_utime + usage.ru_stime, sep=" ")

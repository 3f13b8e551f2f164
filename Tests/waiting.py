"""Waiting for what a test needs. No test passes or fails by the speed of the machine."""

import time

# A wait ends with what it waits for. This limit, in seconds, only guards against hanging.
GUARD = 60
# The longest pause between two looks, in seconds.
LONGEST_PAUSE = 0.15


def until(condition, seconds=GUARD, said=lambda: "", passing=()):
    """Waits until a condition is true.

    `seconds` is only for what needs longer than the guard, `said` tells what there is instead, and errors of the kinds in
    `passing` count as false.
    """
    deadline = time.monotonic() + max(seconds, GUARD)
    pause = 0.01
    while True:
        try:
            if condition():
                return
        except passing:
            pass
        assert time.monotonic() < deadline, f"the condition did not become true: {said()}"
        # Each look costs time, so the pauses grow.
        time.sleep(pause)  # sleep: the pause of a poll
        pause = min(pause * 1.5, LONGEST_PAUSE)

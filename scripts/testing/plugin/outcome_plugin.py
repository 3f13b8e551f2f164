"""A plugin of pytest that writes the outcome of each phase of each test to the file ATOLL_OUTCOMES, a line of JSON each.

The file is complete up to this moment even if the run is ended. With pytest-xdist, only the process that collects the reports
of the others writes to it.
"""

import json
import os


def pytest_runtest_makereport(item, call):
    marker = item.get_closest_marker("thorough")
    # Properties of a test travel with its report from one process to the other.
    if call.when == "setup" and marker:
        item.user_properties.append(("thorough", marker.args[0] if marker.args else "thorough"))


def pytest_collectreport(report):
    # A file that can't be imported has no tests that could fail.
    if report.failed:
        write(report.nodeid or "collection", "collect", "failed", 0, str(report.longrepr), "")


def pytest_xdist_node_collection_finished(node, ids):
    LISTED.update(ids)


def pytest_sessionfinish(session, exitstatus):
    # After too many crashes of workers, the rest does not run. The status shows whether a run was interrupted.
    if "PYTEST_XDIST_WORKER" not in os.environ and exitstatus in (0, 1):
        for test in sorted(LISTED - SEEN):
            write(test, "collect", "failed", 0, "The test did not run.", "")


LISTED, SEEN = set(), set()


def write(test, when, outcome, seconds, message, reason):
    with open(os.environ["ATOLL_OUTCOMES"], "a") as output:
        output.write(json.dumps({
            "id": test, "when": when, "outcome": outcome, "seconds": seconds, "message": message, "reason": reason}) + "\n")


def pytest_runtest_logreport(report):
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    SEEN.add(report.nodeid)
    message = ""
    if report.failed:
        crash = getattr(report.longrepr, "reprcrash", None)
        message = f"{crash.message}\n{crash.path}:{crash.lineno}" if crash else str(report.longrepr)
    elif report.skipped:
        message = str(report.longrepr[-1]) if isinstance(report.longrepr, tuple) else str(report.longrepr)
    reason = dict(report.user_properties).get("thorough", "")
    write(report.nodeid, report.when, report.outcome, report.duration, message, reason)

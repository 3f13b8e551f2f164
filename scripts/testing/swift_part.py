"""The tests in Swift, in several processes of the test binary.

Tests within a process run one after another: many of them start servers and wait for them, and a blocked thread of the
small cooperative pool would stop its neighbours. The processes take the suites from one queue, so that no process is idle
while another still has suites to run. What each test did is read from the event stream of Swift Testing, which has it
even if the process crashes.
"""

import json
import os
import platform
import re
import shlex
import shutil
import signal
import subprocess
import threading
from pathlib import Path

from . import processes
from .outcome import Outcome

# A process that has started or ended no test for this long is hanging.
QUIET = 420
# The maximum number of tests that a process runs, so that the queue can balance the processes.
BATCH = 40
HUNG = re.compile(r"no test began or ended for [\d.]+ s\.")
REASON = re.compile(r"make test-all: ([^\"]+)")


class SwiftPart:
    name = "swift"

    def __init__(self, reports, thorough, workers=2, binary=None, times=None, only=None):
        self.reports = reports
        self.thorough = thorough
        # On a Mac, SwiftPM locks a build folder, so there can be only one worker.
        self.workers = 1 if platform.system() == "Darwin" else workers
        self.command = shlex.split(binary) if binary else default_command()
        self.times = times or {}
        self.only = only
        # Thorough tests may take half an hour.
        self.quiet = float(os.environ.get("QUIET", QUIET * (6 if thorough else 1)))
        self.lock = threading.Lock()
        self.outcomes = []
        self.count = 0

    # The whole part

    def run(self, tell):
        """Runs every test, and returns the outcomes."""
        batches = self.batches()
        total = sum(len(batch) for batch in batches)
        tell(f"Running {total} Swift tests in {self.workers} processes")
        listed = [test for batch in batches for test in batch]
        threads = [threading.Thread(target=self.work, args=(batches, total, tell), daemon=True) for _ in range(self.workers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        # In any case, each listed test has an outcome.
        seen = {outcome.identifier for outcome in self.outcomes}
        return self.outcomes + [self.lost(test, "The test did not run.") for test in listed if test not in seen]

    def lost(self, test, message):
        return Outcome(self.name, test.split("/")[0], test.split("/", 1)[-1], "failed", identifier=test, message=message)

    def work(self, batches, total, tell):
        while True:
            with self.lock:
                if not batches:
                    return
                batch = batches.pop(0)
                self.count += 1
                number = self.count
            try:
                outcomes = self.run_batch(batch, f"swift-{number}")
            except processes.Stopping:
                return
            except Exception as error:
                outcomes = [self.lost(test, f"The runner failed: {error!r}") for test in batch]
            with self.lock:
                self.outcomes += outcomes
                failed = [outcome for outcome in outcomes if outcome.status == "failed"]
                tell(f"Swift: {len(self.outcomes)} of {total}" + "".join(f"\n    failed: {outcome.title}" for outcome in failed))

    def run_again(self, outcome):
        """Runs one test once more, alone."""
        again = self.run_batch([outcome.identifier], f"again-{abs(hash(outcome.identifier)) % 10**8}")
        return next((other for other in again if other.identifier == outcome.identifier), None)

    def batches(self):
        """The tests in lists that each run in one process, longest first."""
        suites = {}
        for test in self.listed():
            suites.setdefault(test.split("/")[0], []).append(test)
        batches = []
        for suite in sorted(suites):
            tests = suites[suite]
            module = suite.split(".")[0]
            last = batches[-1] if batches else None
            if last and last[0].split(".")[0] == module and len(last) + len(tests) <= BATCH:
                last += tests
            else:
                batches.append(list(tests))
        return sorted(batches, key=lambda batch: -sum(self.seconds_of(test) for test in batch))

    def seconds_of(self, test):
        return self.times.get(f"{self.name}:{test}", {}).get("seconds") or 0.5

    def listed(self):
        done = subprocess.run(self.command + ["--list-tests"], capture_output=True, text=True, env=self.environment())
        tests = [line.strip() for line in done.stdout.splitlines() if re.match(r"^[A-Za-z0-9_]+\.", line.strip())]
        if done.returncode != 0 or not tests:
            raise RuntimeError(f"the Swift tests can't be listed (status {done.returncode}): {done.stderr[-2000:]}")
        return [test for test in tests if not self.only or re.search(self.only, test)]

    def environment(self):
        environment = dict(os.environ)
        environment.pop("ATOLL_TESTS", None)
        if self.thorough:
            environment["ATOLL_TESTS"] = "all"
        return environment

    # One process

    def run_batch(self, tests, name):
        """Runs these tests in a process, and in others if it ends before all of them have run."""
        outcomes, left, attempt = [], list(tests), 0
        while left:
            attempt += 1
            log = self.reports / f"{name}-{attempt}.log"
            stream = self.reports / f"{name}-{attempt}.jsonl"
            status = self.run_process(left, log, stream)
            found = read_events(stream, self.name)
            ended = {outcome.identifier: outcome for outcome in found if outcome.status != "started"}
            outcomes += [ended[test] for test in left if test in ended]
            broken = [outcome for outcome in found if outcome.status == "started" and outcome.identifier in left]
            rest = [test for test in left if test not in ended]
            is_clean = status == 0 or broken or any(outcome.status == "failed" for outcome in ended.values())
            if not rest and not is_clean:
                # An issue outside all tests, or a crash after they had ended.
                outcomes.append(Outcome(self.name, left[0].split(".")[0], f"process {name}", "failed",
                                        message=f"The process ended with status {status}, and no test of it failed.\n{tail(log)}"))
            for outcome in broken:
                outcome.status = "failed"
                hung = HUNG.search(log.read_text(errors="replace"))
                what = hung.group(0) if hung else f"The process ended in this test, with status {status}."
                outcome.message = f"{what}\n{tail(log)}"
                outcomes.append(outcome)
                rest.remove(outcome.identifier)
            if rest and not broken and len(rest) == len(left):
                # It ran no test, and a retry would not either.
                outcomes += [self.lost(test, f"The test did not run: the process ended with status {status}.\n{tail(log)}") for test in rest]
                rest = []
            left = rest
        return outcomes

    def run_process(self, tests, log, stream):
        pattern = "^(" + "|".join(re.escape(test) for test in tests) + ")(/|$)"
        command = self.command + ["--no-parallel", "--filter", pattern, "--event-stream-output-path", str(stream),
                                  "--event-stream-version", "0"]
        stream.touch()
        # Opened for appending, because the watcher of the process writes to it, too.
        with open(log, "a") as output:
            process = processes.start(command, stdout=output, stderr=subprocess.STDOUT, env=self.environment())
            watch = threading.Thread(target=self.watch, args=(process, stream, log), daemon=True)
            watch.start()
            status = processes.wait(process)
            watch.join()
        # Ends servers that a test has started and its process has left behind.
        processes.end(process)
        return status

    def watch(self, process, stream, log):
        def end():
            with open(log, "a") as output:
                output.write(f"error: no test began or ended for {self.quiet:g} s.\n")
                output.flush()
                try:
                    output.write(stacks(process.pid))
                except (OSError, subprocess.SubprocessError) as error:
                    output.write(f"The state of its threads can't be read: {error}\n")
            processes.end(process, signal.SIGINT)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                processes.end(process)

        processes.watch(process, stream, self.quiet, end)


def default_command():
    if platform.system() == "Darwin":
        # SwiftPM's helper loads the bundle. It locks the build folder, so only one process runs at a time.
        return ["swift", "test", "--skip-build"]
    binaries = sorted(Path(".build/debug").glob("*PackageTests.xctest"))
    if not binaries:
        raise RuntimeError("the tests are not built: run `make tests-build` first")
    return [str(binaries[0].resolve()), "--testing-library", "swift-testing"]


def read_events(stream, part):
    """The outcomes in an event stream. A test that has not ended has the status `started`."""
    outcomes, began, issues, skipped = {}, {}, {}, {}
    with open(stream, errors="replace") as lines:
        for line in lines:
            try:
                record = json.loads(line)
            except ValueError:
                # The process ended while it wrote.
                continue
            payload = record.get("payload", {})
            if record.get("kind") == "test":
                if payload.get("kind") == "function":
                    test = identifier(payload["id"])
                    suite, _, name = test.partition("/")
                    outcomes[payload["id"]] = Outcome(part, suite, name or suite, "unseen", identifier=test)
                continue
            test, kind = payload.get("testID"), payload.get("kind")
            if test not in outcomes:
                if kind == "testSkipped" and test:
                    skipped[test] = text_of(payload)
                continue
            outcome = outcomes[test]
            instant = payload.get("instant", {}).get("absolute", 0)
            if kind == "testStarted":
                outcome.status, began[test] = "started", instant
            elif kind == "issueRecorded" and not payload.get("issue", {}).get("isKnown") \
                    and payload.get("issue", {}).get("isFailure", True):
                issues.setdefault(test, []).append(text_of(payload) + place_of(payload.get("issue", {})))
            elif kind == "testSkipped":
                outcome.status, outcome.message = "skipped", text_of(payload)
            elif kind == "testEnded":
                outcome.seconds = max(0.0, instant - began.get(test, instant))
                outcome.status = "failed" if test in issues else "passed"
                outcome.message = "\n".join(issues.get(test, [])[:10])
    for outcome in outcomes.values():
        if outcome.status == "unseen":
            # A suite is skipped as a whole.
            why = next((text for suite, text in skipped.items() if outcome.identifier.startswith(identifier(suite) + "/")), None)
            if why is not None:
                outcome.status, outcome.message = "skipped", why
        if outcome.status == "skipped":
            reason = REASON.search(outcome.message)
            outcome.reason = reason.group(1) if reason else ""
    return [outcome for outcome in outcomes.values() if outcome.status != "unseen"]


def identifier(test):
    """A test's ID without the place of its source: `Module.Suite/test()` of `Module.Suite/test()/File.swift:12:4`."""
    return re.sub(r"/[^/]+\.swift:\d+:\d+$", "", test)


def text_of(payload):
    return " ".join(message.get("text", "") for message in payload.get("messages", []))


def place_of(issue):
    location = issue.get("sourceLocation") or {}
    return f" ({location.get('_filePath', location.get('fileID', '?')).rsplit('/', 1)[-1]}:{location.get('line', '?')})"


def tail(log, lines=30):
    return "\n".join(log.read_text(errors="replace").splitlines()[-lines:])


def stacks(process):
    """The calls or events that each thread of a process waits for, if this machine can show them."""
    if shutil.which("gdb"):
        found = subprocess.run(
            ["gdb", "-p", str(process), "-batch", "-ex", "thread apply all backtrace 12"], capture_output=True, text=True, errors="replace",
            timeout=60)
        return "\n".join(line[:200] for line in found.stdout.splitlines() if re.match(r"#|Thread", line)) + "\n"
    threads = Path(f"/proc/{process}/task")
    if not threads.exists():
        return ""
    return "".join(f"{(thread / 'comm').read_text().strip()} {(thread / 'wchan').read_text()}\n" for thread in threads.iterdir())

"""The tests in Python: of the commands, and in browsers."""

import json
import os
import subprocess
import threading
from pathlib import Path

from . import processes
from .outcome import Outcome


# A run that has started or ended no test for this long, in seconds, is hanging.
QUIET = 600


class PytestPart:
    """The tests of a folder, in several processes, each with its own servers and browsers."""

    def __init__(self, name, folder, how, reports, thorough, workers=2, python=".venv/bin/python", only=None):
        self.name = name
        self.folder = folder
        self.how = how
        self.reports = reports
        self.thorough = thorough
        self.workers = workers
        self.python = python
        self.only = only
        # Thorough tests may take half an hour.
        self.quiet = QUIET * (6 if thorough else 1)

    def run(self, tell):
        tell(f"Running the tests in {self.folder} in {self.workers} processes")
        arguments = [str(self.folder), *(["-k", self.only] if self.only else [])]
        status, outcomes = self.run_pytest(
            arguments + ["--numprocesses", str(self.workers), "--dist", self.how], self.name, show=True)
        # 5: no tests were collected, which is right only if some were named.
        is_expected = status in (0, 1) or (status == 5 and self.only)
        if not is_expected or (status == 1 and not any(outcome.status == "failed" for outcome in outcomes)):
            why = "no tests ran" if status == 5 else f"pytest ended with status {status}"
            outcomes.append(Outcome(self.name, self.name, "pytest", "failed", message=f"error: {why}: its output is in {self.log(self.name)}"))
        return outcomes

    def run_again(self, outcome):
        if not outcome.identifier:
            return None
        _, again = self.run_pytest([outcome.identifier], f"{self.name}-again-{abs(hash(outcome.identifier)) % 10**8}", show=False)
        return next((other for other in again if other.identifier == outcome.identifier), None)

    def log(self, name):
        return self.reports / f"{name}.log"

    def run_pytest(self, arguments, name, show):
        stream = self.reports / f"{name}.jsonl"
        stream.touch()
        environment = dict(os.environ)
        environment["ATOLL_OUTCOMES"] = str(stream.resolve())
        # A folder with no other modules, because others here have names that packages of the tests use, too.
        environment["PYTHONPATH"] = os.pathsep.join(
            [str(Path(__file__).parent.resolve() / "plugin")] + ([environment["PYTHONPATH"]] if environment.get("PYTHONPATH") else []))
        environment.pop("ATOLL_TESTS", None)
        if self.thorough:
            environment["ATOLL_TESTS"] = "all"
        command = [self.python, "-m", "pytest", "-p", "outcome_plugin", *arguments]
        with open(self.log(name), "w") as output:
            process = processes.start(
                command, env=environment, text=True, errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            watch = threading.Thread(target=self.watch, args=(process, stream, output), daemon=True)
            watch.start()
            for line in process.stdout:
                output.write(line)
                if show:
                    print(line, end="", flush=True)
            status = processes.wait(process)
            watch.join()
        return status, self.read(stream)

    def watch(self, process, stream, output):
        """Ends a process that reports nothing, and the children left by a process that has ended, which may hold its output open."""
        processes.watch(process, stream, self.quiet, lambda: output.write(f"error: no test began or ended for {self.quiet} s.\n"))
        processes.end(process)

    def read(self, stream):
        outcomes = {}
        with open(stream) as lines:
            for line in lines:
                try:
                    record = json.loads(line)
                except ValueError:
                    continue
                outcome = outcomes.setdefault(record["id"], Outcome(
                    self.name, Path(record["id"].split("::")[0]).stem, record["id"].split("::", 1)[-1], "passed",
                    identifier=f"{self.folder}/{record['id']}" if record["when"] != "collect" else "", reason=record["reason"]))
                outcome.seconds += record["seconds"]
                if record["outcome"] == "failed":
                    outcome.status = "failed"
                    outcome.message = (outcome.message + "\n" + record["message"]).strip()
                elif record["outcome"] == "skipped" and outcome.status == "passed":
                    outcome.status, outcome.message = "skipped", record["message"]
        return list(outcomes.values())

"""A part of `make test-all` that is one program with an exit status, such as the fuzzers."""

import subprocess
import time

from . import processes
from .outcome import Outcome


class ProgramPart:
    def __init__(self, name, title, command, reports):
        self.name = name
        self.title = title
        self.command = command
        self.reports = reports

    def run(self, tell):
        tell(f"{self.title}: {' '.join(self.command)}")
        log = self.reports / f"{self.name}.log"
        began = time.monotonic()
        with open(log, "w") as output:
            status = processes.wait(processes.start(self.command, stdout=output, stderr=subprocess.STDOUT))
        lines = log.read_text(errors="replace").splitlines()[-20:]
        return [Outcome(self.name, self.name, self.title, "failed" if status else "passed", time.monotonic() - began,
                        "\n".join([f"It ended with status {status}; the output is in {log}."] + lines) if status else "",
                        reason=self.title, identifier=self.name)]

    def run_again(self, outcome):
        # Their findings are random: a second run that finds nothing would hide the fault.
        return None

"""The outcome of one test."""

import dataclasses


@dataclasses.dataclass
class Outcome:
    """How a test ended.

    `status` is `passed`, `failed`, `skipped`, or `flaky` for a test that failed, and passed when it ran again alone.
    `reason` is why a test belongs to the thorough tier, or empty for one of the quick tier.
    """

    part: str
    suite: str
    name: str
    status: str
    seconds: float = 0.0
    message: str = ""
    reason: str = ""
    # The name by which the part can run this test alone.
    identifier: str = ""

    @property
    def key(self):
        return f"{self.part}:{self.identifier or self.suite + '.' + self.name}"

    @property
    def title(self):
        return f"{self.suite}.{self.name}"

    def as_json(self):
        return dataclasses.asdict(self)

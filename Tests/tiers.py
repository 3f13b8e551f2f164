"""The two tiers of the tests: a plugin of pytest that both folders use.

`make test` runs the quick tier. A test that takes long, or tries by chance, belongs to the thorough tier, which
`make test-all` runs too. It says so where it is written, with the part of `make test-all` that it belongs to:

    @pytest.mark.thorough("ceremonies over years")

`IS_THOROUGH` tells a loop of many cases how far to go.
"""

import os
import random

import pytest

IS_THOROUGH = os.environ.get("ATOLL_TESTS") == "all"
SEED = os.environ.get("ATOLL_SEED") or str(random.randrange(1_000_000))


def pytest_configure(config):
    config.addinivalue_line("markers", "thorough(part): runs in make test-all only, as this part of it")
    config.addinivalue_line("markers", "quick_when_shared: runs with PostgreSQL and a bucket in make test, too")


def pytest_collection_modifyitems(config, items):
    for item in items:
        marker = item.get_closest_marker("thorough")
        assert not marker or marker.args, f"{item.nodeid}: the marker thorough needs the part of make test-all"
        if marker and not IS_THOROUGH:
            item.add_marker(pytest.mark.skip(reason=f"make test-all: {marker.args[0]}"))


def sampled(values, part, is_quick):
    """Returns parameters for a test: those for which `is_quick` is true run in both tiers, the others only in `make test-all`, as `part`.

        @pytest.mark.parametrize("name", sampled(NAMES, "samples", lambda name: name == "lunch"))
    """
    return [value if is_quick(value) else pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.thorough(part))
            for value in values]


def some(values, count):
    """Returns what a loop within a test goes through: everything in `make test-all`, a random sample in their order in `make test`. The seed
    is printed, and ATOLL_SEED takes it.

        for address in some(PAGES, 5):
    """
    if IS_THOROUGH:
        return list(values)
    print(f"ATOLL_SEED={SEED}")
    chosen = random.Random(SEED).sample(range(len(values)), min(count, len(values)))
    return [value for index, value in enumerate(values) if index in chosen]

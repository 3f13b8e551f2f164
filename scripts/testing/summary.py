"""The end of a run's log. It must contain everything important, because CI stores only the end."""

from collections import Counter

# The number of lines of a failure's text that are shown.
LINES = 12


def minutes(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def print_summary(outcomes, seconds_by_part, total):
    """Prints counts by suite, the slowest tests, the time of each part, flaky tests and failures, in this order.

    Returns whether the run passed.
    """
    suites = {}
    for outcome in outcomes:
        suites.setdefault((outcome.part, outcome.suite), Counter())[outcome.status] += 1
    print("\n==> Tests by suite")
    for part in dict.fromkeys(part for part, _ in suites):
        names = [(suite, suites[key]) for key in sorted(suites) for suite in [key[1]] if key[0] == part]
        cells = [f"{suite} {sum(counts.values()) - counts['skipped']}" + (f" ({counts['failed']} failed)" if counts["failed"] else "")
                 for suite, counts in names if sum(counts.values()) > counts["skipped"]]
        print(f"  {part}:")
        print_columns(cells)

    print("\n==> The ten slowest tests")
    for outcome in sorted(outcomes, key=lambda outcome: -outcome.seconds)[:10]:
        print(f"  {outcome.seconds:7.1f} s  {outcome.part:<9} {outcome.title}")

    print("\n==> Seconds by part")
    for part, seconds in seconds_by_part.items():
        counts = Counter(outcome.status for outcome in outcomes if outcome.part == part)
        print(f"  {part:<10} {seconds:7.0f} s  " + ", ".join(f"{counts[status]} {status}" for status in sorted(counts)))
    print(f"  {'in all':<10} {total:7.0f} s  ({minutes(total)})")

    flaky = [outcome for outcome in outcomes if outcome.status == "flaky"]
    if flaky:
        print("\n==> Tests that failed, and passed when they ran again alone")
        for outcome in flaky:
            print(f"FLAKY {outcome.part} {outcome.title}: first failed, then passed")
            print_text(outcome.message)
    failed = [outcome for outcome in outcomes if outcome.status == "failed"]
    if failed:
        print("\n==> Tests that failed")
        for outcome in failed:
            print(f"FAILED {outcome.part} {outcome.title}")
            print_text(outcome.message)
    counts = Counter(outcome.status for outcome in outcomes)
    passed = counts["passed"] + counts["flaky"]
    if not passed and not failed:
        print("error: no tests ran")
    if flaky:
        print(f"\n{len(flaky)} of the tests that passed are flaky: see the lines FLAKY above.")
    print(f"\n{passed} passed, {len(failed)} failed, {counts['skipped']} skipped")
    return passed > 0 and not failed


def print_text(text):
    lines = text.strip().splitlines()
    for line in lines[:LINES]:
        print(f"    {line[:300]}")
    if len(lines) > LINES:
        print(f"    … {len(lines) - LINES} more lines in .build/reports/tests.json")


def print_columns(cells, width=150):
    line = "   "
    for cell in cells:
        if len(line) + len(cell) + 2 > width:
            print(line)
            line = "   "
        line += " " + cell + ","
    if line.strip():
        print(line.rstrip(","))

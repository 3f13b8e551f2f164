"""The time that each test took when it last ran in this checkout."""

import json
def read(path):
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return {}


def write(path, outcomes):
    times = read(path)
    for outcome in outcomes:
        if outcome.status in ("passed", "flaky"):
            times[outcome.key] = {"seconds": round(outcome.seconds, 3), "reason": outcome.reason or times.get(outcome.key, {}).get("reason", "")}
        elif outcome.status == "skipped" and outcome.reason:
            times.setdefault(outcome.key, {"seconds": None})["reason"] = outcome.reason
    making = path.with_suffix(".new")
    making.write_text(json.dumps(times, indent=0, sort_keys=True))
    making.rename(path)


def print_parts(times):
    """Prints the parts of both tiers with the number of their tests and the seconds that they last took."""
    if not times:
        print("No test has run in this checkout yet. `make test` runs the quick tier, `make test-all` everything.")
        return
    parts = {}
    for key, known in times.items():
        parts.setdefault((bool(known["reason"]), key.split(":")[0], known["reason"]), []).append(known["seconds"])
    for is_thorough, title in (False, "make test"), (True, "make test-all, in addition"):
        print(f"{title}:")
        for thorough, part, reason in sorted(parts):
            if thorough == is_thorough:
                seconds = parts[(thorough, part, reason)]
                ran = [value for value in seconds if value is not None]
                print(f"  {part + (': ' + reason if reason and reason != part else ''):<60} {len(seconds):5} tests  "
                      + (f"{sum(ran):7.0f} s" if ran else "not run here"))

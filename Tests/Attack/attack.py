"""Tests what a stranger can break: starts Lagoon and attacks it over loopback.

    python3 Tests/Attack/attack.py [--short] [--only NAME] [--binary PATH] [--seed N]

Exits with status 1 if any attack found a fault.
"""

import argparse
import random
import resource
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path

import bridge
import cookies
import files
import forms
import garbage
import headers
import health
import log
import marks
import pipelines
import queries
import redirects
import registration
import restarts
import search_cache
import set_aside
import sign_in
import slow
from lagoon import ROOT, Lagoon
from target import Target

# In this order: attacks that must run alone or leave traces, such as throttled addresses, come late.
ATTACKS = {
    "forms": forms.attack, "queries": queries.attack, "headers": headers.attack, "garbage": garbage.attack,
    "marks": marks.attack, "bridge": bridge.attack, "cookies": cookies.attack, "search-cache": search_cache.attack,
    "pipelines": pipelines.attack, "redirects": redirects.attack, "health": health.attack, "log": log.attack, "restarts": restarts.attack,
    "set-aside": set_aside.attack, "registration": registration.attack, "sign-in": sign_in.attack,
    "files": files.attack, "slow": slow.attack,
}
# The maximum duration of a run, in seconds, which only guards against hanging; exceeding it counts as a fault.
LIMIT = 3_000
# The maximum number of findings that are printed for one attack.
MOST_SHOWN = 30


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--short", action="store_true", help="the short form, of three or four minutes")
    parser.add_argument("--only", action="append", choices=ATTACKS, help="run only this attack; may be repeated")
    parser.add_argument("--binary", type=Path, default=ROOT / ".build/debug/lagoon", help="the lagoon executable to attack")
    parser.add_argument("--seed", type=int, default=None, help="the seed of an earlier run, to repeat it")
    parser.add_argument("--keep", action="store_true", help="keep the temporary folder, with the log")
    return parser.parse_args()


def attempt(name, attack, target):
    """Runs one attack; an error in the attack itself counts as a fault, too."""
    began = time.monotonic()
    try:
        target.ready()
        found = attack(target)
        if died := target.lagoon.died():
            found.append(f"By the end, {died}.")
    except Exception as error:  # Whatever the error is, the other attacks must still run.
        died = target.lagoon.died()
        reason = traceback.extract_tb(error.__traceback__)[-1]
        found = [f"The attack could not be carried out: {died or repr(error)} ({Path(reason.filename).name}:{reason.lineno})."]
    found = list(dict.fromkeys(found))
    verdict = "ok" if not found else f"{len(found)} {'fault' if len(found) == 1 else 'faults'}"
    print(f"    {verdict}, {time.monotonic() - began:.1f} s", flush=True)
    for finding in found[:MOST_SHOWN]:
        print(f"    - {finding}", flush=True)
    if len(found) > MOST_SHOWN:
        print(f"    - and {len(found) - MOST_SHOWN} more", flush=True)
    return found


def main():
    chosen = options()
    # Stopping the run also stops the processes that it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    seed = chosen.seed if chosen.seed is not None else random.SystemRandom().randrange(1 << 32)
    if not chosen.binary.exists():
        sys.exit(f"{chosen.binary} is missing. Build it first, or name another one with --binary.")
    print(f"==> Attacking {chosen.binary} ({'short' if chosen.short else 'long'} form, --seed {seed})", flush=True)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    folder = Path(tempfile.mkdtemp(prefix="atoll-attack-"))
    target = Target(Lagoon(chosen.binary.resolve(), folder / "lagoon"), random.Random(seed), chosen.short)
    watchdog = threading.Timer(LIMIT, out_of_time, [target])
    watchdog.daemon = True
    watchdog.start()
    results = {}
    try:
        target.begin()
        attacks = {name: attack for name, attack in ATTACKS.items() if not chosen.only or name in chosen.only}
        if "slow" in attacks and chosen.short:
            # It spends most of its time waiting, so it runs in parallel, against a separate Lagoon.
            slow.begin_beside(target)
        for name, attack in attacks.items():
            print(f"==> {name}", flush=True)
            results[name] = attempt(name, attack, target)
    finally:
        target.end()
        if chosen.keep:
            print(f"Everything is in {folder}.")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return report(results)


def out_of_time(target):
    print("The trial took too long and was stopped.", flush=True)
    target.abandon()


def report(results):
    print(f"\n{'attack':<14}{'result':<10}first finding")
    for name, found in results.items():
        print(f"{name:<14}{'failed' if found else 'passed':<10}{found[0] if found else ''}")
    failed = sum(bool(found) for found in results.values())
    print(f"\n{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

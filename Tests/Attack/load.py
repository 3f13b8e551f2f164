"""What normal users notice during floods, and how much memory floods leave behind. `scripts/bench-load` calls it."""

import shutil
import tempfile
import threading
import time
from pathlib import Path

import marks
import raw
from browser import Browser
from crowd import Crowd
from lagoon import Lagoon
from reader import Reader, percentile
from target import Target

SLOW_CONNECTIONS = 5_000
SEARCHES = 100_000
# The requests of an app of the super app to the Center.
HOST = [("Atoll-Host", "com.example.lagoon/0.1 platform/1")]


def during(reader, seconds):
    """The 99th percentile of each page's times over the next seconds, in milliseconds."""
    began = time.monotonic()
    time.sleep(seconds)
    return times(reader, began)


def times(reader, began):
    return {page: percentile(reader.seconds(page, began), 99) * 1_000 for page in reader.pages}


def compare(name, quiet, loaded, where=""):
    for page in quiet:
        ratio = loaded[page] / quiet[page] if quiet[page] else 0
        print(f"| {name} | {where}`{page}` | {quiet[page]:.1f} ms | {loaded[page]:.1f} ms | {ratio:.2f} |", flush=True)


def slow_headers(lagoon, reader, seconds):
    quiet = during(reader, seconds)
    partial = f"GET /today HTTP/1.1\r\nHost: {lagoon.authority}\r\n".encode()
    ends = time.monotonic() + seconds + 5
    stop = threading.Event()

    def flood():
        # Connections that were closed are opened again.
        while not stop.is_set():
            crowd = Crowd(lagoon.port, SLOW_CONNECTIONS, partial, b"X-Slow: abc").connect()
            crowd.run(max(0, min(11, ends - time.monotonic())))
            crowd.close()

    thread = threading.Thread(target=flood, daemon=True)
    thread.start()
    time.sleep(5)
    loaded = during(reader, seconds)
    stop.set()
    thread.join()
    compare(f"{SLOW_CONNECTIONS:,} connections that send their heads slowly", quiet, loaded)


def sign_ins(lagoon, reader, seconds):
    quiet = during(reader, seconds)
    stop, count = threading.Event(), [0]

    def flood(number):
        browser = Browser(lagoon, source=f"127.0.0.{2 + number % 19}", timeout=10)
        while not stop.wait(1):
            browser.cookies.clear()
            try:
                browser.try_to_sign_in(f"name{number}-{count[0]}", "wrong-password")
            except (raw.Hang, raw.Gone):
                pass
            count[0] += 1

    threads = [threading.Thread(target=flood, args=(number,), daemon=True) for number in range(50)]
    for thread in threads:
        thread.start()
    time.sleep(2)
    loaded = during(reader, seconds)
    stop.set()
    for thread in threads:
        thread.join()
    compare("50 failed sign-ins per second, from 19 addresses", quiet, loaded)


def many_marks(target, lagoon, seconds):
    """100 kB a second of texts that take quadratic time to compare, at both servers."""
    readers = {
        "shell: ": Reader((lagoon.port, lagoon.authority), target.ada.session, False, ("/health", "/today")),
        "Center: ": Reader(
            (lagoon.center_port, lagoon.center_authority), HOST + [("Authorization", f"Bearer {target.center_token()}")], False,
            ("/health", "/v1/miniapps")),
    }
    stop = threading.Event()
    thread = threading.Thread(target=marks.flood, args=(lagoon, target.connections(), stop), daemon=True)
    try:
        time.sleep(3)  # sleep: the first requests are slower
        began = time.monotonic()
        time.sleep(seconds)  # sleep: the time that is measured
        quiet = {where: times(reader, began) for where, reader in readers.items()}
        thread.start()
        time.sleep(2)  # sleep: the flood begins
        began = time.monotonic()
        time.sleep(seconds)  # sleep: the time that is measured
        if not thread.is_alive():
            raise RuntimeError("The flood has ended by itself")
        for where, reader in readers.items():
            compare("100 kB of combining marks a second", quiet[where], times(reader, began), where)
            if failed := [page for page, moment, _, status in list(reader.measured) if moment >= began and status != 200]:
                raise RuntimeError(f"{where}{failed[0]} was not read during the flood, {len(failed)} times")
    finally:
        stop.set()
        for reader in readers.values():
            reader.stop()


def searches(target, lagoon):
    token = target.center_token()
    connection = raw.Connection(lagoon.center_port, lagoon.center_authority)
    renewed, start = time.monotonic(), lagoon.memory()
    for number in range(SEARCHES):
        if time.monotonic() - renewed > 200:
            token, renewed = target.center_token(), time.monotonic()
        answer = connection.request(
            "GET", f"/v1/miniapps?text=word{number}+{'x' * (number % 100)}", HOST + [("Authorization", f"Bearer {token}")])
        if answer.status != 200:
            raise RuntimeError(f"A search was answered with status {answer.status}")
        if number % 10_000 == 9_999:
            print(f"    {number + 1:,} searches: {(lagoon.memory() - start) / 2**20:.0f} MB above the start", flush=True)
    print(f"| {SEARCHES:,} distinct searches | memory | | {(lagoon.memory() - start) / 2**20:.0f} MB above the start | |")


def run(binary, seconds):
    folder = Path(tempfile.mkdtemp(prefix="atoll-load-"))
    lagoon = Lagoon(binary, folder / "main")
    lagoon.folder.mkdir()
    target = Target(lagoon, None, False)
    try:
        lagoon.prepare().start()
        target.ada = Browser(lagoon).sign_in("ada")
        reader = target.reader = Reader((lagoon.port, lagoon.authority), target.ada.session, False)
        reader.learn_quiet(5)
        print("| load | page | without | with | ratio |\n| --- | --- | --- | --- | --- |")
        slow_headers(lagoon, reader, seconds)
        sign_ins(lagoon, reader, seconds)
        target.reader.stop()
        target.reader = None
        many_marks(target, lagoon, seconds)
        searches(target, lagoon)
    finally:
        target.end()
        shutil.rmtree(folder, ignore_errors=True)

"""Mail bombs, guessing who has an account, and registering until there is no room."""

import statistics
import time
from concurrent.futures import ThreadPoolExecutor

import raw
from browser import Browser

PASSWORD = "an-unlikely-Pass-phrase-91"


def mails(target, name):
    return len(list((target.lagoon.data / "mail").glob(f"{name}*")))


def attack(target):
    return forgot(target) + confirmations(target) + enumeration(target) + register(target)


def forgot(target):
    """30 calls from different addresses: the name has a limit, too."""
    before, statuses = mails(target, "ada"), set()
    for number in range(30):
        source = f"127.0.2.{number + 1}" if number % 2 else "127.0.2.200"
        statuses.add(Browser(target.lagoon, source).post("/forgot", {"name": "ada", "email": "ada@example.com"}).status)
    time.sleep(2)
    written = mails(target, "ada") - before
    found = [f"30 calls to /forgot wrote {written} mails to ada, and may write 3."] if written > 3 else []
    if written == 0:
        found.append("30 calls to /forgot wrote no mail to ada at all.")
    if any(status >= 500 and status != 503 for status in statuses):
        found.append(f"/forgot was answered with {sorted(statuses)}.")
    return found


def confirmations(target):
    """Mail to an address from one client is limited, however the address is written, and its owner can still register."""
    found, tag = [], f"{target.random.getrandbits(24):06x}"
    address = f"victim-{tag}@example.com"
    before = mails(target, "victim")
    for number, written in enumerate((address, f" {address}", f"{address}\t", f"\n{address} ", f"{address}\r\n", f"  {address}")):
        Browser(target.lagoon, "127.0.5.1").post("/register", {
            "name": f"v{number}-{tag}", "full-name": "Somebody", "email": written, "password": PASSWORD})
    other = f"owner-{tag}@example.com"
    for _ in range(4):
        Browser(target.lagoon, "127.0.5.2").post("/register", {
            "name": "!!bad", "full-name": "Somebody", "email": other, "password": PASSWORD})
    time.sleep(1)
    if (written := mails(target, "victim") - before) > 3:
        found.append(f"Six registrations with one address wrote {written} mails to it, and may write 3.")
    answer = Browser(target.lagoon, "127.0.5.3", timeout=30).post("/register", {
        "name": f"own-{tag}", "full-name": "Somebody", "email": other, "password": PASSWORD})
    if answer.status >= 400:
        found.append(f"After four bad registrations with an address, its owner gets status {answer.status}.")
    return found


def enumeration(target):
    """Whether response times or pages differ between names that exist and names that don't."""
    target.restart()
    count, seconds, texts = 40, {"ben": [], "nobody": []}, {}
    browsers = {}
    for number in range(2 * count):
        who = ("ben", "nobody")[number % 2]
        # Few calls from each address, over connections that are opened before the measurement.
        source = f"127.0.3.{number // 4 + 1}"
        browser = browsers.setdefault(source, Browser(target.lagoon, source))
        if number % 4 == 0:
            browser.get("/forgot")
        name = "ben" if who == "ben" else f"nobody{number}"
        answer = browser.post("/forgot", {"name": name, "email": f"{name}@example.com"})
        if answer.status == 200:
            seconds[who].append(answer.seconds)
            texts.setdefault(who, answer.text)
    if min(map(len, seconds.values())) < 10:
        counts = {who: len(times) for who, times in seconds.items()}
        # A throttled call reveals nothing, as long as both kinds are throttled alike.
        if abs(counts["ben"] - counts["nobody"]) > 5:
            return [f"/forgot answers names that exist and others differently: {counts} of {count} were answered with 200."]
        return []
    medians = {who: statistics.median(times) for who, times in seconds.items()}
    difference, found = abs(medians["ben"] - medians["nobody"]), []
    if difference > max(0.2 * min(medians.values()), 0.003):
        shown = ", ".join(f"{who} {median * 1000:.1f} ms" for who, median in medians.items())
        found.append(f"/forgot takes another time for a name that exists: {shown}.")
    if texts["ben"].replace("ben", "") != texts["nobody"].replace("nobody1", ""):
        found.append("/forgot shows another page for a name that exists.")
    return found


def sign_up(browser, name):
    return browser.post("/register", {
        "name": name, "full-name": "Somebody", "email": f"{name}@example.com", "password": PASSWORD})


def register(target):
    """Many registrations from one address are throttled, and leave room for one from another address."""
    target.restart()
    found, count = [], 30 if target.is_short else 1_100
    ends, tag = time.monotonic() + (6 if target.is_short else 420), f"{target.random.getrandbits(24):06x}"

    def send(number):
        if time.monotonic() > ends:
            return None
        try:
            return sign_up(Browser(target.lagoon, "127.0.4.1"), f"crowd-{tag}-{number}").status
        except (raw.Hang, raw.Gone):
            return 0

    with ThreadPoolExecutor(20) as pool:
        statuses = [status for status in pool.map(send, range(count)) if status is not None]
    made = sum(0 < status < 400 for status in statuses)
    target.say(f"{len(statuses)} registrations from one address: {made} taken, {statuses.count(429)} slowed")
    if not {429, 503} & set(statuses):
        found.append(f"{len(statuses)} registrations from one address were not slowed ({made} were taken).")
    if any(status >= 500 and status != 503 for status in statuses):
        found.append(f"/register was answered with {sorted(set(statuses))}.")
    target.settle(5)
    answer = sign_up(Browser(target.lagoon, "127.0.4.2", timeout=30), f"late-{tag}")
    if answer.status >= 400:
        found.append(f"After {len(statuses)} registrations from one address another one gets status {answer.status}.")
    return found

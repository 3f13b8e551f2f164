"""Floods of wrong passwords: they must not slow down signed-in users, nor lock anyone out."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import raw
from browser import Browser

RATE = 50


def attack(target):
    return flood(target) + spray(target) + crowd(target)


def flood(target):
    """Wrong sign-ins at a fixed rate, from 19 addresses, as many for ada as for others."""
    seconds = 3 if target.is_short else 10
    # Ada's browser, as it is after she has closed it: it has its persistent cookies, but no session.
    ada = Browser(target.lagoon, source="127.0.0.40", timeout=30).sign_in("ada")
    ada.cookies[ada.authority].pop("__Host-session", None)
    answers, lock, began = [], threading.Lock(), time.monotonic()

    def send(first):
        browser = Browser(target.lagoon, source=f"127.0.0.{2 + first % 19}", timeout=4 if target.is_short else 10)
        for number in range(first, RATE * seconds, RATE):
            time.sleep(max(0, began + number / RATE - time.monotonic()))
            if time.monotonic() > began + seconds:
                break
            browser.cookies.clear()
            try:
                name = "ada" if number % 2 else f"name{number}"
                answer = browser.try_to_sign_in(name, f"wrong-password-{number}")
                outcome = answer.status, answer.get("retry-after")
            except (raw.Hang, raw.Gone):
                outcome = 0, ""
            with lock:
                answers.append(outcome)

    threads = [threading.Thread(target=send, args=(first,)) for first in range(RATE)]
    for thread in threads:
        thread.start()
    time.sleep(max(0, began + seconds - time.monotonic()))
    found = target.measured(began, "during a flood of wrong sign-ins")
    moment = time.monotonic()
    try:
        answer = ada.try_to_sign_in("ada")
        waited = time.monotonic() - moment
        if answer.status != 303:
            found.append(f"Ada's own browser can't sign in during the flood (status {answer.status}).")
        elif waited > 5:
            found.append(f"Ada's own browser had to wait {waited:.1f} s to sign in.")
    except (raw.Hang, raw.Gone) as error:
        found.append(f"Ada's own browser can't sign in during the flood ({error}).")
    for thread in threads:
        thread.join()
    statuses = [status for status, _ in answers]
    target.say(f"{len(answers)} wrong sign-ins: " + ", ".join(
        f"{statuses.count(status)} times {status or 'no answer'}" for status in sorted(set(statuses))))
    if not any(status in (429, 503) and retry for status, retry in answers):
        found.append(f"None of {len(answers)} wrong sign-ins was answered with 429 or 503 and Retry-After.")
    if any(status in (429, 503) and not retry for status, retry in answers):
        found.append("A sign-in that has to wait is not told for how long (Retry-After).")
    if odd := {status for status in statuses if status not in (0, 401, 422, 429, 503)}:
        found.append(f"Wrong sign-ins were answered with {sorted(odd)}.")
    # Work that is still queued would distort the next attack's measurements.
    target.restart(kill=True)
    return found


def crowd(target):
    """One user signs in from many browsers at once, with the right password: others can still sign in."""
    lagoon, found = target.lagoon, []
    ada = Browser(lagoon, "127.0.0.70", timeout=30).sign_in("ada")
    bens = [Browser(lagoon, f"127.0.0.{80 + number}", timeout=30).sign_in("ben") for number in range(6)]
    ends = time.monotonic() + (3 if target.is_short else 10)

    def sign_in(browser):
        while time.monotonic() < ends:
            try:
                browser.try_to_sign_in("ben")
            except (raw.Hang, raw.Gone):
                pass

    threads = [threading.Thread(target=sign_in, args=(bens[number % 6].twin(),)) for number in range(36)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    try:
        if (status := ada.try_to_sign_in("ada").status) != 303:
            found.append(f"While ben signs in again and again, ada's own browser is answered with {status}.")
    except (raw.Hang, raw.Gone) as error:
        found.append(f"While ben signs in again and again, ada's own browser gets no answer ({error}).")
    for thread in threads:
        thread.join()
    target.restart(kill=True)
    return found


def spray(target):
    """One password for many names, from one address: calls over the limit are refused with a 429."""
    names = 40 if target.is_short else 200

    def send(number):
        try:
            browser = Browser(target.lagoon, source="127.0.0.60", timeout=5)
            return browser.try_to_sign_in(f"person{number}", "Summer-2026").status
        except (raw.Hang, raw.Gone):
            return 0

    with ThreadPoolExecutor(40) as pool:
        statuses = list(pool.map(send, range(names)))
    target.restart(kill=True)
    if 429 not in statuses:
        return [f"One password was tried for {names} names from one address without a 429."]
    return []

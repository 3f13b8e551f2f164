"""What a mini app leaves in a browser for one user, and what it finds there for the next."""

from browser import KUDOS, Browser

LAUNCH = "__Host-launch"


def clears(answer):
    return "cookies" in answer.get("clear-site-data")


def launch(browser, found, who):
    page, chain = browser.open()
    if page.status != 200 or not chain or chain[-1].status != 200:
        statuses = [page.status] + [answer.status for answer in chain]
        found.append(f"Kudos did not open for {who} (statuses {statuses}).")
    for answer in chain:
        if clears(answer) and any(line.startswith(LAUNCH) for line in answer.all("set-cookie")):
            found.append(f"The launch for {who} clears cookies and sets the launch cookie in one answer.")
    return chain


def attack(target):
    found = []
    browser = target.ada.twin() if target.is_short else Browser(target.lagoon).sign_in("ada")
    browser.cookies = {browser.authority: browser.cookies[browser.authority]}
    launch(browser, found, "the first user")
    origin = next((authority for authority in browser.cookies if authority != browser.authority), None)
    if origin is None:
        return found + ["No launch cookie was set."]
    # A cookie as a mini app's script would set it.
    browser.cookies[origin]["left-by-ada"] = "x"
    chain = launch(browser, found, "the same user again")
    if any("cookies" in answer.get("clear-site-data") or "storage" in answer.get("clear-site-data") for answer in chain):
        found.append("A launch for the same user again clears what the mini app has stored.")
    browser.cookies[origin]["left-by-ada"] = "x"
    ada_launch = dict(browser.cookies[origin])
    for way in ("with a session that has gone",) if target.is_short else ("after signing out", "with a session that has gone"):
        if way == "after signing out":
            browser.post("/sign-out", {})
        else:
            browser.cookies[browser.authority].pop("__Host-session", None)
            browser.cookies[origin] = {**ada_launch, "left-by-ada": "x"}
        browser.sign_in("ben")
        chain = launch(browser, found, f"another user {way}")
        if not any(clears(answer) for answer in chain):
            found.append(f"A launch for another user {way} does not clear the cookies of the one before.")
        if "left-by-ada" in browser.cookies.get(origin, {}):
            found.append(f"A cookie of the user before is still there for another user {way}.")
        if LAUNCH not in browser.cookies.get(origin, {}):
            found.append(f"The launch cookie did not survive for another user {way}.")
        # Back to the first user for the second way.
        if way == "after signing out":
            browser.post("/sign-out", {})
            browser.sign_in("ada")
            launch(browser, found, "the first user again")
            ada_launch = dict(browser.cookies[origin])
            ada_launch["left-by-ada"] = "x"
    stolen = Browser(target.lagoon)
    stolen.cookies[origin] = dict(browser.cookies[origin])
    for host in (target.lagoon.authority, "evil." + origin):
        stolen.cookies[host] = dict(browser.cookies[origin])
        answer = stolen.get("/pages/feed", authority=host)
        if answer.status == 200 and "/.atoll/atoll.js" in answer.text + stolen.get("/app.js", authority=host).text:
            found.append(f"A launch cookie opens files at {host}.")
    return found

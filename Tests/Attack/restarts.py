"""The process is killed without warning: users stay signed in, and what was open still opens."""

from browser import Browser


def attack(target):
    found, rounds = [], 1 if target.is_short else 10
    ada = target.ada.twin()
    if not target.opened(ada):
        return ["Kudos could not be opened."]
    for number in range(rounds):
        target.restart(kill=True)
        pages = {page: ada.get(page).status for page in ("/today", "/hub", "/miniapp/com.example.kudos")}
        if set(pages.values()) != {200}:
            found.append(f"After kill -9 number {number + 1} a session did not survive: {pages}.")
        origin = next(authority for authority in ada.cookies if authority != ada.authority)
        if (status := ada.get("/pages/feed", authority=origin).status) != 200:
            found.append(f"After kill -9 number {number + 1} a launch did not survive (status {status}).")
        if not target.opened(ada):
            found.append(f"After kill -9 number {number + 1} Kudos does not open.")
    if target.is_short:
        return found
    ended = Browser(target.lagoon).sign_in("ada")
    old = {authority: dict(jar) for authority, jar in ended.cookies.items()}
    ended.post("/sign-out", {})
    target.restart(kill=True)
    ended.cookies = old
    if ended.get("/today").status == 200:
        found.append("A session that was ended is back after kill -9.")
    return found

"""Hooks for Schemathesis: requests are sent with the session of a random role, most of the addresses name something that there is,
and at the end a file has what each route answered.

ATOLL_SCENE names a file with the secrets of sessions by role, and values for parts of paths.
"""

import atexit
import json
import os
import random
from collections import Counter
from pathlib import Path

import schemathesis
from schemathesis.core import NOT_SET

SCENE = json.loads(Path(os.environ["ATOLL_SCENE"]).read_text())
TOKENS, PLACES = SCENE["tokens"], SCENE["places"]
# These end sessions, or lock their owner out: each uses up one of the sessions that were made for that.
ENDING = {("DELETE", "/v1/session"), ("PUT", "/v1/account/password"), ("POST", "/v1/account/2fa"), ("POST", "/v1/account/2fa/confirm")}
# Requests that would end all roles in the organization are sent to another one.
AFFECTS_EVERYONE = {("PUT", "/v1/organizations/{organization}"), ("POST", "/v1/organizations/{organization}/close")}
numbers = random.Random(19)
answers = Counter()


@atexit.register
def report():
    Path(os.environ["ATOLL_SCENE"]).with_name("answers.json").write_text(json.dumps(answers))


@schemathesis.hook
def before_call(context, case, **kwargs):
    operation = case.method.upper(), case.operation.path
    if operation[0] in ("GET", "HEAD"):
        # The server closes a connection whose GET has a body, as RFC 9110 permits: no route gets to see it.
        case.body = NOT_SET
    if operation[0] == "POST" and "Idempotency-Key" in (case.headers or {}) and numbers.random() < 0.7:
        # Few, so that some are sent again.
        case.headers["Idempotency-Key"] = numbers.choice(["one", "two", "three"])
    is_positive = case.meta is None or case.meta.generation.mode.is_positive
    for name in case.path_parameters or {}:
        is_mini_app = name == "id" and operation[1].startswith("/v1/miniapps/")
        places = PLACES.get("expendable" if operation in AFFECTS_EVERYONE else "miniApp" if is_mini_app else name)
        if places and is_positive and numbers.random() < 0.8:
            case.path_parameters[name] = numbers.choice(places)


@schemathesis.hook
def after_call(context, case, response):
    answers[f"{case.operation.method.upper()} {case.operation.path} {response.status_code // 100}xx"] += 1


@schemathesis.auth(refresh_interval=None)
class RandomRole:
    """Sends each request with the session of a random role, unless Schemathesis sends it without credentials on purpose."""

    def get(self, case, context):
        role = numbers.choice(sorted(TOKENS))
        spare = TOKENS[role]["spare"]
        if (case.method.upper(), case.operation.path) in ENDING:
            return spare.pop() if spare else "atolls_ended"
        return TOKENS[role]["token"]

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}

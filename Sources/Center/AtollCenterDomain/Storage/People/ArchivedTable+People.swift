extension ArchivedTable {
    /// The tables of people, organizations and what they do.
    package static let people = [
        ArchivedTable(
            "account", key: ["id"],
            [
                "id": .text, "email": .text, "name": .text, "password": .text, "totp_secret": .bytes,
                "totp_is_on": .integer, "totp_step": .integer, "is_suspended": .integer, "created": .integer,
                "revision": .integer,
            ]),
        ArchivedTable(
            "external_identity", key: ["issuer", "subject"], ["issuer": .text, "subject": .text, "account": .text]),
        ArchivedTable("recovery_code", key: ["account", "digest"], ["account": .text, "digest": .bytes]),
        ArchivedTable(
            "work_session", key: ["digest"],
            [
                "digest": .bytes, "id": .text, "account": .text, "kind": .text, "created": .integer, "seen": .integer,
                "expires": .integer, "confirmed_until": .integer, "agent": .text,
            ]),
        ArchivedTable("work_secret", key: ["name"], ["name": .text, "value": .bytes]),
        ArchivedTable(
            "password_reset", key: ["digest"], ["digest": .bytes, "account": .text, "expires": .integer]),
        ArchivedTable(
            "device_code", key: ["digest"],
            [
                "digest": .bytes, "user_code": .text, "account": .text, "is_denied": .integer, "agent": .text,
                "asked": .integer, "expires": .integer, "address": .text,
                "is_confirmed": .integer,
            ]),
        ArchivedTable(
            "organization", key: ["id"],
            [
                "id": .text, "name": .text, "publisher": .text, "owns_super_apps": .integer,
                "needs_second_factor": .integer, "is_closed": .integer, "created": .integer, "revision": .integer,
            ]),
        ArchivedTable(
            "member", key: ["organization", "account"],
            ["organization": .text, "account": .text, "is_suspended": .integer, "joined": .integer]),
        ArchivedTable(
            "member_role", key: ["organization", "account", "role", "only_one"],
            ["organization": .text, "account": .text, "role": .text, "only_one": .text]),
        ArchivedTable(
            "invitation", key: ["id"],
            [
                "id": .text, "organization": .text, "email": .text, "roles": .text, "digest": .bytes,
                "inviter": .text, "state": .text, "created": .integer, "expires": .integer,
            ]),
        ArchivedTable(
            "notice", key: ["account", "number"],
            [
                "account": .text, "number": .integer, "kind": .text, "made": .integer, "is_read": .integer,
                "mail": .text, "mail_at": .integer, "failures": .integer,
            ]),
        ArchivedTable("audit_reader", key: ["name"], ["name": .text, "number": .integer]),
        ArchivedTable(
            "notice_setting", key: ["account", "kind"], ["account": .text, "kind": .text, "mode": .text]),
        ArchivedTable(
            "webhook", key: ["id"],
            [
                "id": .text, "organization": .text, "address": .text, "about": .text,
                "is_about_super_app": .integer, "actions": .text,
                "secret": .bytes, "is_on": .integer, "number": .integer, "failures": .integer, "next": .integer,
                "message": .text, "maker": .text, "created": .integer,
            ]),
        ArchivedTable(
            "owned_super_app", key: ["id"],
            [
                "id": .text, "organization": .text, "name": .text, "is_disabled": .integer, "approvals": .integer,
                "publisher_releases": .integer, "self_review": .integer, "needs_browser_checks": .integer,
                "issuer": .text, "key_set": .text, "created": .integer, "revision": .integer,
            ]),
        ArchivedTable(
            "host_version", key: ["super_app", "platform", "version"],
            [
                "super_app": .text, "platform": .text, "version": .text, "api_level": .integer,
                "is_enabled": .integer, "created": .integer,
            ]),
        ArchivedTable(
            "publishing_grant", key: ["super_app", "organization"],
            [
                "super_app": .text, "organization": .text, "state": .text, "comment": .text, "changed": .integer,
                "needs_review": .integer,
            ]),
        ArchivedTable(
            "trusted_publisher", key: ["id"],
            [
                "id": .text, "organization": .text, "name": .text, "issuer": .text, "claims": .text, "ids": .text,
                "maker": .text, "created": .integer,
            ]),
        ArchivedTable(
            "publisher_request", key: ["id"],
            [
                "id": .text, "organization": .text, "document": .text, "comment": .text, "state": .text,
                "asker": .text, "is_confirmed": .integer, "created": .integer, "decided": .integer, "reason": .text,
            ]),
        ArchivedTable("ci_token", key: ["digest"], ["digest": .bytes, "expires": .integer]),
        ArchivedTable(
            "usage_count", key: ["super_app", "mini_app", "code", "platform", "day", "name"],
            [
                "super_app": .text, "mini_app": .text, "code": .integer, "platform": .text, "day": .integer,
                "name": .text, "count": .integer,
            ]),
        ArchivedTable(
            "usage_people", key: ["super_app", "mini_app", "code", "platform", "day"],
            [
                "super_app": .text, "mini_app": .text, "code": .integer, "platform": .text, "day": .integer,
                "sketch": .bytes,
            ]),
        ArchivedTable(
            "usage_message", key: ["super_app", "mini_app", "code", "platform", "day", "message"],
            [
                "super_app": .text, "mini_app": .text, "code": .integer, "platform": .text, "day": .integer,
                "message": .text, "count": .integer,
            ]),
        ArchivedTable(
            "usage_month", key: ["super_app", "mini_app", "month", "name"],
            ["super_app": .text, "mini_app": .text, "month": .integer, "name": .text, "count": .integer]),
        ArchivedTable("usage_report", key: ["id"], ["id": .text, "received": .integer]),
        ArchivedTable(
            "release_health", key: ["mini_app", "code", "slot"],
            ["mini_app": .text, "code": .integer, "slot": .integer, "starts": .integer, "not_ready": .integer]),
        ArchivedTable(
            "rating", key: ["mini_app", "super_app", "person"],
            [
                "mini_app": .text, "super_app": .text, "person": .bytes, "stars": .integer, "code": .integer,
                "changed": .integer,
            ]),
        ArchivedTable(
            "rating_count", key: ["mini_app", "super_app", "code", "stars"],
            [
                "mini_app": .text, "super_app": .text, "code": .integer, "stars": .integer, "count": .integer,
                "told": .integer,
            ]),
        ArchivedTable(
            "problem_report", key: ["id"],
            [
                "id": .text, "number": .integer, "mini_app": .text, "super_app": .text, "person": .bytes,
                "code": .integer, "platform": .text, "kind": .text, "body": .text, "created": .integer, "state": .text,
                "answer": .text, "decider": .text, "decided": .integer,
            ]),
        ArchivedTable(
            "preview", key: ["id"],
            [
                "id": .text, "digest": .bytes, "mini_app": .text, "code": .integer, "maker": .text, "created": .integer,
                "expires": .integer, "opens": .integer, "opened": .integer,
            ]),
        ArchivedTable(
            "audit", key: ["number"],
            [
                "number": .integer, "time": .integer, "actor_kind": .text, "actor": .text, "via": .text,
                "action": .text, "organization": .text, "super_app": .text, "mini_app": .text, "code": .integer,
                "subject": .text, "before_state": .text, "after_state": .text, "comment": .text, "origin": .bytes,
                "previous": .bytes, "digest": .bytes,
            ]),
        ArchivedTable(
            "audit_origin", key: ["number"],
            ["number": .integer, "time": .integer, "address": .text, "agent": .text, "salt": .bytes]),
    ]
}

extension ArchivedTable {
    /// The tables of mini apps and their versions.
    package static let catalog = [
        ArchivedTable(
            "mini_app", key: ["id"],
            [
                "id": .text, "publisher": .text, "name": .text, "current_code": .integer, "super_app": .text,
                "quarantine": .text, "is_listed": .integer,
            ]),
        ArchivedTable(
            "version", key: ["mini_app", "code"],
            [
                "mini_app": .text, "code": .integer, "file_list": .text, "listing": .text, "statement": .text,
                "statement_sha256": .text, "epoch": .integer, "is_finished": .boolean, "withdrawn": .integer,
                "withdrawal_reason": .text, "current_before": .integer, "bytes_removed": .integer,
            ]),
        ArchivedTable(
            "version_state", key: ["mini_app", "code"],
            [
                "mini_app": .text, "code": .integer, "state": .text, "revision": .integer, "uploaded": .integer,
                "changed": .integer, "uploader_kind": .text, "uploader": .text, "maker": .text, "notes": .text,
                "wish": .text, "starts": .integer, "reviewer": .text, "permyriad": .integer, "rollout_groups": .text,
                "plan": .text, "step": .integer, "step_time": .integer, "comment": .text,
                "critical_permissions": .text,
            ]),
        ArchivedTable(
            "version_approval", key: ["mini_app", "code", "account"],
            ["mini_app": .text, "code": .integer, "account": .text, "time": .integer]),
        ArchivedTable(
            "version_check", key: ["mini_app", "code"],
            [
                "mini_app": .text, "code": .integer, "checks": .integer, "base": .integer, "findings": .text,
                "blocking": .integer, "warnings": .integer, "checked": .integer,
            ]),
        ArchivedTable(
            "accepted_finding", key: ["mini_app", "key"],
            [
                "mini_app": .text, "key": .text, "comment": .text, "account": .text, "code": .integer,
                "accepted": .integer,
            ]),
        ArchivedTable(
            "review_comment", key: ["id"],
            [
                "id": .text, "mini_app": .text, "code": .integer, "kind": .text, "answers": .text, "path": .text,
                "line": .integer, "line_text": .text, "body": .text, "author": .text, "created": .integer,
                "number": .integer, "resolved": .integer,
            ]),
        ArchivedTable(
            "viewed_file", key: ["account", "mini_app", "path"],
            ["account": .text, "mini_app": .text, "path": .text, "sha256": .text]),
        ArchivedTable(
            "version_rendering", key: ["mini_app", "code"],
            [
                "mini_app": .text, "code": .integer, "state": .text, "since": .integer, "attempts": .integer,
                "findings": .text, "unopened": .integer, "message": .text,
            ]),
        ArchivedTable(
            "version_picture", key: ["mini_app", "code", "page", "look"],
            [
                "mini_app": .text, "code": .integer, "page": .text, "look": .text, "number": .integer, "sha256": .text,
            ]),
        ArchivedTable(
            "voided_version", key: ["mini_app", "epoch", "code"],
            [
                "mini_app": .text, "epoch": .integer, "code": .integer, "file_list": .text, "listing": .text,
                "statement": .text, "statement_sha256": .text, "is_finished": .boolean, "withdrawn": .integer,
                "withdrawal_reason": .text, "voided_by": .integer,
            ]),
        ArchivedTable("code_allowance", key: ["mini_app"], ["mini_app": .text, "code": .integer]),
        ArchivedTable("required_role", key: ["mini_app", "role"], ["mini_app": .text, "role": .text]),
        ArchivedTable("minimum_host", key: ["mini_app"], ["mini_app": .text, "version": .text]),
        ArchivedTable("details", key: ["mini_app"], ["mini_app": .text, "json": .text]),
        ArchivedTable("super_app", key: ["id"], ["id": .text, "attributes": .text]),
        ArchivedTable(
            "featured", key: ["super_app", "position"],
            ["super_app": .text, "position": .integer, "mini_app": .text, "starts": .number, "ends": .number]),
        ArchivedTable(
            "featured_past", key: ["super_app", "number"],
            [
                "super_app": .text, "number": .integer, "mini_app": .text, "starts": .number, "ends": .number,
                "state": .text,
            ]),
        ArchivedTable(
            "api_key", key: ["id"],
            [
                "id": .text, "secret_sha256": .bytes, "publisher": .text, "scopes": .text, "ids": .text,
                "created": .integer, "expires": .integer, "organization": .text, "maker": .text, "name": .text,
                "used": .integer, "trusted_publisher": .text,
            ]),
        ArchivedTable("due", key: ["mini_app"], ["mini_app": .text]),
        ArchivedTable("due_target", key: ["path"], ["path": .text, "data": .bytes]),
    ]
}

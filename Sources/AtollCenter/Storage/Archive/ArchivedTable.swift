/// A table as it is moved from one kind of database to another.
package struct ArchivedTable: Sendable {
    package let name: String
    package let columns: [Column]
    /// The columns by which its rows are told apart and sorted.
    package let key: [String]

    package struct Column: Sendable {
        package let name: String
        package let kind: Kind
    }

    package enum Kind: Sendable {
        case text, integer, boolean, number, bytes
    }

    init(_ name: String, key: [String], _ columns: KeyValuePairs<String, Kind>) {
        self.name = name
        self.key = key
        self.columns = columns.map { Column(name: $0.key, kind: $0.value) }
    }

    /// Everything that a Center stores, apart from what is derived from it. Tables that others refer to come first.
    package static let all = [
        ArchivedTable(
            "mini_app", key: ["id"], ["id": .text, "publisher": .text, "name": .text, "current_code": .integer]),
        ArchivedTable(
            "version", key: ["mini_app", "code"],
            [
                "mini_app": .text, "code": .integer, "file_list": .text, "listing": .text, "statement": .text,
                "statement_sha256": .text, "epoch": .integer, "is_finished": .boolean, "withdrawn": .integer,
                "withdrawal_reason": .text, "current_before": .integer,
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
            "api_key", key: ["id"],
            [
                "id": .text, "secret_sha256": .bytes, "publisher": .text, "scopes": .text, "ids": .text,
                "created": .integer, "expires": .integer,
            ]),
        ArchivedTable("due", key: ["mini_app"], ["mini_app": .text]),
        ArchivedTable("due_target", key: ["path"], ["path": .text, "data": .bytes]),
    ]
}

/// How somebody is told of each kind of notice by mail.
struct NoticeSettingsView: Codable, Sendable, Documented {
    struct Item: Codable, Sendable {
        let kind: NoticeKind
        let mode: NoticeKind.Mode
        /// Whether it can't be changed. Ignored when it is sent.
        let isFixed: Bool?
    }

    let items: [Item]

    init(_ modes: [NoticeKind: NoticeKind.Mode]) {
        items = NoticeKind.allCases.map { Item(kind: $0, mode: modes[$0] ?? $0.usualMode, isFixed: $0.isSecurity) }
    }

    /// The last one counts for each kind.
    var modes: [NoticeKind: NoticeKind.Mode] { Dictionary(items.map { ($0.kind, $0.mode) }) { $1 } }

    static let schemaName = "NoticeSettings"
    static let schema = JSONSchema.object([
        "items": .list(
            of: .object(
                [
                    "kind": .one(of: NoticeKind.allCases.map(\.rawValue)),
                    "mode": .one(of: NoticeKind.Mode.allCases.map(\.rawValue)), "isFixed": .bool,
                ], optional: ["isFixed"]), upTo: 100)
    ])
}

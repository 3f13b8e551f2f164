import AtollCenterAPI

extension NoticeSettingsView: Documented {
    package init(_ modes: [NoticeKind: NoticeKind.Mode]) {
        self.init(
            items: NoticeKind.allCases.map { Item(kind: $0, mode: modes[$0] ?? $0.usualMode, isFixed: $0.isSecurity) })
    }

    /// The last one counts for each kind.
    package var modes: [NoticeKind: NoticeKind.Mode] { Dictionary(items.map { ($0.kind, $0.mode) }) { $1 } }

    package static let schemaName = "NoticeSettings"
    package static let schema = JSONSchema.object([
        "items": .list(
            of: .object(
                [
                    "kind": .one(of: NoticeKind.allCases.map(\.rawValue)),
                    "mode": .one(of: NoticeKind.Mode.allCases.map(\.rawValue)), "isFixed": .bool,
                ], optional: ["isFixed"]), upTo: 100)
    ])
}

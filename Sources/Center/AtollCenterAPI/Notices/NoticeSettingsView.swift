/// The mail settings of an account, for each kind of notice.
package struct NoticeSettingsView: Codable, Sendable {
    package let items: [Item]

    package struct Item: Codable, Sendable {
        package let kind: NoticeKind
        package let mode: NoticeKind.Mode
        /// Whether it can't be changed. Ignored when it is sent.
        package let isFixed: Bool?

        package init(kind: NoticeKind, mode: NoticeKind.Mode, isFixed: Bool? = nil) {
            self.kind = kind
            self.mode = mode
            self.isFixed = isFixed
        }
    }

    package init(items: [Item]) {
        self.items = items
    }
}

/// Something that has happened to a version.
package struct HistoryEntryView: Codable, Sendable {
    /// In milliseconds since 1970.
    package let time: Int
    package let actorKind: String
    /// The actor's name; `nil` if the reader may not see it.
    package let actorName: String?
    package let via: String
    package let action: String
    package let before: String?
    package let after: String?
    package let comment: String?

    package init(
        time: Int, actorKind: String, actorName: String? = nil, via: String, action: String, before: String? = nil,
        after: String? = nil, comment: String? = nil
    ) {
        self.time = time
        self.actorKind = actorKind
        self.actorName = actorName
        self.via = via
        self.action = action
        self.before = before
        self.after = after
        self.comment = comment
    }
}

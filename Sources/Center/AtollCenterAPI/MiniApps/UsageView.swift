/// Counts of how a mini app or a super app is used.
package struct UsageView: Codable, Sendable {
    /// The newest day first.
    package let items: [Item]
    /// About how many people have opened it, by day and version.
    package let people: [People]
    /// Whether there are more items than fit in an answer: the oldest of those with a label are left out.
    package let isTruncated: Bool

    package struct Item: Codable, Sendable {
        package let day: String
        package let code: Int
        package let platform: String
        package let name: String
        /// Nil if it is below ``fewerThan``.
        package let count: Int?
        package let fewerThan: Int?

        package init(day: String, code: Int, platform: String, name: String, count: Int? = nil, fewerThan: Int? = nil) {
            self.day = day
            self.code = code
            self.platform = platform
            self.name = name
            self.count = count
            self.fewerThan = fewerThan
        }
    }

    package struct People: Codable, Sendable {
        package let day: String
        package let code: Int
        package let count: Int?
        package let fewerThan: Int?

        package init(day: String, code: Int, count: Int? = nil, fewerThan: Int? = nil) {
            self.day = day
            self.code = code
            self.count = count
            self.fewerThan = fewerThan
        }
    }

    package init(items: [Item], people: [People], isTruncated: Bool) {
        self.items = items
        self.people = people
        self.isTruncated = isTruncated
    }
}

import SignedJSON

/// What was counted.
struct UsageView: Codable, Sendable, Documented {
    /// The newest day first.
    let items: [Item]
    /// About how many people have opened it, by day and version.
    let people: [People]
    /// Whether there are more items than fit in an answer: the oldest of those with a label are left out.
    let isTruncated: Bool

    struct Item: Codable, Sendable {
        let day: String
        let code: Int
        let platform: String
        let name: String
        /// Nil if it is below ``fewerThan``.
        let count: Int?
        let fewerThan: Int?
    }

    struct People: Codable, Sendable {
        let day: String
        let code: Int
        let count: Int?
        let fewerThan: Int?
    }

    init(_ rows: [UsageRow], people: [(day: Int, code: Int, count: Int)]) {
        isTruncated = rows.count > WorkView.maximumUsageRows
        let answered = WorkView.inOrder(Array(rows.prefix(WorkView.maximumUsageRows)))
        // What somebody has typed is not told at all before others have typed it too.
        items = answered.filter { !$0.name.hasPrefix("search:") || $0.count >= WorkChange.fewest }.map { row in
            let (count, fewer) = Self.told(row.count)
            return Item(
                day: UsageDay.text(row.day), code: row.code, platform: row.platform, name: row.name, count: count,
                fewerThan: fewer)
        }
        self.people = people.map { row in
            let (count, fewer) = Self.told(row.count)
            return People(day: UsageDay.text(row.day), code: row.code, count: count, fewerThan: fewer)
        }
    }

    /// A number as it is told: one so small that it could be somebody's is not.
    private static func told(_ count: Int) -> (count: Int?, fewerThan: Int?) {
        count < WorkChange.fewest ? (nil, WorkChange.fewest) : (count, nil)
    }

    private static func row(_ others: KeyValuePairs<ExactString, JSONSchema>) -> JSONSchema {
        var members: [ExactString: JSONValue] = [
            "day": JSONSchema.day.value, "code": JSONSchema.integer(0...Int.max).value,
            "count": JSONSchema.integer(0...Int.max).value, "fewerThan": JSONSchema.integer(1...100).value,
        ]
        for (name, schema) in others { members[name] = schema.value }
        let required = (["day", "code"] + others.map(\.key)).map { JSONValue.string($0.text) }
        return JSONSchema(
            .object([
                "type": "object", "additionalProperties": .bool(false), "properties": .object(members),
                "required": .array(required),
            ]))
    }

    static let schemaName = "Usage"
    static let schema = JSONSchema.object([
        "items": .list(
            of: row(["platform": .text(1...20), "name": .text(1...400)]), upTo: WorkView.maximumUsageRows),
        "people": .list(of: row([:]), upTo: WorkView.maximumUsageRows), "isTruncated": .bool,
    ])
}

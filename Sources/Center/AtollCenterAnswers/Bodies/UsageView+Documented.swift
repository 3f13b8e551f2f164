import AtollCenterAPI
import AtollCenterDomain
import SignedJSON

extension UsageView: Documented {
    package init(_ rows: [UsageRow], people: [(day: Int, code: Int, count: Int)]) {
        let answered = Snapshot.inOrder(Array(rows.prefix(Snapshot.maximumUsageRows)))
        // A text that a user has typed is shown only if enough other users have typed it, too.
        let items = answered.filter { !$0.name.hasPrefix("search:") || $0.count >= Transaction.fewest }.map { row in
            let (count, fewer) = Self.told(row.count)
            return Item(
                day: UsageDay.text(row.day), code: row.code, platform: row.platform, name: row.name, count: count,
                fewerThan: fewer)
        }
        let people = people.map { row in
            let (count, fewer) = Self.told(row.count)
            return People(day: UsageDay.text(row.day), code: row.code, count: count, fewerThan: fewer)
        }
        self.init(
            items: items,
            people: people,
            isTruncated: rows.count > Snapshot.maximumUsageRows)
    }

    /// A number as it is shown: one that is small enough to identify a user is hidden.
    private static func told(_ count: Int) -> (count: Int?, fewerThan: Int?) {
        count < Transaction.fewest ? (nil, Transaction.fewest) : (count, nil)
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

    package static let schemaName = "Usage"
    package static let schema = JSONSchema.object([
        "items": .list(
            of: row(["platform": .text(1...20), "name": .text(1...400)]), upTo: Snapshot.maximumUsageRows),
        "people": .list(of: row([:]), upTo: Snapshot.maximumUsageRows), "isTruncated": .bool,
    ])
}

import AtollPackages
import SQLStatements

extension Snapshot {
    /// The most rows of an answer.
    package static let maximumUsageRows = 20_000

    /// Returns the counts by day, version, platform and name: one row more than an answer has, if there are more.
    ///
    /// Counts without a label, such as `opens`, come first: clients can make up any number of labels.
    package func usage(_ filter: UsageFilter) throws -> [UsageRow] {
        try session.rows(
            """
            SELECT day, code, platform, name, CAST(sum(count) AS bigint) FROM usage_count WHERE \(condition(filter))
            GROUP BY day, code, platform, name
            ORDER BY CASE WHEN name LIKE '%:%' THEN 1 ELSE 0 END, day DESC, code DESC, platform, name
            LIMIT \(.integer(Self.maximumUsageRows + 1))
            """
        ).map { row in
            UsageRow(
                day: try row.int(0), code: try row.int(1), platform: try row.text(2), name: try row.text(3),
                count: try row.int(4))
        }
    }

    /// Rows in the order in which people read them: the newest day first.
    package static func inOrder(_ rows: [UsageRow]) -> [UsageRow] {
        rows.sorted { one, other in
            if (one.day, one.code) != (other.day, other.code) { return (one.day, one.code) > (other.day, other.code) }
            return (one.platform, one.name) < (other.platform, other.name)
        }
    }

    /// About how many people have opened it, by day and version.
    package func usagePeople(_ filter: UsageFilter) throws -> [(day: Int, code: Int, count: Int)] {
        var sketches: [[Int]: PeopleSketch] = [:]
        let rows = try session.rows(
            """
            SELECT day, code, sketch FROM usage_people WHERE \(condition(filter))
            ORDER BY day DESC, code DESC, platform LIMIT \(.integer(Self.maximumUsageRows))
            """)
        for row in rows {
            let sketch = PeopleSketch(bytes: try row.data(2)) ?? PeopleSketch()
            sketches[[try row.int(0), try row.int(1)], default: PeopleSketch()].merge(sketch)
        }
        return sketches.sorted { ($0.key[0], $0.key[1]) > ($1.key[0], $1.key[1]) }
            .map { ($0.key[0], $0.key[1], $0.value.estimate) }
    }

    /// The texts of a mini app's errors, the most frequent first; those that have
    /// occurred a few times only could identify a user.
    package func usageMessages(_ filter: UsageFilter, limit: Int) throws -> [(
        code: Int, message: String, count: Int, last: Int
    )] {
        try session.rows(
            """
            SELECT code, message, CAST(sum(count) AS bigint), max(day) FROM usage_message WHERE \(condition(filter))
            GROUP BY code, message HAVING sum(count) >= \(.integer(Transaction.fewest)) ORDER BY sum(count) DESC, code DESC, message LIMIT \(.integer(limit))
            """
        ).map { (try $0.int(0), try $0.text(1), try $0.int(2), try $0.int(3)) }
    }

    private func condition(_ filter: UsageFilter) -> SQLFragment {
        var parts: [SQLFragment] = [
            "mini_app = \(.text(filter.miniApp?.rawValue ?? ""))",
            "day BETWEEN \(.integer(filter.days.lowerBound)) AND \(.integer(filter.days.upperBound))",
        ]
        if let superApp = filter.superApp { parts.append("super_app = \(.text(superApp))") }
        if let code = filter.code { parts.append("code = \(.integer(code))") }
        return parts.joined(separator: " AND ")
    }
}

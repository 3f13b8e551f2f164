import AtollPackages

extension UsageReport {
    /// How much a transaction adds up at most, in rows, counts and messages, unless one row has more.
    ///
    /// It stays as it is: a report that arrives again must have the same parts.
    private static let partLength = 250

    /// The report in parts that are added up one after the other, so that others can write in between.
    ///
    /// Each part of a report with several has a fixed id: if the report arrives again because the
    /// answer was lost, or the Center stopped between two parts, what was added is not added again, and the rest is.
    ///
    /// - Complexity: O(*n*) in the report's rows.
    package var parts: [UsageReport] {
        var parts: [[Row]] = []
        var length = 0
        for row in rows {
            let added = 1 + row.counts.count + (row.messages?.count ?? 0)
            if parts.isEmpty || length + added > Self.partLength {
                parts.append([])
                length = 0
            }
            parts[parts.count - 1].append(row)
            length += added
        }
        return parts.enumerated().map { number, rows in
            UsageReport(id: parts.count == 1 ? id : "\(id).\(number)", platform: platform, rows: rows)
        }
    }

    /// The id of the whole report that this is a part of, or nil.
    package var whole: String? {
        guard let dot = id.firstIndex(of: ".") else { return nil }
        return String(id[..<dot])
    }
}

import AtollCenter
import AtollCenterDomain
import AtollPackages
import AtollPostgres
import SQLStatements

extension PostgresSearch {
    /// The entries that match a text, in tiers, as SQLite orders them: names that begin with it; then entries with all
    /// words in the name; then in name and keywords; then anywhere.
    ///
    /// One statement reads the tiers one after the other, and stops when there are enough.
    func fitting(_ words: [String], _ phrase: String, _ query: SearchQuery, _ wanted: Int) throws -> [SearchHit] {
        let range = (first: SQLValue.text(phrase), last: SQLValue.text(phrase + "\u{10FFFF}"))
        let cursor = query.cursor
        let limit = SQLValue.integer(wanted)
        let match = Self.match(words.map(IndexedText.clamped))
        let isWanted = isWanted(query)
        var tiers: [SQLFragment] = []
        if cursor?.tier ?? 0 == 0 {
            var after: SQLFragment = ""
            if let cursor {
                after = " AND (entry.name, entry.number) > (\(.text(cursor.name ?? "")), \(.integer(cursor.number)))"
            }
            tiers.append(
                """
                (SELECT 0::bigint AS tier, entry.number, entry.name FROM entry
                WHERE entry.name >= \(range.first) AND entry.name < \(range.last) AND \(isWanted)\(after)
                ORDER BY entry.name, entry.number LIMIT \(limit))
                """)
        }
        let columns: [SQLFragment] = ["entry_words.name", "entry_words.keywords", "entry_words.text"]
        for tier in max(1, cursor?.tier ?? 1)...3 {
            let after = SQLValue.integer(cursor?.tier == tier ? cursor?.number ?? 0 : 0)
            let isBetter: SQLFragment = tier > 1 ? " AND NOT (\(columns[tier - 2]) @@ \(match))" : ""
            tiers.append(
                """
                (SELECT \(.integer(tier)) AS tier, entry.number, NULL::text AS name
                FROM entry_words JOIN entry ON entry.number = entry_words.entry
                WHERE \(columns[tier - 1]) @@ \(match) AND entry_words.entry > \(after)
                AND NOT (entry.name >= \(range.first) AND entry.name < \(range.last)) AND \(isWanted)\(isBetter)
                ORDER BY entry_words.entry LIMIT \(limit))
                """)
        }
        return try session.query(
            "SELECT tier, number, name FROM (\(tiers.joined(separator: " UNION ALL "))) AS found LIMIT \(limit)"
        ).rows.map { row in
            SearchHit(number: try row.integer(1), tier: try row.int(0), name: try row.optionalText(2))
        }
    }

    /// A condition for entries in which each of the words is the beginning of a word.
    static func match(_ words: [String]) -> SQLFragment {
        let text = words.map { word -> String in
            let scalars = word.unicodeScalars.flatMap { $0 == "'" || $0 == "\\" ? [$0, $0] : [$0] }
            return "'\(String(String.UnicodeScalarView(scalars)))':*"
        }.joined(separator: " & ")
        return "\(.text(text))::tsquery"
    }
}

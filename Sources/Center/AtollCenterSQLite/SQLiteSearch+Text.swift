import AtollCenterDomain
import AtollPackages
import GRDB

extension SQLiteSearch {
    /// The entries that match a text, in tiers: first, names that begin with it; then entries with all words in the
    /// name; then in name and keywords; then anywhere. The first tier is ordered by name, the others by first
    /// publication.
    ///
    /// A rank that is computed for each match, such as BM25, requires all matches before the first result: 40 ms for a
    /// word that appears in a third of 100,000 entries. The index returns these tiers in their order.
    package func fitting(_ words: [String], _ phrase: String, _ query: SearchQuery, _ wanted: Int) throws -> [SearchHit]
    {
        var hits: [SearchHit] = []
        let (first, last) = (phrase, phrase + "\u{10FFFF}")
        let cursor = query.cursor
        if cursor?.tier ?? 0 == 0 {
            var after: SQL = ""
            if let cursor { after = " AND (entry.name, entry.number) > (\(cursor.name ?? ""), \(cursor.number))" }
            hits = try fetch(
                """
                SELECT entry.number, entry.name FROM entry INDEXED BY entry_by_name
                WHERE entry.name >= \(first) AND entry.name < \(last) AND \(isWanted(query))\(after)
                ORDER BY entry.name, entry.number LIMIT \(wanted)
                """
            ).map { SearchHit(number: $0[0], name: $0[1]) }
        }
        let match = Self.match(words)
        for tier in max(1, cursor?.tier ?? 1)...3 where hits.count < wanted {
            let after = cursor?.tier == tier ? cursor?.number ?? 0 : 0
            let table: SQL = "\(sql: Self.tiers[tier - 1])"
            var isShown: SQL = ""
            if tier > 1 {
                let better: SQL = "\(sql: Self.tiers[tier - 2])"
                isShown = " AND entry.number NOT IN (SELECT rowid FROM \(better) WHERE \(better) MATCH \(match))"
            }
            hits += try fetch(
                """
                SELECT entry.number FROM \(table) CROSS JOIN entry ON entry.number = \(table).rowid
                WHERE \(table) MATCH \(match) AND \(table).rowid > \(after)
                AND NOT (entry.name >= \(first) AND entry.name < \(last)) AND \(isWanted(query))\(isShown)
                ORDER BY \(table).rowid LIMIT \(wanted - hits.count)
                """
            ).map { SearchHit(number: $0[0], tier: tier) }
        }
        return hits
    }

    /// The tables of words, from the best tier to the last; each also contains the words of the ones before it.
    package static let tiers = ["entry_name", "entry_keywords", "entry_text"]

    /// The FTS5 expression for entries in which each of the words is the beginning of a word.
    package static func match(_ words: [String]) -> String {
        // A letter can combine with a following quotation mark into one character, so a word may contain one: quotation
        // marks are found by scalars, not by characters.
        words.map { word in
            let scalars = word.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
            return "\"\(String(String.UnicodeScalarView(scalars)))\"*"
        }.joined(separator: " AND ")
    }
}

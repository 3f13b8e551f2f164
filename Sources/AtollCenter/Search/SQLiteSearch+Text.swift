import AtollPackages
import GRDB

extension SQLiteSearch {
    /// What fits a text, the best first: names that begin with it; then what has all words in the name; then in name and
    /// keywords; then anywhere. Names are in their order, the rest in the order in which it was first published.
    ///
    /// A rank that is computed from each match, as BM25 is, would have to look at all of them before it shows the first: 40 ms
    /// for a word that stands in a third of 100,000. These tiers come out of the index in their order.
    func fitting(_ words: [String], _ phrase: String, _ query: SearchQuery, _ wanted: Int) throws -> [Hit] {
        var hits: [Hit] = []
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
            ).map { Hit(number: $0[0], name: $0[1]) }
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
            ).map { Hit(number: $0[0], tier: tier) }
        }
        return hits
    }

    /// The tables of words, from the best tier to that which has them all: each holds what the ones before it hold, too.
    static let tiers = ["entry_name", "entry_keywords", "entry_text"]

    /// The expression that finds entries with all words, each as the beginning of one.
    static func match(_ words: [String]) -> String {
        // A letter can be one character with a quotation mark behind it, so a word may hold one; by scalars it is found.
        words.map { word in
            let scalars = word.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
            return "\"\(String(String.UnicodeScalarView(scalars)))\"*"
        }.joined(separator: " AND ")
    }
}

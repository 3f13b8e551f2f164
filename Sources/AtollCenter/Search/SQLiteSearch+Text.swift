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
        for tier in max(1, cursor?.tier ?? 1)...3 where hits.count < wanted {
            let after = cursor?.tier == tier ? cursor?.number ?? 0 : 0
            hits += try fetch(
                """
                SELECT entry.number FROM entry_text CROSS JOIN entry ON entry.number = entry_text.rowid
                WHERE entry_text MATCH \(Self.match(words, tier: tier)) AND entry_text.rowid > \(after)
                AND NOT (entry.name >= \(first) AND entry.name < \(last)) AND \(isWanted(query))
                ORDER BY entry_text.rowid LIMIT \(wanted - hits.count)
                """
            ).map { Hit(number: $0[0], tier: tier) }
        }
        return hits
    }

    /// The expression that finds entries with all words, each as the beginning of one: in any column, or those of a tier that
    /// no better tier has.
    static func match(_ words: [String], tier: Int? = nil) -> String {
        // Words hold letters, numbers and emoji only: no quotation mark can be in one.
        let all = "(" + words.map { "\"\($0)\"*" }.joined(separator: " AND ") + ")"
        return switch tier {
        case 1: "{name} : \(all)"
        case 2: "({name keywords} : \(all)) NOT ({name} : \(all))"
        case 3: "\(all) NOT ({name keywords} : \(all))"
        default: all
        }
    }
}

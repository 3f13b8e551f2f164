import AtollCenterDomain
import AtollPackages
import Foundation
import GRDB

/// A search in SQLite. An index finds the results in the order in which they are shown, so that the cost of a page
/// depends on its size, not on the number of results.
struct SQLiteSearch {
    package let database: Database
    /// The audiences that include the visitor.
    package let audiences: [Int64]
    package let superApp: String
    package let now: Date

    /// Up to this many entries that meet a condition are sorted; for more, the index of the order is followed.
    static let sortable = 12_000

    /// The requested page of the results.
    ///
    /// - Parameter knownTotal: The number of results, if known.
    package func page(_ query: SearchQuery, knownTotal: Int?) throws -> SearchPage {
        // One more result than requested shows whether there is a next page.
        let wanted = query.start + query.count + 1
        var expires: Date?
        var hits: [SearchHit]
        var total = knownTotal
        let narrowest = try narrowestCondition(query)
        switch query.subject {
        case .all, .tag: hits = try byName(query, narrowest)
        case .text(let words, let phrase):
            hits = words.isEmpty ? [] : Array(try fitting(words, phrase, query, wanted).dropFirst(query.start))
        case .near(let center, let radius):
            let found = try near(center, radius, query, max(wanted, total == nil ? MiniAppListingPage.maximumTotal : 0))
            hits = Array(found.hits.dropFirst(query.start))
            total = total ?? min(found.count, MiniAppListingPage.maximumTotal)
        case .featured:
            (hits, total, expires) = try featured(query, wanted)
            hits = Array(hits.dropFirst(query.start))
        }
        return SearchPage(
            query, hits, items: try listings(of: hits.prefix(query.count).map(\.number)),
            total: try total ?? count(query, narrowest), expires: expires)
    }

    /// The conditions that every result must meet: the visitor may open it, and it matches the filters.
    ///
    /// - Parameter driver: A condition to leave out, because the entries are selected by it.
    package func isWanted(_ query: SearchQuery, but driver: SearchCondition? = nil) -> SQL {
        var conditions: [SQL] = [Self.among(audiences, "entry.audience")]
        for condition in SearchCondition.all(of: query) where condition != driver { conditions.append(condition.test) }
        return conditions.joined(separator: " AND ")
    }

    package static func among(_ numbers: [Int64], _ column: SQL) -> SQL {
        // The numbers come from our database, not from the request.
        "\(column) IN (\(sql: numbers.map(String.init).joined(separator: ",")))"
    }

    package func fetch(_ sql: SQL) throws -> [Row] {
        let (text, arguments) = try sql.build(database)
        return try Row.fetchAll(database.cachedStatement(sql: text), arguments: arguments)
    }

    package func number(_ sql: SQL) throws -> Int {
        let (text, arguments) = try sql.build(database)
        return try Int.fetchOne(database.cachedStatement(sql: text), arguments: arguments) ?? 0
    }

    /// The JSON of the entries with these numbers, in the same order.
    private func listings(of numbers: [Int64]) throws -> [String] {
        guard !numbers.isEmpty else { return [] }
        // Passed as one value, so that all pages share one prepared statement.
        let list = "[" + numbers.map(String.init).joined(separator: ",") + "]"
        let rows = try fetch(
            "SELECT entry, listing, \(Self.attributes(of: superApp)) FROM entry_listing WHERE entry IN (SELECT value FROM json_each(\(list)))"
        )
        let texts = Dictionary(rows.map { ($0[0] as Int64, SearchEntry.listing($0[1], $0[2])) }) { first, _ in first }
        return numbers.compactMap { texts[$0] }
    }

    /// Selects the JSON of an entry's attributes in a super app, or NULL.
    package static func attributes(of superApp: String) -> SQL {
        let path = "$.\"" + superApp.filter { $0 != "\"" } + "\""
        return "CASE WHEN attributes <> '{}' THEN json_extract(attributes, \(path)) END"
    }
}

extension SQLiteSearch {
    /// Results in the order of names: by sorting the entries that meet the narrowest condition if they are few,
    /// otherwise by the index of names.
    private func byName(_ query: SearchQuery, _ narrowest: (condition: SearchCondition, count: Int)?) throws
        -> [SearchHit]
    {
        var after: SQL = ""
        if let cursor = query.cursor {
            after = " AND (entry.name, entry.number) > (\(cursor.name ?? ""), \(cursor.number))"
        }
        let rows: [Row]
        if let (driver, count) = narrowest, count <= Self.sortable {
            rows = try fetch(
                """
                SELECT entry.number, entry.name FROM (\(driver.source)) AS driver
                CROSS JOIN entry ON entry.number = driver.entry
                WHERE \(isWanted(query, but: driver))\(after) ORDER BY entry.name, entry.number
                LIMIT \(query.count + 1) OFFSET \(query.start)
                """)
        } else {
            rows = try fetch(
                """
                SELECT entry.number, entry.name FROM entry INDEXED BY entry_by_name
                WHERE \(isWanted(query))\(after) ORDER BY entry.name, entry.number
                LIMIT \(query.count + 1) OFFSET \(query.start)
                """)
        }
        return rows.map { SearchHit(number: $0[0], name: $0[1]) }
    }

    /// The number of results, counted up to ``MiniAppListingPage/maximumTotal``.
    private func count(_ query: SearchQuery, _ narrowest: (condition: SearchCondition, count: Int)?) throws -> Int {
        let limit = MiniAppListingPage.maximumTotal
        if case .text(let words, _) = query.subject {
            guard !words.isEmpty else { return 0 }
            return try number(
                """
                SELECT count(*) FROM (SELECT 1 FROM entry_text CROSS JOIN entry ON entry.number = entry_text.rowid
                WHERE entry_text MATCH \(Self.match(words)) AND \(isWanted(query)) LIMIT \(limit))
                """)
        }
        guard let (driver, _) = narrowest else {
            return try number(
                """
                SELECT count(*) FROM (SELECT 1 FROM entry INDEXED BY entry_by_name WHERE \(isWanted(query)) LIMIT \(limit))
                """)
        }
        return try number(
            """
            SELECT count(*) FROM (SELECT 1 FROM (\(driver.source)) AS driver
            CROSS JOIN entry ON entry.number = driver.entry WHERE \(isWanted(query, but: driver)) LIMIT \(limit))
            """)
    }

    /// The indexed condition that the fewest entries meet, and their number, counted up to one more than ``sortable``;
    /// nil for searches that are not ordered by name, or without an indexed condition.
    private func narrowestCondition(_ query: SearchQuery) throws -> (condition: SearchCondition, count: Int)? {
        switch query.subject {
        case .all, .tag: break
        case .text, .near, .featured: return nil
        }
        var narrowest: (SearchCondition, Int)?
        for condition in SearchCondition.all(of: query) where condition.isIndexed {
            let limit = narrowest.map { $0.1 } ?? Self.sortable + 1
            let count = try number("SELECT count(*) FROM (SELECT 1 FROM (\(condition.source)) LIMIT \(limit))")
            if count < narrowest?.1 ?? .max { narrowest = (condition, count) }
        }
        return narrowest
    }

    private func featured(_ query: SearchQuery, _ wanted: Int) throws -> (hits: [SearchHit], total: Int, expires: Date?)
    {
        let time = now.timeIntervalSince1970
        let rows = try fetch(
            """
            SELECT entry.number, featured.position, featured.starts, featured.ends
            FROM featured JOIN entry ON entry.id = featured.mini_app
            WHERE super_app = \(superApp) AND ends > \(time) AND \(isWanted(query)) ORDER BY position
            """)
        let shown = rows.filter { $0["starts"] <= time }
        let after = query.cursor?.distance ?? -1
        let hits = shown.map { SearchHit(number: $0[0], distance: Double($0["position"] as Int)) }
        let changes = rows.flatMap { [$0["starts"] as Double, $0["ends"] as Double] }.filter { $0 > time }
        return (
            Array(hits.filter { ($0.distance ?? 0) > after }.prefix(wanted)), hits.count,
            changes.min().map { Date(timeIntervalSince1970: $0) }
        )
    }
}

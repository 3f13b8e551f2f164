import AtollCenter
import AtollCenterDomain
import AtollPackages
import AtollPostgres
import Foundation
import SQLStatements

/// A search in PostgreSQL, with the results and the order of SQLite's: a page costs at most three statements.
struct PostgresSearch {
    let session: PostgresSession
    /// The audiences that include the visitor.
    let audiences: [Int64]
    let superApp: String
    let now: Date
    /// The time of the catalog's clock that this process knows of.
    let time: Int64

    /// The requested page of the results.
    ///
    /// - Parameter knownTotal: The number of results, if known.
    func page(_ query: SearchQuery, knownTotal: Int?) throws -> SearchPage {
        // One more result than requested shows whether there is a next page.
        let wanted = query.start + query.count + 1
        var expires: Date?
        var hits: [SearchHit]
        var total = knownTotal
        switch query.subject {
        case .all, .tag: hits = try byName(query)
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
        let whole = try total ?? count(query)
        let (items, time) = try listings(of: hits.prefix(query.count).map(\.number))
        var page = SearchPage(query, hits, items: items, total: whole, expires: expires)
        // If the clock did not change, all statements saw the same catalog: the one that caches know.
        page.mayBeKept = time == self.time
        return page
    }

    /// The conditions that every result must meet: the visitor may open it, and it matches the filters.
    func isWanted(_ query: SearchQuery) -> SQLFragment {
        ([isOpen] + SearchCondition.all(of: query).map(\.test)).joined(separator: " AND ")
    }

    private var isOpen: SQLFragment { "entry.audience = ANY (\(.integers(audiences)))" }

    /// The JSON of the entries with these numbers, in the same order, and the time of the catalog's clock.
    private func listings(of numbers: [Int64]) throws -> (items: [String], time: Int64?) {
        let rows = try session.query(
            """
            SELECT value, entry, listing, \(Self.attributes(of: superApp))
            FROM catalog_clock LEFT JOIN entry_listing ON entry = ANY (\(.integers(numbers)))
            """
        ).rows
        var texts: [Int64: String] = [:]
        for row in rows where !row.isNull(1) {
            texts[try row.integer(1)] = try SearchEntry.listing(row.text(2), row.optionalText(3))
        }
        return (numbers.compactMap { texts[$0] }, try rows.first?.integer(0))
    }

    /// Selects the JSON of an entry's attributes in a super app, or NULL.
    static func attributes(of superApp: String) -> SQLFragment {
        "CASE WHEN attributes <> '{}' THEN (attributes::json -> \(.text(superApp)))::text END"
    }

    /// Results in the order of names. Whether to sort those that meet a condition, or to follow the index of names, is
    /// the planner's choice, made for the values at hand.
    private func byName(_ query: SearchQuery) throws -> [SearchHit] {
        var after: SQLFragment = ""
        if let cursor = query.cursor {
            after = " AND (entry.name, entry.number) > (\(.text(cursor.name ?? "")), \(.integer(cursor.number)))"
        }
        return try session.query(
            """
            SELECT entry.number, entry.name FROM entry WHERE \(isWanted(query))\(after)
            ORDER BY entry.name, entry.number LIMIT \(.integer(query.count + 1)) OFFSET \(.integer(query.start))
            """
        ).rows.map { SearchHit(number: try $0.integer(0), name: try $0.text(1)) }
    }

    /// The number of results, counted up to ``MiniAppListingPage/maximumTotal``.
    private func count(_ query: SearchQuery) throws -> Int {
        let limit = SQLValue.integer(MiniAppListingPage.maximumTotal)
        var source: SQLFragment = "entry"
        if case .text(let words, _) = query.subject {
            guard !words.isEmpty else { return 0 }
            source =
                "entry_words JOIN entry ON entry.number = entry_words.entry AND entry_words.text @@ \(Self.match(words))"
        }
        let found = try session.query(
            "SELECT count(*) FROM (SELECT 1 FROM \(source) WHERE \(isWanted(query)) LIMIT \(limit)) AS found")
        guard let row = found.first else { throw PostgresError.noRow }
        return try row.int(0)
    }

    private func featured(
        _ query: SearchQuery, _ wanted: Int
    ) throws -> (hits: [SearchHit], total: Int, expires: Date?) {
        let time = now.timeIntervalSince1970
        let rows = try session.query(
            """
            SELECT entry.number, featured.position, featured.starts, featured.ends
            FROM featured JOIN entry ON entry.id = featured.mini_app
            WHERE super_app = \(.text(superApp)) AND ends > \(.number(time)) AND \(isWanted(query)) ORDER BY position
            """
        ).rows.map {
            (number: try $0.integer(0), position: try $0.int(1), from: try $0.number(2), to: try $0.number(3))
        }
        let after = query.cursor?.distance ?? -1
        let hits = rows.filter { $0.from <= time }.map { SearchHit(number: $0.number, distance: Double($0.position)) }
        let changes = rows.flatMap { [$0.from, $0.to] }.filter { $0 > time }
        return (
            Array(hits.filter { ($0.distance ?? 0) > after }.prefix(wanted)), hits.count,
            changes.min().map { Date(timeIntervalSince1970: $0) }
        )
    }
}

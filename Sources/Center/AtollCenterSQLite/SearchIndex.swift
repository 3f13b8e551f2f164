import AtollCenterDomain
import AtollPackages
import Foundation
import GRDB

/// Updates the tables of ``SearchTables`` when the catalog changes.
struct SearchIndex {
    package let database: Database

    /// The entry of a mini app, derived from the catalog, or nil if searches must not find it.
    package func entry(of id: MiniAppID) throws -> SearchEntry? {
        guard
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT version.listing, version.statement, mini_app.publisher, details.json, minimum_host.version
                    FROM mini_app
                    JOIN version ON version.mini_app = id AND code = current_code AND is_listed = 1
                    LEFT JOIN details ON details.mini_app = id LEFT JOIN minimum_host ON minimum_host.mini_app = id
                    WHERE id = ?
                    """,
                arguments: [id.rawValue])
        else { return nil }
        let roles = try String.fetchAll(
            database, sql: "SELECT role FROM required_role WHERE mini_app = ? ORDER BY role", arguments: [id.rawValue])
        var entry = try SearchEntry(
            listing: row[0], statement: row[1], publisher: row[2], details: row[3], roles: roles, minimumHost: row[4])
        entry.audienceID =
            try Int64.fetchOne(
                database, sql: "SELECT id FROM audience WHERE rule = ?", arguments: [entry.audience.rule]) ?? 0
        entry.number =
            try Int64.fetchOne(database, sql: "SELECT number FROM entry WHERE id = ?", arguments: [id.rawValue]) ?? 0
        return entry
    }

    /// Updates the tables for a mini app, and returns its entry, or nil if searches must not find it.
    package func update(_ id: MiniAppID) throws -> SearchEntry? {
        guard var entry = try entry(of: id) else {
            try remove(id)
            return nil
        }
        (entry.number, entry.audienceID) = try write(entry)
        return entry
    }

    /// Writes an entry to the tables.
    ///
    /// - Returns: Its number, and that of its audience.
    @discardableResult
    package func write(_ entry: SearchEntry) throws -> (number: Int64, audience: Int64) {
        let number = try number(of: entry)
        let audience = try audience(entry.audience)
        let fields = entry.indexed
        try execute(
            """
            UPDATE entry SET audience = ?, name = ?, publisher = ?, language = ?, code = ?, size = ?, published = ?
            WHERE number = ?
            """,
            [
                audience, entry.name, entry.publisher.rawValue, fields.language, fields.code, fields.size,
                fields.published, number,
            ])
        try execute(
            "INSERT OR REPLACE INTO entry_listing (entry, description, listing, attributes) VALUES (?, ?, ?, ?)",
            [
                number, fields.description, entry.storedListing, entry.storedAttributes,
            ])
        try removeDetails(of: number)
        for (words, table) in zip(entry.words, SQLiteSearch.tiers) {
            try execute("DELETE FROM \(table) WHERE rowid = ?", [number])
            try execute(
                "INSERT INTO \(table) (rowid, words) VALUES (?, ?)",
                [number, words.joined(separator: " ")])
        }
        for tag in Set(entry.details.tags) {
            try execute("INSERT INTO entry_tag (tag, entry) VALUES (?, ?)", [tag, number])
        }
        for key in entry.attributes.keys {
            let (text, value): (String?, Double?) =
                switch entry.value(of: .attribute(key)) {
                case .text(let text)?: (text, nil)
                case .number(let number)?: (nil, number)
                case nil: (nil, nil)
                }
            try execute(
                "INSERT INTO entry_attribute (attribute, entry, text, number) VALUES (?, ?, ?, ?)",
                [key, number, text, value])
        }
        for place in entry.details.places {
            let (latitude, longitude) = (place.point.latitude, place.point.longitude)
            try execute("INSERT INTO entry_point (entry) VALUES (?)", [number])
            try execute(
                """
                INSERT INTO entry_area (id, south, north, west, east, entry, latitude, longitude)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    database.lastInsertedRowID, latitude, latitude, longitude, longitude, number, latitude, longitude,
                ])
        }
        return (number, audience)
    }

    /// Removes the entry of a mini app that searches must no longer find.
    private func remove(_ id: MiniAppID) throws {
        let found = try Int64.fetchOne(database, sql: "SELECT number FROM entry WHERE id = ?", arguments: [id.rawValue])
        guard let number = found else { return }
        try removeDetails(of: number)
        for table in SQLiteSearch.tiers { try execute("DELETE FROM \(table) WHERE rowid = ?", [number]) }
        try execute("DELETE FROM entry_listing WHERE entry = ?", [number])
        try execute("DELETE FROM entry WHERE number = ?", [number])
    }

    private func removeDetails(of number: Int64) throws {
        for table in ["entry_tag", "entry_attribute"] {
            try execute("DELETE FROM \(table) WHERE entry = ?", [number])
        }
        try execute("DELETE FROM entry_area WHERE id IN (SELECT id FROM entry_point WHERE entry = ?)", [number])
        try execute("DELETE FROM entry_point WHERE entry = ?", [number])
    }

    /// Fills the empty tables from the catalog.
    func rebuild() throws {
        let ids = try String.fetchAll(database, sql: "SELECT id FROM mini_app WHERE current_code > 0 ORDER BY id")
        for id in ids { _ = try MiniAppID(id).map(update) }
    }

    /// Derives all entries again that have texts beyond ASCII, after a change to how texts are folded and cut into terms.
    package func updateAllBeyondASCII() throws {
        let ids = try String.fetchAll(
            database,
            sql: """
                SELECT mini_app.id FROM mini_app JOIN version ON version.mini_app = id AND code = current_code
                LEFT JOIN details ON details.mini_app = id
                WHERE length(CAST(version.listing AS BLOB)) > length(version.listing)
                OR length(CAST(details.json AS BLOB)) > length(details.json)
                ORDER BY id
                """)
        for id in ids { _ = try MiniAppID(id).map(update) }
    }

    /// The number of a mini app, which stays the same for as long as it is published.
    private func number(of entry: SearchEntry) throws -> Int64 {
        let id = entry.listing.id.rawValue
        if let number = try Int64.fetchOne(database, sql: "SELECT number FROM entry WHERE id = ?", arguments: [id]) {
            return number
        }
        try execute(
            """
            INSERT INTO entry (id, audience, name, publisher, code, size, published) VALUES (?, ?, '', '', 0, 0, 0)
            """,
            [id, audience(entry.audience)])
        return database.lastInsertedRowID
    }

    private func audience(_ audience: Audience) throws -> Int64 {
        let rule = try audience.rule
        if let id = try Int64.fetchOne(database, sql: "SELECT id FROM audience WHERE rule = ?", arguments: [rule]) {
            return id
        }
        try execute("INSERT INTO audience (rule) VALUES (?)", [rule])
        return database.lastInsertedRowID
    }

    /// Executes a cached statement: writing an entry takes about twenty.
    private func execute(_ sql: String, _ arguments: StatementArguments) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

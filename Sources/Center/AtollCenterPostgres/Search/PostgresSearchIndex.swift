import AtollCenter
import AtollCenterDomain
import AtollPackages
import AtollPostgres
import Foundation
import SQLStatements

/// Updates the tables that searches use when the catalog changes. The caller has locked the catalog's clock, so no
/// other process does this meanwhile.
struct PostgresSearchIndex {
    let session: PostgresSession

    /// The entry of a mini app, derived from the catalog, or nil if searches must not find it.
    func entry(of id: MiniAppID) throws -> SearchEntry? {
        let value = SQLValue.text(id.rawValue)
        let found = try session.query(
            """
            SELECT version.listing, version.statement, mini_app.publisher, details.json, minimum_host.version
            FROM mini_app
            JOIN version ON version.mini_app = id AND code = current_code AND is_listed = 1
            LEFT JOIN details ON details.mini_app = id LEFT JOIN minimum_host ON minimum_host.mini_app = id
            WHERE id = \(value)
            """)
        guard let row = found.first else { return nil }
        let roles = try session.query("SELECT role FROM required_role WHERE mini_app = \(value) ORDER BY role").rows
        var entry = try SearchEntry(
            listing: row.text(0), statement: row.text(1), publisher: row.text(2), details: row.optionalText(3),
            roles: roles.map { try $0.text(0) }, minimumHost: row.optionalText(4))
        entry.audienceID = try number(of: entry.audience) ?? 0
        entry.number = try number(of: id) ?? 0
        return entry
    }

    /// Updates the tables for a mini app, and returns its entry, or nil if searches must not find it.
    func update(_ id: MiniAppID) throws -> SearchEntry? {
        guard var entry = try entry(of: id) else {
            try remove(id)
            return nil
        }
        (entry.number, entry.audienceID) = try write(entry)
        return entry
    }

    /// Derives all entries again that have texts beyond ASCII, after a change to how texts are folded and cut into
    /// terms.
    func updateAllBeyondASCII() throws {
        let found = try session.query(
            """
            SELECT mini_app.id FROM mini_app JOIN version ON version.mini_app = id AND code = current_code
            LEFT JOIN details ON details.mini_app = id
            WHERE octet_length(version.listing) > char_length(version.listing)
            OR octet_length(details.json) > char_length(details.json)
            ORDER BY id
            """)
        for id in try found.rows.map({ try $0.text(0) }) { _ = try MiniAppID(id).map(update) }
    }

    /// Writes an entry to the tables.
    ///
    /// - Returns: Its number, and that of its audience.
    @discardableResult
    func write(_ entry: SearchEntry) throws -> (number: Int64, audience: Int64) {
        let audience = try audience(entry.audience)
        let before = try number(of: entry.listing.id)
        let number = try before ?? next("number", in: "entry")
        let value = SQLValue.integer(number)
        let fields = entry.indexed
        try session.query(
            """
            INSERT INTO entry (number, id, audience, name, publisher, language, code, size, published)
            VALUES (\(value), \(.text(entry.listing.id.rawValue)), \(.integer(audience)), \(.text(IndexedText.clamped(entry.name))),
                \(.text(entry.publisher.rawValue)), \(.text(fields.language)), \(.number(fields.code)),
                \(.number(fields.size)), \(.number(fields.published)))
            ON CONFLICT (number) DO UPDATE SET audience = excluded.audience, name = excluded.name,
                publisher = excluded.publisher, language = excluded.language, code = excluded.code,
                size = excluded.size, published = excluded.published
            """)
        try session.query(
            """
            INSERT INTO entry_listing (entry, description, listing, attributes)
            VALUES (\(value), \(.text(fields.description)), \(.text(try entry.storedListing)),
                \(.text(try entry.storedAttributes)))
            ON CONFLICT (entry) DO UPDATE SET description = excluded.description, listing = excluded.listing,
                attributes = excluded.attributes
            """)
        let words = entry.words.map { $0.map(IndexedText.clamped) }
        try session.query(
            """
            INSERT INTO entry_words (entry, name, keywords, text)
            VALUES (\(value), array_to_tsvector(\(.texts(words[0]))), array_to_tsvector(\(.texts(words[1]))),
                array_to_tsvector(\(.texts(words[2]))))
            ON CONFLICT (entry) DO UPDATE SET name = excluded.name, keywords = excluded.keywords, text = excluded.text
            """)
        if before != nil { try removeDetails(of: value) }
        let tags = Array(Set(entry.details.tags))
        if !tags.isEmpty {
            try session.query("INSERT INTO entry_tag (tag, entry) SELECT unnest(\(.texts(tags))), \(value)")
        }
        for key in entry.attributes.keys {
            let (text, number): (String?, Double?) =
                switch entry.value(of: .attribute(key)) {
                case .text(let text)?: (IndexedText.clamped(text), nil)
                case .number(let number)?: (nil, number)
                case nil: (nil, nil)
                }
            try session.query(
                """
                INSERT INTO entry_attribute (attribute, entry, text, number)
                VALUES (\(.text(key)), \(value), \(.text(text)), \(.number(number)))
                """)
        }
        for place in entry.details.places {
            let (latitude, longitude) = (SQLValue.number(place.point.latitude), place.point.longitude)
            try session.query(
                """
                INSERT INTO entry_point (entry, place, latitude, longitude)
                VALUES (\(value), point(\(.number(longitude)), \(latitude)), \(latitude), \(.number(longitude)))
                """)
        }
        return (number, audience)
    }

    /// Removes the entry of a mini app that searches must no longer find.
    private func remove(_ id: MiniAppID) throws {
        guard let number = try number(of: id) else { return }
        let value = SQLValue.integer(number)
        try removeDetails(of: value)
        try session.query("DELETE FROM entry_words WHERE entry = \(value)")
        try session.query("DELETE FROM entry_listing WHERE entry = \(value)")
        try session.query("DELETE FROM entry WHERE number = \(value)")
    }

    private func removeDetails(of entry: SQLValue) throws {
        try session.query("DELETE FROM entry_tag WHERE entry = \(entry)")
        try session.query("DELETE FROM entry_attribute WHERE entry = \(entry)")
        try session.query("DELETE FROM entry_point WHERE entry = \(entry)")
    }

    /// The number of a mini app, which stays the same for as long as it is published.
    private func number(of id: MiniAppID) throws -> Int64? {
        try session.query("SELECT number FROM entry WHERE id = \(.text(id.rawValue))").first?.integer(0)
    }

    private func number(of audience: Audience) throws -> Int64? {
        let digest = SHA256Hash(of: Data(try audience.rule.utf8)).bytes
        return try session.query("SELECT id FROM audience WHERE digest = \(.bytes(digest))").first?.integer(0)
    }

    /// Returns the number of an audience, which is created if it is new.
    func audience(_ audience: Audience) throws -> Int64 {
        if let number = try number(of: audience) { return number }
        let id = try next("id", in: "audience")
        let rule = try audience.rule
        try session.query(
            """
            INSERT INTO audience (id, rule, digest)
            VALUES (\(.integer(id)), \(.text(rule)), \(.bytes(SHA256Hash(of: Data(rule.utf8)).bytes)))
            """)
        return id
    }

    /// One more than the highest number, as SQLite gives them out, so that cursors are the same.
    private func next(_ column: SQLFragment, in table: SQLFragment) throws -> Int64 {
        let found = try session.query("SELECT coalesce(max(\(column)), 0) + 1 FROM \(table)")
        guard let row = found.first else { throw PostgresError.noRow }
        return try row.integer(0)
    }
}

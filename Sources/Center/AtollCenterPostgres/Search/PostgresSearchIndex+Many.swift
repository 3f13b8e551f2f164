import AtollCenter
import AtollCenterDomain
import AtollPostgres
import Foundation
import SQLStatements

extension PostgresSearchIndex {
    /// The separator of an entry's words on their way to the database: no word contains it.
    private static let separator = "\u{1F}"

    /// Adds entries that are not there yet, with one statement for each table.
    ///
    /// - Parameters:
    ///   - start: The number of the first one.
    ///   - audiences: The numbers of their audiences.
    func add(_ entries: [SearchEntry], from start: Int64, _ audiences: [Audience: Int64]) throws {
        guard !entries.isEmpty else { return }
        let numbers = entries.indices.map { start + Int64($0) }
        let fields = entries.map(\.indexed)
        try session.query(
            """
            INSERT INTO entry (number, id, audience, name, publisher, language, code, size, published)
            SELECT number, id, audience, name, publisher, nullif(language, ''), code, size, published
            FROM unnest(\(.integers(numbers)), \(.texts(entries.map(\.listing.id.rawValue))),
                \(.integers(entries.map { audiences[$0.audience] ?? 0 })), \(.texts(entries.map { IndexedText.clamped($0.name) })),
                \(.texts(entries.map(\.publisher.rawValue))), \(.texts(fields.map { $0.language ?? "" })),
                \(.numbers(fields.map(\.code))), \(.numbers(fields.map(\.size))),
                \(.numbers(fields.map(\.published))))
            AS new (number, id, audience, name, publisher, language, code, size, published)
            """)
        try session.query(
            """
            INSERT INTO entry_listing (entry, description, listing, attributes)
            SELECT entry, nullif(description, ''), listing, attributes
            FROM unnest(\(.integers(numbers)), \(.texts(fields.map { $0.description ?? "" })),
                \(.texts(try entries.map { try $0.storedListing })),
                \(.texts(try entries.map { try $0.storedAttributes })))
            AS new (entry, description, listing, attributes)
            """)
        let words = entries.map { $0.words.map { $0.map(IndexedText.clamped) } }
        func tier(_ number: Int) -> SQLValue { .texts(words.map { $0[number].joined(separator: Self.separator) }) }
        let separator = SQLValue.text(Self.separator)
        try session.query(
            """
            INSERT INTO entry_words (entry, name, keywords, text)
            SELECT entry, array_to_tsvector(string_to_array(name, \(separator))),
                array_to_tsvector(string_to_array(keywords, \(separator))),
                array_to_tsvector(string_to_array(text, \(separator)))
            FROM unnest(\(.integers(numbers)), \(tier(0)), \(tier(1)), \(tier(2))) AS new (entry, name, keywords, text)
            """)
        try addDetails(Array(zip(numbers, entries)))
    }

    private func addDetails(_ entries: [(number: Int64, entry: SearchEntry)]) throws {
        let tags = entries.flatMap { number, entry in Set(entry.details.tags).map { (number, $0) } }
        try session.query(
            """
            INSERT INTO entry_tag (entry, tag)
            SELECT * FROM unnest(\(.integers(tags.map(\.0))), \(.texts(tags.map(\.1))))
            """)
        var texts: [(entry: Int64, attribute: String, value: String)] = []
        var numbers: [(entry: Int64, attribute: String, value: Double)] = []
        var others: [(entry: Int64, attribute: String)] = []
        for (number, entry) in entries {
            for key in entry.attributes.keys {
                switch entry.value(of: .attribute(key)) {
                case .text(let text)?: texts.append((number, key, IndexedText.clamped(text)))
                case .number(let value)?: numbers.append((number, key, value))
                case nil: others.append((number, key))
                }
            }
        }
        try session.query(
            """
            INSERT INTO entry_attribute (entry, attribute, text)
            SELECT * FROM unnest(\(.integers(texts.map(\.entry))), \(.texts(texts.map(\.attribute))),
                \(.texts(texts.map(\.value))))
            """)
        try session.query(
            """
            INSERT INTO entry_attribute (entry, attribute, number)
            SELECT * FROM unnest(\(.integers(numbers.map(\.entry))), \(.texts(numbers.map(\.attribute))),
                \(.numbers(numbers.map(\.value))))
            """)
        try session.query(
            """
            INSERT INTO entry_attribute (entry, attribute)
            SELECT * FROM unnest(\(.integers(others.map(\.entry))), \(.texts(others.map(\.attribute))))
            """)
        let places = entries.flatMap { number, entry in entry.details.places.map { (number, $0.point) } }
        try session.query(
            """
            INSERT INTO entry_point (entry, place, latitude, longitude)
            SELECT entry, point(longitude, latitude), latitude, longitude
            FROM unnest(\(.integers(places.map(\.0))), \(.numbers(places.map(\.1.latitude))),
                \(.numbers(places.map(\.1.longitude))))
            AS new (entry, latitude, longitude)
            """)
    }
}

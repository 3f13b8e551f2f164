import AtollPackages
import Foundation
import SignedJSON

/// The stored form of an entry, which is the same in each database.
extension SearchEntry {
    /// Reads an entry from the catalog's tables, as they store its parts.
    package init(
        listing: String, statement: String, publisher: String, details: String?, roles: [String], minimumHost: String?
    ) throws {
        guard let publisher = PublisherID(publisher) else { throw StoredDataError.badPublisher(publisher) }
        let signed = try SignedStatement(parsing: Data(statement.utf8))
        let statement = try ReleaseStatement(parsing: signed.bytes)
        let details = try details.map { try JSONDecoder().decode(MiniAppDetails.self, from: Data($0.utf8)) }
        self.init(
            listing: try JSONDecoder.center.decode(MiniAppListing.self, from: Data(listing.utf8)), publisher: publisher,
            details: details ?? MiniAppDetails(),
            audience: Audience(
                roles: roles, superApps: statement.superApps.sorted(), minimumPlatform: statement.minimumPlatform,
                minimumHost: minimumHost
            )
        )
    }

    /// The fields that filters compare, in addition to name, publisher and id.
    package var indexed: (language: String?, code: Double, size: Double, published: Double, description: String?) {
        (
            listing.language.map(FoldedText.folded), Double(listing.version.code), Double(listing.files.bytes),
            listing.published.timeIntervalSince1970.rounded(.down), listing.summary.map { _ in summary }
        )
    }

    /// The words of each tier, from the best to the last; each also has those of the tiers before it.
    package var words: [[String]] {
        let words = [nameWords, keywordWords, summaryWords]
        return words.indices.map { Array(words[...$0].joined()) }
    }

    /// The JSON of the entry as sent, without the attributes, which differ between super apps.
    package var storedListing: String {
        get throws {
            var listing = listing
            listing.tags = details.tags.isEmpty ? nil : details.tags
            listing.places = details.places.isEmpty ? nil : details.places
            return try Self.text(of: listing)
        }
    }

    /// The JSON of the attributes in all super apps.
    package var storedAttributes: String {
        get throws { try Self.text(of: details.attributes) }
    }

    /// The JSON of an entry, with its attributes in the requesting super app.
    package static func listing(_ text: String, _ attributes: String?) -> String {
        attributes.map { text.dropLast() + #","attributes":"# + $0 + "}" } ?? text
    }

    /// A value as JSON, as databases store it.
    package static func text(of value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder.center.encode(value), as: UTF8.self)
    }

    /// Reads a value that a database stores as JSON.
    package static func value<Value: Decodable>(of text: String) throws -> Value {
        try JSONDecoder.center.decode(Value.self, from: Data(text.utf8))
    }
}

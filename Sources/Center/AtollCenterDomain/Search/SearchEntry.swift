import AtollPackages
import Foundation

/// A mini app as searches see it: its current version, its publisher's details, and who may open it.
package struct SearchEntry: Sendable {
    /// The listing of its current version.
    package let listing: MiniAppListing
    package let publisher: PublisherID
    package let details: MiniAppDetails
    package let audience: Audience
    /// The number of its audience; 0 if it is not stored yet.
    package var audienceID: Int64 = 0
    /// Its own number; 0 if it is not stored yet.
    package var number: Int64 = 0
    package let name: String
    package let summary: String
    package let nameWords: [String]
    package let keywordWords: [String]
    package let summaryWords: [String]

    /// Creates an entry, with its texts folded and cut into words.
    package init(listing: MiniAppListing, publisher: PublisherID, details: MiniAppDetails, audience: Audience) {
        self.listing = listing
        self.publisher = publisher
        self.details = details
        self.audience = audience
        name = FoldedText.folded(listing.name)
        summary = FoldedText.folded(listing.summary ?? "")
        // Words of the short name count as words of the name.
        let others = listing.texts?.values.map { $0 } ?? []
        nameWords =
            SearchTerms.stored(listing.name) + SearchTerms.stored(listing.shortName ?? "")
            + others.flatMap { SearchTerms.stored($0.name ?? "", upTo: Self.termsOfAName, words: Self.wordsOfAName) }
            .sorted()
        keywordWords = details.keywords.flatMap { SearchTerms.stored($0) }
        summaryWords =
            SearchTerms.stored(listing.summary ?? "")
            + others.flatMap { SearchTerms.stored($0.summary ?? "") }.sorted()
    }

    /// How many words of a name in another language it is found by, and how many terms, where words have no spaces.
    private static let (wordsOfAName, termsOfAName) = (8, 32)

    package enum Value {
        case text(String)
        case number(Double)
    }

    /// The entry's value of a field, with text folded, or nil if it has none.
    package func value(of field: SearchFilter.Field) -> Value? {
        switch field {
        case .standard(.id): .text(listing.id.rawValue)
        case .standard(.name): .text(name)
        case .standard(.description): listing.summary.map { _ in .text(summary) }
        case .standard(.publisher): .text(publisher.rawValue)
        case .standard(.language): listing.language.map { .text(FoldedText.folded($0)) }
        case .standard(.code): .number(Double(listing.version.code))
        case .standard(.size): .number(Double(listing.files.bytes))
        case .standard(.published): .number(listing.published.timeIntervalSince1970.rounded(.down))
        case .attribute(let key):
            switch attributes[key] {
            case .text(let text)?: .text(FoldedText.folded(text))
            case .number(let number)?: .number(number)
            case nil: nil
            }
        }
    }

    /// All attributes, by the key under which they are stored.
    package var attributes: [String: AttributeValue] {
        var all: [String: AttributeValue] = [:]
        for (superApp, values) in details.attributes {
            for (name, value) in values { all[SearchFilter.key(name, of: superApp)] = value }
        }
        return all
    }

    /// Whether every word of a search is the beginning of a word of this entry.
    package func hasWords(beginningWith words: [String]) -> Bool {
        let all = nameWords + keywordWords + summaryWords
        return words.allSatisfy { word in all.contains { $0.utf8.starts(with: word.utf8) } }
    }
}

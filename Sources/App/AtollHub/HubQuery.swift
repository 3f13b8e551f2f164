import AtollCatalog
import AtollPackages
import Foundation

/// A search in the hub.
public enum HubQuery: Hashable, Sendable {
    /// Everything that the user may open, sorted by name.
    case all
    /// The mini apps that match a text.
    case text(String)
    /// The mini apps with a tag.
    case tag(String)
    /// The mini apps that are useful within ``radius`` of a point.
    case near(GeoPoint)

    /// The radius of ``near(_:)``, in metres.
    public static let radius = 25_000.0
    /// The maximum length of a search text, in characters.
    public static let maximumText = 200

    /// The query for typed text: white space is normalized, and the text is cut off at ``maximumText``. Empty text is
    /// ``all``.
    public init(typed text: String) {
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self = text.isEmpty ? .all : .text(String(text.prefix(Self.maximumText)))
    }

    /// The query as a search of the catalog.
    public var search: CatalogSearch {
        switch self {
        case .all: CatalogSearch()
        case .text(let text): CatalogSearch(.text(text))
        case .tag(let tag): CatalogSearch(.tag(tag))
        case .near(let point): CatalogSearch(.near(point, radius: Self.radius))
        }
    }

    /// Whether a listing probably matches, judged without the Center while it is out of reach. A text matches if each
    /// of its words begins a word of the names or the description, compared as the Center does.
    public func mayFit(_ listing: MiniAppListing) -> Bool {
        switch self {
        case .all: return true
        case .tag(let tag): return listing.tags?.contains(tag) ?? false
        case .near(let point):
            return listing.places?.contains { $0.point.distance(to: point) <= Self.radius } ?? false
        case .text(let text):
            let others = (listing.texts ?? [:]).values
                .map { "\($0.name ?? "") \($0.shortName ?? "") \($0.summary ?? "")" }.joined(separator: " ")
            let all = WordText("\(listing.name) \(listing.shortName ?? "") \(listing.summary ?? "") \(others)")
            if text.allSatisfy(\.isWhitespace) { return true }
            let words = WordText.words(SearchTerms.clipped(text))
            return !words.isEmpty && words.allSatisfy(all.has)
        }
    }
}

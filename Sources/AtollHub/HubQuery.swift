import AtollCatalog
import AtollPackages
import Foundation

/// What a user looks for in the hub.
public enum HubQuery: Hashable, Sendable {
    /// Everything that they may open, by name.
    case all
    /// What fits a text.
    case text(String)
    /// A category.
    case tag(String)
    /// What is of use around a point.
    case near(GeoPoint)

    /// How far around, in metres.
    public static let radius = 25_000.0
    /// The longest text that is looked for, in characters.
    public static let maximumText = 200

    /// A query for what somebody typed: everything, where that is nothing.
    public init(typed text: String) {
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self = text.isEmpty ? .all : .text(String(text.prefix(Self.maximumText)))
    }

    /// The same as the catalog reads it.
    public var search: CatalogSearch {
        switch self {
        case .all: CatalogSearch()
        case .text(let text): CatalogSearch(.text(text))
        case .tag(let tag): CatalogSearch(.tag(tag))
        case .near(let point): CatalogSearch(.near(point, radius: Self.radius))
        }
    }

    /// Whether a listing fits, as far as that can be said without the Center: while it is out of reach.
    public func mayFit(_ listing: MiniAppListing) -> Bool {
        switch self {
        case .all: return true
        case .tag(let tag): return listing.tags?.contains(tag) ?? false
        case .near(let point):
            return listing.places?.contains { $0.point.distance(to: point) <= Self.radius } ?? false
        case .text(let text):
            func folded(_ text: String) -> String {
                text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            }
            let all = folded("\(listing.name) \(listing.shortName ?? "") \(listing.summary ?? "")")
                .split { !$0.isLetter && !$0.isNumber }
            return folded(text).split { !$0.isLetter && !$0.isNumber }.allSatisfy { word in
                all.contains { $0.hasPrefix(word) }
            }
        }
    }
}

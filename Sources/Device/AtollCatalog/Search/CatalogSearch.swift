import AtollPackages
import Foundation

/// A search among the mini apps that a user may open.
public struct CatalogSearch: Hashable, Sendable {
    /// The kind of a search, which also determines the order of the results.
    public enum Subject: Hashable, Sendable {
        /// Every mini app, by name.
        case all
        /// The mini apps that contain every word of a text, or a word beginning with it, in their name, keywords or
        /// description, best match first. A text without words is the same as ``all``.
        case text(String)
        /// The mini apps with exactly this tag, by name.
        case tag(String)
        /// The mini apps with a point within `radius` metres of this one, nearest first.
        case near(GeoPoint, radius: Double)
        /// The mini apps that the super app features, in its order.
        case featured
    }

    /// The subject of the search.
    public var subject: Subject
    /// The filters, all of which a mini app must satisfy.
    public var filters: [CatalogFilter]

    /// Creates a search; without arguments, for every mini app.
    public init(_ subject: Subject = .all, where filters: [CatalogFilter] = []) {
        self.subject = subject
        self.filters = filters
    }

    /// The text that is searched for, if it is a search for one.
    var text: String? { if case .text(let text) = subject { text } else { nil } }

    /// The search as query items of the Center's API.
    ///
    /// - Throws: ``CatalogError/invalidRequest(_:)`` for a radius out of range, or a filter that can't be encoded.
    func queryItems() throws(CatalogError) -> [URLQueryItem] {
        var items: [URLQueryItem]
        switch subject {
        case .all: items = []
        case .text(let text): items = [URLQueryItem(name: "text", value: SearchTerms.clipped(text))]
        case .tag(let tag): items = [URLQueryItem(name: "tag", value: tag)]
        case .near(let center, let radius):
            guard radius > 0, radius <= GeoPoint.maximumDistance else {
                throw .invalidRequest(
                    "the radius must be above 0 and at most \(Int(GeoPoint.maximumDistance)) metres")
            }
            items = [
                URLQueryItem(name: "near", value: "\(center.latitude),\(center.longitude)"),
                URLQueryItem(name: "radius", value: "\(radius)"),
            ]
        case .featured: items = [URLQueryItem(name: "featured", value: "true")]
        }
        if !filters.isEmpty {
            do {
                let json = try JSONEncoder().encode(filters)
                items.append(URLQueryItem(name: "where", value: String(decoding: json, as: UTF8.self)))
            } catch {
                throw .invalidRequest("a filter compares with something that is not a number")
            }
        }
        return items
    }
}

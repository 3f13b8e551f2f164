import AtollPackages
import Foundation

/// What to look for among the mini apps that a user may open.
public struct CatalogSearch: Hashable, Sendable {
    public enum Subject: Hashable, Sendable {
        /// Every mini app, by name.
        case all
        /// What has all words of a text in its name, keywords or description, the best first; a word may be the beginning of
        /// one. A text without any is ``all``.
        case text(String)
        /// What has this very tag, by name.
        case tag(String)
        /// What has a point within so many metres of this one, the nearest first.
        case near(GeoPoint, radius: Double)
        /// What the super app shows first, in its order.
        case featured
    }

    public var subject: Subject
    /// All of them are required.
    public var filters: [CatalogFilter]

    public init(_ subject: Subject = .all, where filters: [CatalogFilter] = []) {
        self.subject = subject
        self.filters = filters
    }

    /// As the Center reads it.
    func queryItems() throws(CatalogError) -> [URLQueryItem] {
        var items: [URLQueryItem]
        switch subject {
        case .all: items = []
        case .text(let text): items = [URLQueryItem(name: "text", value: text)]
        case .tag(let tag): items = [URLQueryItem(name: "tag", value: tag)]
        case .near(let center, let radius):
            guard radius > 0, radius <= GeoPoint.maximumDistance else {
                throw .invalidRequest("a radius is above 0 and at most \(Int(GeoPoint.maximumDistance)) metres")
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

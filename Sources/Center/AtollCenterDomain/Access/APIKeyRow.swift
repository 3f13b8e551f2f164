import AtollPackages
import Foundation

/// An API key as databases store it, without its secret's digest.
package struct APIKeyRow: Sendable {
    package let id: String
    package let publisher: String
    /// Separated by spaces.
    package let scopes: String
    /// Separated by spaces; empty for all of the publisher's.
    package let ids: String
    /// In seconds since 1970.
    package let created: Int
    package let expires: Int

    package init(id: String, publisher: String, scopes: String, ids: String, created: Int, expires: Int) {
        self.id = id
        self.publisher = publisher
        self.scopes = scopes
        self.ids = ids
        self.created = created
        self.expires = expires
    }

    package init(_ key: APIKey) {
        self.init(
            id: key.id, publisher: key.publisher.rawValue,
            scopes: key.scopes.map(\.rawValue).sorted().joined(separator: " "),
            ids: key.ids.map(\.rawValue).sorted().joined(separator: " "),
            // cannot trap: the current time, and one that the operator chooses within ten years of it.
            created: Int(key.created.timeIntervalSince1970), expires: Int(key.expires.timeIntervalSince1970))
    }

    /// The key, or nil if this program could not have stored it.
    package var key: APIKey? {
        guard let publisher = PublisherID(publisher) else { return nil }
        let names = ids.split(separator: " ")
        let ids = names.compactMap { MiniAppID(String($0)) }
        // No ids means all, so an id that can't be parsed must not be dropped.
        guard ids.count == names.count else { return nil }
        return APIKey(
            id: id, publisher: publisher,
            scopes: Set(scopes.split(separator: " ").compactMap { APIKeyScope(rawValue: String($0)) }),
            ids: Set(ids), created: Date(timeIntervalSince1970: TimeInterval(created)),
            expires: Date(timeIntervalSince1970: TimeInterval(expires)))
    }
}

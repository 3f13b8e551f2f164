import AtollPackages
import Foundation

/// What an API key may be used for.
public enum APIKeyScope: String, Hashable, Sendable, CaseIterable {
    /// Upload versions of the publisher's mini apps.
    case publish
    /// Decide which roles may open the publisher's mini apps.
    case access
    /// Define attributes for the publisher's super apps, and what these feature.
    case catalog
}

/// What the Center knows of an API key. The secret is not part of it.
public struct APIKey: Hashable, Sendable {
    public let id: String
    /// Whose mini apps it is for.
    public let publisher: PublisherID
    public let scopes: Set<APIKeyScope>
    /// The mini apps and super apps that it is for; all of the publisher's, if there are none.
    public let ids: Set<MiniAppID>
    public let created: Date
    public let expires: Date

    func allows(_ scope: APIKeyScope, of miniApp: MiniAppID) -> Bool {
        scopes.contains(scope) && miniApp.belongs(to: publisher) && (ids.isEmpty || ids.contains(miniApp))
    }
}

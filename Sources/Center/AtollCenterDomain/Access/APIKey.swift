import AtollPackages
import Foundation

/// A stored API key, without its secret.
public struct APIKey: Hashable, Sendable {
    /// The public part of the key's text: 16 hexadecimal digits, by which it is listed and revoked.
    public let id: String
    /// The publisher that the key belongs to.
    public let publisher: PublisherID
    /// The operations that the key permits.
    public let scopes: Set<APIKeyScope>
    /// The mini apps and super apps that the key is limited to; if empty, all of the publisher's.
    public let ids: Set<MiniAppID>
    /// The time at which the key was created.
    public let created: Date
    /// The time from which the key is no longer accepted.
    public let expires: Date

    package func allows(_ scope: APIKeyScope, of miniApp: MiniAppID) -> Bool {
        scopes.contains(scope) && miniApp.belongs(to: publisher) && (ids.isEmpty || ids.contains(miniApp))
    }
}

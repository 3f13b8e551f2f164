import AtollPackages
import Foundation

/// An operation that an API key permits.
public enum APIKeyScope: String, Hashable, Sendable, CaseIterable {
    /// Upload, withdraw and describe the publisher's mini apps.
    case publish
    /// Set the roles that may open the publisher's mini apps.
    case access
    /// Set the attributes, the featured mini apps and the home configuration of the publisher's super apps.
    case catalog
}

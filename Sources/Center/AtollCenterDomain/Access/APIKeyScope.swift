/// An operation that an API key permits.
public enum APIKeyScope: String, Hashable, Sendable, CaseIterable {
    /// Upload and describe the publisher's mini apps.
    case publish
    /// Set the roles that may open the publisher's mini apps.
    case access
    /// Set the attributes, the featured mini apps and the home configuration of the publisher's super apps.
    case catalog
    /// Read versions, and what was found in them.
    case read
    /// Schedule, begin, hold, complete and withdraw releases.
    case release
    /// Comment on versions as a reviewer; deciding on them needs a person.
    case review
    /// Change super apps and their versions, and let organizations publish in them.
    case superApp = "superapp"
    /// Change an organization and its members.
    case organization = "org"
    /// Create and close organizations.
    case platform
    /// Read the audit log.
    case audit
    /// Read how mini apps are used.
    case reports

    /// The default scopes of a publisher's key.
    public static let publishing: Set<APIKeyScope> = [.publish, .release, .access, .catalog]
}

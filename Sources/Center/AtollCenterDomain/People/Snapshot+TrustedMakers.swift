import AtollCenterAPI
import SQLStatements

extension Snapshot {
    /// Whether the account that trusted a repository may still publish a mini app. The operator always may.
    ///
    /// - Parameters:
    ///   - maker: The account; empty for the operator.
    ///   - miniApp: The mini app, or nil for the organization as a whole.
    func mayStillPublish(_ maker: String, _ organization: String, _ miniApp: String?) throws -> Bool {
        guard !maker.isEmpty else { return true }
        let subject = PermissionSubject(organization: organization, miniApp: miniApp)
        let person = try person(maker)
        return [Action.uploadVersions, .manageTrustedPublishers].contains {
            PermissionMatrix.allows($0, of: subject, to: person)
        }
    }

    /// Whether an API key that a CI job got for its token may still be used: the account that trusted its repository must still be
    /// permitted to publish. Always true for keys that were made in another way.
    package func isStillTrusted(_ key: String, for miniApp: String?) throws -> Bool {
        let row = try session.row(
            """
            SELECT trusted_publisher.maker, trusted_publisher.organization FROM api_key
            JOIN trusted_publisher ON trusted_publisher.id = api_key.trusted_publisher
            WHERE api_key.id = \(.text(key))
            """)
        guard let row else { return true }
        return try mayStillPublish(row.text(0), row.text(1), miniApp)
    }
}

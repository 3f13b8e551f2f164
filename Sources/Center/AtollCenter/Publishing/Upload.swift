import AtollCenterDomain
import AtollPackages
import Foundation

/// An uploaded package, with its publisher's statement.
struct Upload: Sendable {
    let archive: Data
    let statement: SignedStatement
    let id: MiniAppID
    let publisher: PublisherID
    let sender: PublisherSender
    /// Whether it stays a draft, to be submitted with its release notes, even in a super app that no organization owns.
    var isDraft = false

    var actor: AuditActor { sender.caller.actor }

    /// The account responsible for the upload, also by an API key: for a CI job's key, the member who trusted its
    /// repository.
    func maker(_ view: Snapshot) throws -> String? {
        if let maker = sender.caller.maker { return maker }
        guard case .key(let key, _) = sender else { return nil }
        return try view.session.row(
            """
            SELECT nullif(trusted_publisher.maker, '') FROM trusted_publisher
            JOIN api_key ON api_key.trusted_publisher = trusted_publisher.id WHERE api_key.id = \(.text(key.id))
            """)?.optionalText(0)
    }

    /// Checks that the sender may upload this now.
    func check(_ subject: PermissionSubject, _ view: Snapshot) throws {
        try sender.require(.uploadVersions, of: subject, view)
    }
}

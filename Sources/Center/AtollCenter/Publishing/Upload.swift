import AtollCenterDomain
import AtollPackages
import Foundation

/// A package that somebody uploads, with its publisher's statement.
struct Upload: Sendable {
    let archive: Data
    let statement: SignedStatement
    let id: MiniAppID
    let publisher: PublisherID
    let sender: PublisherSender
    /// Whether it stays a draft, to be submitted with its release notes, even in a super app that no organization owns.
    var isDraft = false

    var actor: AuditActor { sender.caller.actor }

    /// The account that stands behind it, also by an API key: that of a CI job is whoever has trusted its repository.
    func maker(_ view: Snapshot) throws -> String? {
        if let maker = sender.caller.maker { return maker }
        guard case .key(let key, _) = sender else { return nil }
        return try view.session.row(
            """
            SELECT nullif(trusted_publisher.maker, '') FROM trusted_publisher
            JOIN api_key ON api_key.trusted_publisher = trusted_publisher.id WHERE api_key.id = \(.text(key.id))
            """)?.optionalText(0)
    }

    /// Checks that whoever uploads this may do so now.
    func check(_ subject: PermissionSubject, _ view: Snapshot) throws {
        try sender.require(.uploadVersions, of: subject, view)
    }
}

import AtollPackages
import Foundation

/// A package that somebody uploads, with its publisher's statement.
struct Upload: Sendable {
    let archive: Data
    let statement: SignedStatement
    let id: MiniAppID
    let publisher: PublisherID
    let sender: PublisherSender

    var actor: AuditActor { sender.caller.actor }

    /// The account that stands behind it, also by an API key.
    var maker: String? { sender.caller.maker }

    /// Checks that whoever uploads this may do so now.
    func check(_ subject: PermissionSubject, _ view: WorkView) throws {
        try sender.require(.uploadVersions, of: subject, view)
    }
}

import AtollPackages
import Foundation

/// A package that somebody uploads, with its publisher's statement.
struct Upload: Sendable {
    let archive: Data
    let statement: SignedStatement
    let id: MiniAppID
    let publisher: PublisherID
    let actor: AuditActor
    /// Somebody who is signed in; nil for an API key, which was checked already.
    let caller: Caller?

    /// The account that stands behind it, also by an API key.
    func maker(_ view: WorkView) throws -> String? {
        try caller?.account ?? view.key(actor.id)?.maker
    }

    /// Checks that a person may upload this.
    func check(_ subject: PermissionSubject, _ view: WorkView) throws {
        if let caller { try view.require(.uploadVersions, of: subject, by: caller, named: "mini app") }
    }
}

import AtollCenterAPI
import AtollCenterDomain
import AtollPackages
import Foundation
import Logging
import SQLStatements

/// The context of a request that may change the settings of a super app.
struct SuperAppContext: Sendable {
    let base: CenterContext
    /// The super app in the path.
    let id: MiniAppID
    /// Who changes them.
    let actor: AuditActor

    /// Notes in the audit log what is done to the super app, or to one of its mini apps: for the transaction in which it is
    /// done.
    func noting(
        at now: Date
    )
        -> @Sendable (
            any SQLSession, AuditAction, _ miniApp: MiniAppID?, _ before: String?, _ after: String?
        ) throws -> Void
    {
        { session, action, miniApp, before, after in
            let change = Transaction(session: session, actor: actor, now: now)
            try change.takeTurn()
            let owner = try change.view.superApp(id.rawValue)?.organization
            try change.note(
                AuditRecord(
                    action, organization: owner, superApp: id.rawValue, miniApp: miniApp?.rawValue, before: before,
                    after: after))
        }
    }

    /// Notes one thing.
    func noting(
        _ action: AuditAction, _ after: String? = nil, at now: Date
    ) -> @Sendable (any SQLSession) throws -> Void {
        let note = noting(at: now)
        return { try note($0, action, nil, nil, after) }
    }

    /// Logs an operation with the id and who performed it.
    func log(_ message: Logger.Message, _ metadata: Logger.Metadata = [:]) {
        var all = metadata
        all["superApp"] = "\(id)"
        all["\(actor.kind == .key ? "key" : "account")"] = "\(actor.id)"
        base.logger.info(message, metadata: all)
    }
}

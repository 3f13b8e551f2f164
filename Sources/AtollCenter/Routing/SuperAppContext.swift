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

    /// Notes in the audit log what is done to the super app: for the transaction in which it is done.
    func noting(
        _ record: AuditAction, _ after: String? = nil, at now: Date
    ) -> @Sendable (any SQLSession) throws -> Void {
        { session in
            let change = WorkChange(session: session, actor: actor, now: now)
            try change.takeTurn()
            let owner = try change.view.superApp(id.rawValue)?.organization
            try change.note(AuditRecord(record, organization: owner, superApp: id.rawValue, after: after))
        }
    }

    /// The same of one of its mini apps.
    func noting(
        _ record: AuditAction, at now: Date
    ) -> @Sendable (any SQLSession, _ miniApp: MiniAppID?, _ after: String?) throws -> Void {
        { session, miniApp, after in
            let change = WorkChange(session: session, actor: actor, now: now)
            try change.takeTurn()
            let owner = try change.view.superApp(id.rawValue)?.organization
            try change.note(
                AuditRecord(
                    record, organization: owner, superApp: id.rawValue, miniApp: miniApp?.rawValue, after: after))
        }
    }

    /// Logs an operation with the id and who performed it.
    func log(_ message: Logger.Message, _ metadata: Logger.Metadata = [:]) {
        var all = metadata
        all["superApp"] = "\(id)"
        all["\(actor.kind == .key ? "key" : "account")"] = "\(actor.id)"
        base.logger.info(message, metadata: all)
    }
}

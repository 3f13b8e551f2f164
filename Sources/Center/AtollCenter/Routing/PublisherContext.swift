import AtollCenterAPI
import AtollCenterDomain
import AtollPackages
import Foundation
import Logging
import SQLStatements

/// The context of a request from a sender that works on a mini app.
struct PublisherContext: Sendable {
    let base: CenterContext
    /// The mini app in the path.
    let id: MiniAppID
    let sender: PublisherSender

    var caller: Caller { sender.caller }
    var actor: AuditActor { caller.actor }

    /// Checks that the sender may act on the mini app, which need not have a version yet, and notes
    /// the action in the audit log: for the transaction in which it is done.
    func noting(
        _ action: Action, _ record: AuditAction, _ after: String? = nil, at now: Date
    ) -> @Sendable (any SQLSession) throws -> Void {
        { session in
            let change = Transaction(session: session, actor: actor, now: now)
            try change.takeTurn()
            let subject = try change.view.subject(of: id)
            try require(action, of: subject, change.view)
            try change.note(
                AuditRecord(
                    record, organization: subject.organization, superApp: subject.superApp, miniApp: id.rawValue,
                    after: after))
        }
    }

    /// Checks that the sender may act on the mini app now.
    func require(_ action: Action, of subject: PermissionSubject, _ view: Snapshot) throws {
        try sender.require(action, of: subject, view)
    }

    /// Logs an operation with the id and who performed it.
    func log(_ message: Logger.Message, level: Logger.Level = .info, _ metadata: Logger.Metadata = [:]) {
        var all = metadata
        all["miniApp"] = "\(id)"
        all["\(actor.kind == .user ? "account" : actor.kind.rawValue)"] = "\(actor.id)"
        base.logger.log(level: level, message, metadata: all)
    }
}

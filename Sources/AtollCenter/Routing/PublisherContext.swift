import AtollPackages
import Foundation
import Logging
import SQLStatements

/// The context of a request from whoever works on a mini app.
struct PublisherContext: Sendable {
    let base: CenterContext
    /// The mini app in the path.
    let id: MiniAppID
    let actor: AuditActor
    let sender: Sender

    /// Who sends it.
    enum Sender: Sendable {
        /// Somebody who is signed in; what they may do is not checked yet.
        case person(Caller)
        /// An API key that permits publishing the mini app.
        case key(APIKey)
    }

    /// Somebody whose permissions must be checked, or nil.
    var caller: Caller? { if case .person(let caller) = sender { caller } else { nil } }

    /// Checks that whoever sends the request may do something with the mini app, which need not have a version yet, and notes
    /// it in the audit log: for the transaction in which it is done.
    func noting(
        _ action: Action, _ record: AuditAction, _ after: String? = nil, at now: Date
    ) -> @Sendable (any SQLSession) throws -> Void {
        { session in
            let change = WorkChange(session: session, actor: actor, now: now)
            try change.takeTurn()
            let subject = try change.view.subject(of: id)
            try require(action, of: subject, change.view)
            try change.note(
                AuditRecord(
                    record, organization: subject.organization, superApp: subject.superApp, miniApp: id.rawValue,
                    after: after))
        }
    }

    /// Checks that whoever sends the request may do something with the mini app.
    func require(_ action: Action, of subject: PermissionSubject, _ view: WorkView) throws {
        if let caller { try view.require(action, of: subject, by: caller, named: "mini app") }
    }

    /// Logs an operation with the id and who performed it.
    func log(_ message: Logger.Message, level: Logger.Level = .info, _ metadata: Logger.Metadata = [:]) {
        var all = metadata
        all["miniApp"] = "\(id)"
        all["\(actor.kind == .user ? "account" : actor.kind.rawValue)"] = "\(actor.id)"
        base.logger.log(level: level, message, metadata: all)
    }
}

import AtollPackages
import SQLStatements

extension Transaction {
    /// Withdraws a version: no device starts it from then on. A version that waited for it is released by hand: in an
    /// emergency, nothing else follows by itself.
    ///
    /// - Parameters:
    ///   - fallback: The superseded version that devices go back to if it was live, or nil for none.
    /// - Throws: ``CenterError/currentChanged`` if the fallback is no longer possible.
    package func withdraw(_ version: VersionRecord, fallback: Int?, reason: String) throws -> VersionRecord {
        // Before its mini app is made due, in the order in which a release locks these rows.
        try session.perform(
            """
            UPDATE version SET withdrawn = \(.integer(time)), withdrawal_reason = \(.text(reason))
            WHERE mini_app = \(.text(version.id.rawValue)) AND code = \(.integer(version.code))
            """)
        let withdrawn = try move(version, to: .withdrawn, as: .withdrawRelease, comment: reason)
        if version.state == .live, let fallback { try goBack(to: fallback, of: version.id) }
        // It may have been the version that devices were about to return to.
        try VersionRows(session).makeDue(version.id)
        return withdrawn
    }

    func goBack(to code: Int, of id: MiniAppID) throws {
        guard let version = try view.version(code, of: id), version.state == .superseded, version.hasFiles else {
            throw CenterError.currentChanged
        }
        try move(version, to: .live, as: .goBack, by: .system)
    }

    /// Quarantines a mini app, so that devices start none of its versions, or ends the quarantine.
    ///
    /// - Parameter reason: Nil to end it.
    package func setQuarantine(_ reason: String?, of id: String, by caller: Caller) throws -> MiniAppRecord {
        guard let miniApp = try MiniAppID(id).flatMap({ try view.miniApp($0) }) else {
            throw ActionError.unknown("mini app")
        }
        try view.require(.quarantine, of: miniApp.subject, by: caller, named: "mini app")
        try view.requireConfirmation(of: caller)
        let words = try reason.map { try text($0, as: "reason", atLeast: 1) }
        guard words != miniApp.quarantine else { return miniApp }
        try quarantine(miniApp, words)
        if words == nil { try followWaiting(miniApp.id) }
        guard let changed = try view.miniApp(miniApp.id) else { throw ActionError.unknown("mini app") }
        return changed
    }

    package func quarantine(_ miniApp: MiniAppRecord, _ reason: String?) throws {
        let id = miniApp.id.rawValue
        try session.perform("UPDATE mini_app SET quarantine = \(.text(reason)) WHERE id = \(.text(id))")
        try note(
            AuditRecord(
                reason == nil ? .endQuarantine : .quarantine, organization: miniApp.organization,
                superApp: miniApp.superApp?.id.rawValue, miniApp: id, comment: reason))
        try VersionRows(session).makeDue(miniApp.id)
    }
}

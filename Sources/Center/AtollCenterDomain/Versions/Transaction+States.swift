import AtollCenterAPI
import AtollPackages
import Foundation
import SQLStatements

extension Transaction {
    /// Checks that something may happen to a version now, and that it is as the caller has read it.
    ///
    /// - Throws: ``ActionError/changed(revision:)`` or ``ActionError/refused(rule:_:state:allowed:)``.
    package func check(_ transition: Transition, of version: VersionRecord, revision: Int?) throws {
        if let revision, revision != version.revision { throw ActionError.changed(revision: version.revision) }
        guard Transition.allowed(in: version.state).contains(transition) else {
            let possible = Transition.allowed(in: version.state).map(\.rawValue).joined(separator: ", ")
            throw refusal(
                "state",
                "This is not possible while the version's state is \(version.state.rawValue). "
                    + (possible.isEmpty ? "Nothing else is possible." : "Possible: \(possible)."),
                of: version)
        }
    }

    /// That something can't happen to a version now, with what can.
    package func refusal(_ rule: String, _ detail: String, of version: VersionRecord) -> ActionError {
        .refused(
            rule: rule, detail, state: version.state.rawValue,
            allowed: Transition.allowed(in: version.state).map(\.rawValue))
    }

    /// Brings a version into a state, with its row of the audit log. If devices are concerned, its mini app becomes
    /// due.
    ///
    /// - Parameters:
    ///   - actor: The actor; `nil` for the one who makes the change.
    ///   - change: Sets what else changes.
    /// - Returns: The version as it is now.
    @discardableResult
    package func move(
        _ version: VersionRecord, to state: VersionState, as action: AuditAction, by actor: AuditActor? = nil,
        comment: String? = nil, after: String? = nil, _ change: (inout VersionRecord) throws -> Void = { _ in }
    ) throws -> VersionRecord {
        var next = version
        next.state = state
        next.comment = comment ?? ""
        if state != .inReview { next.reviewer = nil }
        switch state {
        case .live: next.permyriad = Rollout.everyone
        case .rollingOut, .held: break
        default: next.permyriad = 0
        }
        if !state.isReleased || state == .live { next.groups = [] }
        if state != .rollingOut { next.stepTime = nil }
        try change(&next)
        next.revision += 1
        next.changed = time
        try save(next)
        try note(
            AuditRecord(
                action, organization: version.miniApp.organization, superApp: version.miniApp.superApp?.id.rawValue,
                miniApp: version.id.rawValue, code: version.code, before: version.state.rawValue,
                after: after ?? state.rawValue, comment: comment),
            by: actor ?? self.actor)
        if version.state.isReleased || state.isReleased { try VersionRows(session).makeDue(version.id) }
        return next
    }

    /// Takes a version from its reviewer, so that another one can review it.
    func giveBack(_ version: VersionRecord, by actor: AuditActor? = nil, comment: String? = nil) throws -> VersionRecord
    {
        // Those who had approved it may do so again.
        try session.perform(
            """
            DELETE FROM version_approval
            WHERE mini_app = \(.text(version.id.rawValue)) AND code = \(.integer(version.code))
            """)
        return try move(version, to: .submitted, as: .releaseReview, by: actor, comment: comment) { $0.approvals = [] }
    }

    private func save(_ version: VersionRecord) throws {
        let groups = version.groups.isEmpty ? "[]" : try SearchEntry.text(of: version.groups)
        try session.perform(
            """
            UPDATE version_state SET state = \(.text(version.state.rawValue)),
                revision = \(.integer(version.revision)), changed = \(.integer(version.changed)),
                notes = \(.text(version.notes)), wish = \(.text(version.wish.name)),
                starts = \(.integer(version.starts)), reviewer = \(.text(version.reviewer)),
                permyriad = \(.integer(version.permyriad)), rollout_groups = \(.text(groups)),
                plan = \(.text(try version.plan.stored)), step = \(.integer(version.step)),
                step_time = \(.integer(version.stepTime)), comment = \(.text(version.comment))
            WHERE mini_app = \(.text(version.id.rawValue)) AND code = \(.integer(version.code))
            """)
    }

    /// Checks and returns a person's text about a version.
    package func text(_ text: String, as name: String, atLeast least: Int = 0) throws -> String {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (least...VersionRecord.maximumText).contains(trimmed.unicodeScalars.count) else {
            throw ActionError.invalid(name, "must have \(least) to \(VersionRecord.maximumText) characters")
        }
        guard !trimmed.unicodeScalars.contains("\0") else { throw ActionError.invalid(name, "must not have U+0000") }
        return trimmed
    }
}

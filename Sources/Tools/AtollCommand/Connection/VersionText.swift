import AtollCenterAPI
import AtollTerminal
import Foundation
import SignedJSON

/// A version as text for people.
enum VersionText {
    /// The state of a version, in one line.
    static func line(_ version: VersionView) -> String {
        var parts = ["\(version.miniApp)  \(version.code)", version.name, state(version)]
        if version.state == .inReview, version.approvals > 0 {
            parts.append("\(version.approvals) of \(version.approvalsNeeded) approvals")
        }
        if version.quarantine != nil { parts.append("quarantined") }
        if !version.isAnnounced { parts.append("devices are notified as soon as possible") }
        if !version.comment.isEmpty { parts.append(version.comment.replacing("\n", with: " ")) }
        return parts.joined(separator: "  ")
    }

    /// All facts about a version, one on each line.
    static func lines(_ version: VersionView) -> [String] {
        var lines = [
            "\(version.title)  \(version.miniApp)", "version    \(version.code) (\(version.name))",
            "state      \(state(version))", "revision   \(version.revision)",
            "super app  \(version.superApp ?? "–")",
            "uploaded   \(time(version.uploaded)) by \(version.uploaderName ?? "a member of \(version.publisher)")",
            "changed    \(time(version.changed))", "release    \(version.release)",
        ]
        if version.approvalsNeeded > 0 {
            lines.append("approvals  \(version.approvals) of \(version.approvalsNeeded)")
        }
        if version.reviewer != nil { lines.append("reviewer   \(version.reviewerName ?? "another reviewer")") }
        if let starts = version.starts { lines.append("starts     \(time(starts))") }
        let plan = version.plan.map { percent($0.permyriad) }
        if !plan.isEmpty { lines.append("plan       \(plan.joined(separator: ", "))") }
        if let stepTime = version.stepTime { lines.append("next step  \(time(stepTime))") }
        if !version.isAnnounced { lines.append("devices    are notified as soon as possible") }
        for (name, text) in [
            ("quarantine", version.quarantine ?? ""), ("comment  ", version.comment), ("notes    ", version.notes),
        ] {
            // Text by others can't start a line that looks like another field.
            let indented = text.split(separator: "\n", omittingEmptySubsequences: false).joined(
                separator: "\n           ")
            if !text.isEmpty { lines.append("\(name)  \(indented)") }
        }
        lines.append("possible   \(steps(version))")
        return lines
    }

    /// The steps that the reader may take. Approving or rejecting a version that waits claims it first.
    private static func steps(_ version: VersionView) -> String {
        let claims = version.allowed.contains(.claim) && !version.allowed.contains(.approve)
        let steps = version.allowed + (claims ? [.approve, .reject] : [])
        if !steps.isEmpty { return steps.map(\.rawValue).joined(separator: ", ") }
        let isClosed = [.rejected, .withdrawn, .discarded].contains(version.state)
        if isClosed { return "nothing: this version is closed" }
        // A reviewer of the super app who may not decide on this version belongs to its organization.
        let isOwnWork =
            version.actions.contains(.denyPermissions) && !version.actions.contains(.decideReview)
            && !version.actions.contains(.manageSuperApps)
        return [.submitted, .inReview].contains(version.state) && isOwnWork
            ? "nothing by you: it is from your organization, and the super app does not permit that (--self-review)"
            : "nothing by you"
    }

    private static func state(_ version: VersionView) -> String {
        guard version.state == .rollingOut || version.state == .held else { return version.state.rawValue }
        return "\(version.state.rawValue) \(percent(version.permyriad))"
            + (version.groups.isEmpty ? "" : " and \(version.groups.joined(separator: ", "))")
    }

    private static func time(_ seconds: Int) -> String {
        Timestamp.text(Date(timeIntervalSince1970: Double(seconds)))
    }

    /// 250 of 10,000 as `2.5 %`.
    static func percent(_ permyriad: Int) -> String {
        let (whole, rest) = permyriad.quotientAndRemainder(dividingBy: 100)
        guard rest > 0 else { return "\(whole) %" }
        let digits = rest < 10 ? "0\(rest)" : rest.isMultiple(of: 10) ? "\(rest / 10)" : "\(rest)"
        return "\(whole).\(digits) %"
    }
}

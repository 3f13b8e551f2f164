import AtollTerminal
import Foundation
import SignedJSON

/// A version as people read it.
enum VersionText {
    /// Where a version is, in one line.
    static func line(_ version: JSONFields) throws -> String {
        var parts = [
            "\(try version.string("miniApp"))  \(try version.integer("code", in: 1...Int.max))",
            try version.string("name"), try state(version),
        ]
        let (needed, given) = (
            try version.integer("approvalsNeeded", in: 0...9), try version.integer("approvals", in: 0...1_000)
        )
        if try version.string("state") == "inReview", given > 0 { parts.append("\(given) of \(needed) approvals") }
        if version.has("quarantine") { parts.append("quarantined") }
        if try !version.bool("isAnnounced") { parts.append("devices are told as soon as possible") }
        let comment = try version.string("comment")
        if !comment.isEmpty { parts.append(comment.replacing("\n", with: " ")) }
        return parts.joined(separator: "  ")
    }

    /// Everything about a version, a fact to a line.
    static func lines(_ version: JSONFields) throws -> [String] {
        var lines = [
            "\(try version.string("title"))  \(try version.string("miniApp"))",
            "version    \(try version.integer("code", in: 1...Int.max)) (\(try version.string("name")))",
            "state      \(try state(version))", "revision   \(try version.integer("revision", in: 1...Int.max))",
            "super app  \(try version.shown("superApp"))",
            "uploaded   \(try time(version, "uploaded")) by \(try name(version, "uploader"))",
            "changed    \(try time(version, "changed"))", "release    \(try version.string("release"))",
        ]
        let needed = try version.integer("approvalsNeeded", in: 0...9)
        if needed > 0 { lines.append("approvals  \(try version.integer("approvals", in: 0...1_000)) of \(needed)") }
        if version.has("reviewer") { lines.append("reviewer   \(try name(version, "reviewer"))") }
        if version.has("starts") { lines.append("starts     \(try time(version, "starts"))") }
        let plan = try version.objects("plan").map { percent(try $0.integer("permyriad", in: 0...10_000)) }
        if !plan.isEmpty { lines.append("plan       \(plan.joined(separator: ", "))") }
        if version.has("stepTime") { lines.append("next step  \(try time(version, "stepTime"))") }
        if try !version.bool("isAnnounced") { lines.append("devices    are told as soon as possible") }
        for (name, member) in [
            ("quarantine", "quarantine"), ("comment  ", "comment"), ("notes    ", "notes"),
        ] as [(String, ExactString)] {
            let text = version.has(member) ? try version.string(member) : ""
            // Whatever others have written stays beside its name.
            let indented = text.split(separator: "\n", omittingEmptySubsequences: false).joined(
                separator: "\n           ")
            if !text.isEmpty { lines.append("\(name)  \(indented)") }
        }
        let steps = try steps(version)
        lines.append("possible   \(steps.isEmpty ? "nothing: this version is closed" : steps.joined(separator: ", "))")
        return lines
    }

    /// The steps that the state permits. The command claims a version that waits before it approves or rejects it.
    private static func steps(_ version: JSONFields) throws -> [String] {
        let steps = try version.strings("allowed")
        let claims = steps.contains("claim") && !steps.contains("approve")
        return steps + (claims ? ["approve", "reject"] : [])
    }

    /// The name of the uploader or the reviewer, or in general where the reader may not know it.
    private static func name(_ version: JSONFields, _ member: String) throws -> String {
        let name = ExactString(member + "Name")
        if version.has(name) { return try version.string(name) }
        return member == "uploader" ? "a member of \(try version.string("publisher"))" : "another reviewer"
    }

    private static func state(_ version: JSONFields) throws -> String {
        let state = try version.string("state")
        guard state == "rollingOut" || state == "held" else { return state }
        let groups = try version.strings("groups")
        return "\(state) \(percent(try version.integer("permyriad", in: 0...10_000)))"
            + (groups.isEmpty ? "" : " and \(groups.joined(separator: ", "))")
    }

    private static func time(_ version: JSONFields, _ name: ExactString) throws -> String {
        Timestamp.text(Date(timeIntervalSince1970: Double(try version.integer(name, in: 0...Int.max))))
    }

    /// 250 of 10,000 as `2.5 %`.
    static func percent(_ permyriad: Int) -> String {
        let (whole, rest) = permyriad.quotientAndRemainder(dividingBy: 100)
        guard rest > 0 else { return "\(whole) %" }
        let digits = rest < 10 ? "0\(rest)" : rest.isMultiple(of: 10) ? "\(rest / 10)" : "\(rest)"
        return "\(whole).\(digits) %"
    }
}

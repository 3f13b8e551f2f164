import AtollPackages
import Foundation
import PrintableText
import SQLStatements

extension Transaction {
    /// Stores a user's report, and notes it in the log, which notifies the people responsible for the mini app.
    /// A report that was sent before is not stored twice.
    package func report(_ new: NewProblemReport, by person: FeedbackPerson) throws {
        _ = try view.knownVersion(new.code, of: person.miniApp)
        let text = try Self.written(new.text, as: "text")
        let known = try session.row("SELECT person FROM problem_report WHERE id = \(.text(new.id))")
        if let known {
            guard try known.data(0) == person.digest else {
                throw ActionError.taken("id", "Another report has this id.")
            }
            return
        }
        try requireRoom(for: new.kind, of: person)
        let last =
            try session.row(
                """
                SELECT coalesce(max(number), 0) FROM problem_report
                WHERE mini_app = \(.text(person.miniApp.rawValue))
                """)?.int(0) ?? 0
        try session.perform(
            """
            INSERT INTO problem_report (id, number, mini_app, super_app, person, code, platform, kind, body, created,
                state, answer, decider, decided)
            VALUES (\(.text(new.id)), \(.integer(last + 1)), \(.text(person.miniApp.rawValue)),
                \(.text(person.superApp)), \(.bytes(person.digest)), \(.integer(new.code)), \(.text(new.platform)),
                \(.text(new.kind.rawValue)), \(.text(text)), \(.integer(time)), 'open', '', '', NULL)
            """)
        let subject = try view.subject(of: person.miniApp)
        // The user's text is not in the log, which nothing is removed from.
        try note(
            AuditRecord(
                .reportProblem, organization: subject.organization, superApp: person.superApp,
                miniApp: person.miniApp.rawValue, code: new.code, subject: new.id, after: new.kind.rawValue))
    }

    private func requireRoom(for kind: ProblemReport.Kind, of person: FeedbackPerson) throws {
        let open: SQLFragment = "mini_app = \(.text(person.miniApp.rawValue)) AND state = 'open'"
        let own = try session.row(
            "SELECT count(*) FROM problem_report WHERE \(open) AND person = \(.bytes(person.digest))")
        guard try own?.int(0) ?? 0 < StoredProblemReport.maximumOpenOfOne else {
            throw ActionError.conflict(
                rule: "too-many-own-reports",
                "\(StoredProblemReport.maximumOpenOfOne) of your reports about this mini app are still open.")
        }
        let harmful = ProblemReport.Kind.harmful
        // A flood of others leaves room for what matters most.
        let alike: SQLFragment = kind == harmful ? "kind = 'harmful'" : "kind <> 'harmful'"
        let all = try session.row(
            """
            SELECT count(*) FROM problem_report WHERE \(open) AND super_app = \(.text(person.superApp)) AND \(alike)
            """)
        guard try all?.int(0) ?? 0 < StoredProblemReport.maximumOpen else {
            throw ActionError.conflict(
                rule: "too-many-reports", "This mini app has too many open reports. Try again later.")
        }
    }

    /// Answers a report, dismisses it, or opens it again.
    ///
    /// - Parameter answer: What the user reads; nil unless the state is ``ProblemReport/State/answered``.
    /// - Throws: An ``ActionError``, also if another person has decided meanwhile.
    package func decide(
        _ state: ProblemReport.State, answer: String?, on id: String, of miniApp: MiniAppID, by caller: Caller
    ) throws -> StoredProblemReport {
        let subject = try view.subject(of: miniApp)
        try view.require(.answerProblems, of: subject, by: caller, named: "mini app")
        guard let before = try view.problemReport(id, of: miniApp) else { throw ActionError.unknown("report") }
        guard try view.mayDecide(on: before, of: subject, caller) else { throw ActionError.forbidden(.answerProblems) }
        guard (before.state == .open) != (state == .open) else {
            throw ActionError.conflict(
                rule: "decided",
                before.state == .open ? "The report is open already." : "This report was decided already.")
        }
        guard (answer != nil) == (state == .answered) else {
            throw ActionError.invalid("answer", "is needed to answer, and for nothing else")
        }
        let words = try answer.map { try Self.written($0, as: "answer") } ?? ""
        let decided: SQLFragment = state == .open ? "NULL" : "\(.integer(time))"
        try session.perform(
            """
            UPDATE problem_report SET state = \(.text(state.rawValue)), answer = \(.text(words)),
                decider = \(.text(state == .open ? "" : caller.responsible)), decided = \(decided)
            WHERE id = \(.text(id))
            """)
        try note(
            AuditRecord(
                .decideOnProblem, organization: subject.organization, superApp: before.superApp,
                miniApp: miniApp.rawValue, code: before.code, subject: id, before: before.state.rawValue,
                after: state.rawValue))
        guard let after = try view.problemReport(id, of: miniApp) else { throw ActionError.unknown("report") }
        return after
    }

    /// Removes reports that are older than their lifetime.
    package func keepUpFeedback() throws {
        let oldest = time - StoredProblemReport.lifetime * 86_400
        try session.perform("DELETE FROM problem_report WHERE created < \(.integer(oldest))")
        try keepUpRatings()
    }

    /// Returns a text for storage: trimmed, without controls except line feeds, of which there are at most two in a
    /// row, and without characters that reverse the text beside them.
    private static func written(_ text: String, as name: String) throws -> String {
        var kept = String.UnicodeScalarView()
        var lines = 0
        for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
            switch scalar.properties.generalCategory {
            case .lineSeparator, .paragraphSeparator,
                .control where "\r\n\u{85}".unicodeScalars.contains(scalar):
                lines += 1
                if lines <= 2 { kept.append("\n") }
            case .control: if scalar == "\t" { kept.append(" ") }
            default:
                if scalar.turnsDirection { continue }
                lines = 0
                kept.append(scalar)
            }
        }
        let trimmed = String(kept).trimmingCharacters(in: .whitespacesAndNewlines)
        let isSeen = trimmed.unicodeScalars.contains { !$0.isInvisible && !$0.properties.isWhitespace }
        guard isSeen, trimmed.unicodeScalars.count <= ProblemReport.maximumText else {
            throw ActionError.invalid(name, "must have 1 to \(ProblemReport.maximumText) characters")
        }
        return trimmed
    }
}

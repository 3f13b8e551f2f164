import AtollPackages
import Foundation
import SQLStatements

extension Snapshot {
    /// Returns the feedback on a mini app for a user: the average of their super app, and their own.
    package func feedback(for person: FeedbackPerson) throws -> MiniAppFeedback {
        let own = try session.row("SELECT stars FROM rating WHERE \(person.condition)")
        let problems = try session.rows(
            """
            SELECT \(Self.columns) FROM problem_report WHERE person = \(.bytes(person.digest))
            ORDER BY number DESC LIMIT \(.integer(MiniAppFeedback.maximumProblems))
            """
        ).map(Self.report)
        return MiniAppFeedback(
            rating: StarCounts(try stars(of: person.miniApp, in: person.superApp).values).rating,
            ownStars: try own?.int(0), problems: problems.map(\.shown))
    }

    /// Returns the published numbers of users by stars and by the version that they had.
    ///
    /// - Parameter superApp: Of the users of this super app only; nil for all.
    /// - Complexity: O(*v*) in the versions that have ratings.
    package func stars(of miniApp: MiniAppID, in superApp: String? = nil) throws -> [Int: StarCounts] {
        let narrow: SQLFragment = superApp.map { "AND super_app = \(.text($0))" } ?? ""
        let rows = try session.rows(
            """
            SELECT code, stars, CAST(sum(told) AS bigint) FROM rating_count
            WHERE mini_app = \(.text(miniApp.rawValue)) \(narrow) GROUP BY code, stars HAVING sum(told) > 0
            """)
        var found: [Int: StarCounts] = [:]
        for row in rows { found[try row.int(0), default: StarCounts()].add(try row.int(2), of: try row.int(1)) }
        return found
    }

    /// Returns the reports of users about a mini app, the newest first.
    ///
    /// - Parameter number: Those before this one only.
    /// - Complexity: O(log *n* + *k*) in the reports of the mini app and the limit.
    package func problemReports(
        of miniApp: MiniAppID, _ state: ProblemReport.State? = nil, before number: Int? = nil, limit: Int
    ) throws -> [StoredProblemReport] {
        let inState: SQLFragment = state.map { "AND state = \(.text($0.rawValue))" } ?? ""
        let older: SQLFragment = number.map { "AND number < \(.integer($0))" } ?? ""
        return try session.rows(
            """
            SELECT \(Self.columns) FROM problem_report WHERE mini_app = \(.text(miniApp.rawValue)) \(inState) \(older)
            ORDER BY number DESC LIMIT \(.integer(limit))
            """
        ).map(Self.report)
    }

    package func problemReport(_ id: String, of miniApp: MiniAppID) throws -> StoredProblemReport? {
        try session.row(
            """
            SELECT \(Self.columns) FROM problem_report
            WHERE id = \(.text(id)) AND mini_app = \(.text(miniApp.rawValue))
            """
        ).map(Self.report)
    }

    /// Whether a caller who may answer reports may decide on this one: on whether people are harmed, only
    /// administrators of the super app decide, and not the accused.
    package func mayDecide(on report: StoredProblemReport, of subject: PermissionSubject, _ caller: Caller) throws
        -> Bool
    {
        guard try allows(.answerProblems, of: subject, to: caller) else { return false }
        guard report.kind == .harmful, let superApp = try superApp(report.superApp) else { return true }
        return try allows(.answerProblems, of: superApp.subject, to: caller)
    }

    private static let columns: SQLFragment =
        "id, number, super_app, code, platform, kind, body, created, state, answer, decider, decided"

    private static func report(_ row: SQLRow) throws -> StoredProblemReport {
        guard let state = ProblemReport.State(rawValue: try row.text(8)),
            let kind = ProblemReport.Kind(rawValue: try row.text(5))
        else { throw StoredDataError.badReport(try row.text(0)) }
        return StoredProblemReport(
            id: try row.text(0), number: try row.int(1), superApp: try row.text(2), code: try row.int(3),
            platform: try row.text(4), kind: kind, text: try row.text(6), created: try row.int(7), state: state,
            answer: try row.text(9), decider: try row.text(10), decided: try row.optionalInt(11))
    }
}

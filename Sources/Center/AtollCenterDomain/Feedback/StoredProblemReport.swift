import AtollPackages
import Foundation

/// A user's report, as the Center stores it.
package struct StoredProblemReport: Sendable {
    package let id: String
    package let number: Int
    package let superApp: String
    package let code: Int
    package let platform: String
    package let kind: ProblemReport.Kind
    package let text: String
    /// In seconds since 1970.
    package let created: Int
    package let state: ProblemReport.State
    package let answer: String
    /// The account, or the id of a key, that decided on it; empty while it is open.
    package let decider: String
    package let decided: Int?

    /// How many reports of a user about one mini app may be open.
    static let maximumOpenOfOne = 5
    /// How many reports of all users of a mini app in one super app may be open: those that say that people are harmed,
    /// and as many others.
    static let maximumOpen = 1_000
    /// The time for which a report is stored, in days.
    package static let lifetime = 400

    /// The report as the user who made it sees it.
    package var shown: ProblemReport {
        ProblemReport(
            id: id, kind: kind, text: text, reported: Date(timeIntervalSince1970: TimeInterval(created)), state: state,
            answer: answer.isEmpty ? nil : answer)
    }
}

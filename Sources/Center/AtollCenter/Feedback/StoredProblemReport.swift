import AtollPackages
import Foundation

/// A problem that a user has reported, as the Center keeps it.
struct StoredProblemReport: Sendable {
    let id: String
    let number: Int
    let superApp: String
    let code: Int
    let platform: String
    let kind: ProblemReport.Kind
    let text: String
    /// In seconds since 1970.
    let created: Int
    let state: ProblemReport.State
    let answer: String
    /// The account, or the id of a key, that decided on it; empty while it is open.
    let decider: String
    let decided: Int?

    /// How many reports of a user about one mini app may be open.
    static let maximumOpenOfOne = 5
    /// How many reports of all users of a mini app in one super app may be open: those that say that people are harmed, and
    /// as many others.
    static let maximumOpen = 1_000
    /// How long a report is kept, in days.
    static let lifetime = 400

    /// The report as the user who made it sees it.
    var shown: ProblemReport {
        ProblemReport(
            id: id, kind: kind, text: text, reported: Date(timeIntervalSince1970: TimeInterval(created)), state: state,
            answer: answer.isEmpty ? nil : answer)
    }
}

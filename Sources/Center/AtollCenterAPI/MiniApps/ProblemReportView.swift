/// A problem that a user has reported, for those who answer for the mini app. Nothing tells who the user is.
package struct ProblemReportView: Codable, Sendable {
    package let id: String
    package let superApp: String
    package let code: Int
    package let platform: String
    package let kind: String
    package let text: String
    /// The day on which it was reported, in UTC: the time of day could tell who it was.
    package let reported: String
    package let state: String
    package let answer: String?
    /// The account, or the id of a key, that decided on it.
    package let decider: String?
    /// The name of the person who decided; `nil` if the reader may not see it.
    package let deciderName: String?
    package let decided: Int?
    /// Whether the reader may answer it, dismiss it, or open it again.
    package let mayDecide: Bool

    package init(
        id: String, superApp: String, code: Int, platform: String, kind: String, text: String, reported: String,
        state: String, answer: String? = nil, decider: String? = nil, deciderName: String? = nil, decided: Int? = nil,
        mayDecide: Bool
    ) {
        self.id = id
        self.superApp = superApp
        self.code = code
        self.platform = platform
        self.kind = kind
        self.text = text
        self.reported = reported
        self.state = state
        self.answer = answer
        self.decider = decider
        self.deciderName = deciderName
        self.decided = decided
        self.mayDecide = mayDecide
    }
}

import AtollCatalog
import AtollPackages

/// Says what users think of mini apps, and takes what this user thinks. `MiniAppCatalog` is one; tests and previews can
/// use their own.
public protocol FeedbackSource: Sendable {
    /// Returns the average rating of a mini app, and this user's own feedback.
    func feedback(on id: MiniAppID) async throws(FeedbackError) -> MiniAppFeedback
    /// Gives a mini app 1 to 5 stars; nil takes them back.
    func rate(_ id: MiniAppID, stars: Int?, code: Int) async throws(FeedbackError) -> MiniAppFeedback
    /// Reports a problem with a mini app. A report with the same id is the same one.
    func report(_ problem: NewProblemReport, on id: MiniAppID) async throws(FeedbackError) -> MiniAppFeedback
}

extension MiniAppCatalog: FeedbackSource {
    /// Returns the average rating of a mini app, and this user's own feedback.
    public func feedback(on id: MiniAppID) async throws(FeedbackError) -> MiniAppFeedback {
        try await feedback(on: id, within: .seconds(30))
    }
}

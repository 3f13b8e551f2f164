/// The feedback of a super app's users on a mini app, as one of them sees it: `GET /v1/miniapps/{id}/feedback`.
public struct MiniAppFeedback: Codable, Hashable, Sendable {
    /// The average rating; `nil` while so few have rated it that a number could identify a user.
    public let rating: Rating?
    /// The stars that this user gave, 1 to 5.
    public let ownStars: Int?
    /// This user's reports, the newest first, at most ``maximumProblems``.
    public let problems: [ProblemReport]

    /// The most reports of one user that are shown.
    public static let maximumProblems = 20

    /// Creates feedback.
    public init(rating: Rating?, ownStars: Int?, problems: [ProblemReport]) {
        self.rating = rating
        self.ownStars = ownStars
        self.problems = problems
    }

    /// Stars on average.
    public struct Rating: Codable, Hashable, Sendable {
        /// 1 to 5, with one digit after the point.
        public let average: Double
        /// How many users have rated it.
        public let count: Int

        /// Creates a rating.
        public init(average: Double, count: Int) {
            self.average = average
            self.count = count
        }

        /// The average of `count` ratings that add up to `sum`, rounded to tenths.
        ///
        /// - Precondition: `count` is positive.
        package init(sum: Int, count: Int) {
            precondition(count > 0)
            self.init(average: (Double(sum) / Double(count) * 10).rounded() / 10, count: count)
        }
    }
}

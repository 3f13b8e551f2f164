import AtollPackages
import AtollPages
import AtollTexts
import Foundation

/// The section of a mini app's details with the users' feedback, and the forms to give feedback.
struct FeedbackSection: Encodable, Sendable {
    /// The section's id on the page.
    static let anchor = "feedback"

    let rateAddress = FeedbackActions.rating
    let reportAddress = FeedbackActions.report
    /// Whether the Center has answered.
    let isKnown: Bool
    /// The id of a report that is sent from this page, so that sending it twice creates only one.
    let newID = NewProblemReport.newID()
    let code: Int
    /// The ratings that a user may choose: one to five stars.
    let stars: [Star]
    let hasOwnStars: Bool
    let kinds: [Kind]
    let maximumText = ProblemReport.maximumText
    let hasReports: Bool
    let reports: [Report]

    struct Star: Encodable, Sendable {
        let stars: Int
        let label: String
        /// Whether the user's rating has at least as many stars.
        let isFilled: Bool
        let isOwn: Bool
    }

    struct Kind: Encodable, Sendable {
        let kind: String
        let name: String
    }

    struct Report: Encodable, Sendable {
        let text: String
        let about: String
        let state: String
        let answer: String?
    }

    /// - Parameters:
    ///   - feedback: The Center's answer; nil if it did not answer.
    ///   - code: The code of the version that the user has.
    init(_ feedback: MiniAppFeedback?, code: Int) {
        self.code = code
        isKnown = feedback != nil
        let own = feedback?.ownStars ?? 0
        stars = NewRating.starRange.map { number in
            Star(stars: number, label: localized("\(number) stars"), isFilled: number <= own, isOwn: number == own)
        }
        hasOwnStars = own > 0
        kinds = ProblemReport.Kind.allCases.map { Kind(kind: $0.rawValue, name: Self.name(of: $0)) }
        hasReports = !(feedback?.problems ?? []).isEmpty
        reports = (feedback?.problems ?? []).map { report in
            Report(
                text: report.text,
                about: "\(Self.name(of: report.kind)) · \(TextDate.text(report.reported, "yMMMMd"))",
                state: Self.name(of: report.state), answer: report.answer)
        }
    }

    /// The average rating for display, such as "4.3 ★ (27)".
    static func text(of rating: MiniAppFeedback.Rating) -> String {
        let locale = TextLanguage.locale(of: TextLanguage.current)
        let average = rating.average.formatted(.number.precision(.fractionLength(1)).locale(locale))
        return "\(average) ★ (\(rating.count.formatted(.number.locale(locale))))"
    }

    /// The average rating for screen readers.
    static func spoken(_ rating: MiniAppFeedback.Rating) -> String {
        let locale = TextLanguage.locale(of: TextLanguage.current)
        let average = rating.average.formatted(.number.precision(.fractionLength(1)).locale(locale))
        return localized("\(average) of 5 stars, \(rating.count.formatted(.number.locale(locale))) ratings")
    }

    private static func name(of kind: ProblemReport.Kind) -> String {
        switch kind {
        case .broken: localized("Something does not work")
        case .incorrect: localized("The information is wrong")
        case .harmful: localized("It misleads or harms people")
        case .other: localized("Something else")
        }
    }

    private static func name(of state: ProblemReport.State) -> String {
        switch state {
        case .open: localized("Sent")
        case .answered: localized("Answered")
        case .dismissed: localized("Read")
        }
    }
}

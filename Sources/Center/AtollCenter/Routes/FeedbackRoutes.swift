import AtollCenterAnswers
import AtollCenterDomain
import AtollCenterSignIn
import AtollPackages
import AtollRateLimiting
import Foundation
import HTTPTypes
import Hummingbird

/// The feedback of users about mini apps that they may open: stars, and reported problems.
///
/// The people responsible for a mini app read it with ``ProblemReportRoutes``, and don't learn who a user is.
struct FeedbackRoutes {
    let people: PeopleService
    let search: any SearchStore
    private let reading = RateLimiter<String>(.init(burst: 60, perSecond: 1), capacity: 100_000)
    /// A user who tries many ratings has some requests left for a report.
    private let rating = RateLimiter<String>(.init(burst: 20, perSecond: 1.0 / 10), capacity: 100_000)
    private let reporting = RateLimiter<String>(.init(burst: 10, perSecond: 1.0 / 60), capacity: 100_000)

    init(people: PeopleService, search: any SearchStore) {
        self.people = people
        self.search = search
    }

    /// The longest body, in bytes: each character of the text may be an escape.
    private static let bodyLimit = 12 * ProblemReport.maximumText + 1_024

    var routes: [CenterRoute] {
        [
            .visitor(
                .get, "v1/miniapps/:id/feedback",
                RouteDocument(
                    summary: "What users say about a mini app on average, and what the user has said",
                    group: "devices", answer: .feedback)
            ) { _, context in
                let id = try await miniApp(context)
                try Self.slowDown(reading, context)
                let person = FeedbackPerson(context.visitor, of: id, key: try await people.feedbackKey())
                return try Self.response(await people.store.read { try $0.feedback(for: person) })
            },
            .visitor(
                .post, "v1/miniapps/:id/rating",
                RouteDocument(
                    summary: "Give a mini app stars; 0 takes them back", group: "devices", body: .newRating,
                    answer: .feedback)
            ) { request, context in
                let id = try await miniApp(context)
                try Self.slowDown(rating, context)
                let new: NewRating = try await request.json(
                    upTo: Self.bodyLimit, schema: DocumentedShape.newRating.schema)
                return try await change(by: context.visitor, id) { change, person in
                    try change.rate(new, by: person)
                }
            },
            .visitor(
                .post, "v1/miniapps/:id/problems",
                RouteDocument(
                    summary: "Report a problem with a mini app", group: "devices", body: .newProblemReport,
                    answer: .feedback, problems: [.conflict])
            ) { request, context in
                let id = try await miniApp(context)
                try Self.slowDown(reporting, context)
                let new: NewProblemReport = try await request.json(
                    upTo: Self.bodyLimit, schema: DocumentedShape.newProblemReport.schema)
                guard new.id.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else {
                    throw Problem.part("id", "must have 32 hexadecimal digits")
                }
                let response = try await change(by: context.visitor, id) { change, person in
                    try change.report(new, by: person)
                }
                context.logger.info(
                    "A user has reported a problem.",
                    metadata: ["miniApp": "\(id)", "code": "\(new.code)", "kind": "\(new.kind.rawValue)"])
                return response
            },
        ]
    }

    /// The mini app in the path, which the user may open.
    ///
    /// - Throws: A 404 ``Problem``, or 403 for a server that speaks for all users of its super app.
    private func miniApp(_ context: VisitorContext) async throws -> MiniAppID {
        guard !context.visitor.scopes.contains(ReportRoutes.scope), !context.visitor.subject.isEmpty else {
            throw Problem(.forbidden, "Use the user's own token.")
        }
        return try await context.openMiniApp(in: search)
    }

    private static func slowDown(_ limiter: RateLimiter<String>, _ context: VisitorContext) throws {
        let wait = limiter.take("\(context.visitor.host.superApp) \(context.visitor.subject)")
        guard wait > .zero else { return }
        throw ActionError.tooMany(seconds: Int(wait.components.seconds) + 1)
    }

    private func change(
        by visitor: Visitor, _ id: MiniAppID, _ work: @escaping @Sendable (Transaction, FeedbackPerson) throws -> Void
    ) async throws -> Response {
        let person = FeedbackPerson(visitor, of: id, key: try await people.feedbackKey())
        return try Self.response(
            await people.store.change(by: .system) { change in
                try work(change, person)
                return try change.view.feedback(for: person)
            })
    }

    private static func response(_ feedback: MiniAppFeedback) throws -> Response {
        var response = try Response.json(feedback)
        response.headers[.cacheControl] = "private, no-store"
        return response
    }
}

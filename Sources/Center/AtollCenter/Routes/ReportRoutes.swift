import AtollCenterAnswers
import AtollCenterDomain
import AtollPackages
import AtollRateLimiting
import Foundation
import Hummingbird

/// `POST /v1/reports`: what a host has counted; see `UsageReport`.
///
/// A server that speaks for all users of its super app has a token of its issuer with the scope `reports`. Anybody else
/// speaks for one device, whose numbers count for no more.
struct ReportRoutes {
    let store: PeopleStore
    /// A device sends one in an hour; one that was offline sends a few.
    private let limiter = RateLimiter<String>(.init(burst: 5, perSecond: 1.0 / 1_800), capacity: 100_000)

    /// Once in an hour, the starts of a device may help to hold a release.
    private let judging = RateLimiter<String>(.init(burst: 1, perSecond: 1.0 / 3_600), capacity: 100_000)

    init(store: PeopleStore) {
        self.store = store
    }

    /// The scope of a token that speaks for all users.
    static let scope = "reports"
    /// The scope of a user whose account is new.
    static let newAccount = "new-account"

    var routes: [CenterRoute] {
        [
            .visitor(
                .post, "v1/reports",
                RouteDocument(
                    summary: "What a host has counted", group: "devices", body: .report, status: .noContent)
            ) { try await receive($0, $1) }
        ]
    }

    private func receive(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let visitor = context.visitor
        let isForAll = visitor.scopes.contains(Self.scope)
        let sender = "\(visitor.host.superApp) \(visitor.subject)"
        if !isForAll {
            let wait = limiter.take(sender)
            guard wait <= .zero else {
                var problem = Problem(
                    .tooManyRequests, "A device sends what it has counted once an hour.", rule: "too-many")
                problem.headers[.retryAfter] = "\(wait.components.seconds + 1)"
                throw problem
            }
        }
        let report: UsageReport = try await request.json(upTo: UsageReport.maximumLength)
        let today = store.now().secondsSince1970 / 86_400
        if let fault = report.fault(today: today) {
            throw Problem(.unprocessableContent, fault, subject: "body", rule: "report")
        }
        let superApp = visitor.host.superApp
        // Anyone can create new accounts, so their reports don't count for or against a release.
        let mayJudge = !visitor.scopes.contains(Self.newAccount) && judging.take(sender) <= .zero
        let parts = report.parts
        var added = 0
        for part in parts {
            let isNew = try await store.change(by: .system) {
                try $0.add(part, of: superApp, isForAll: isForAll, countsHealth: isForAll || mayJudge)
            }
            if isNew { added += 1 }
        }
        context.logger.debug(
            "A report of usage has arrived.",
            metadata: [
                "superApp": "\(superApp)", "rows": "\(report.rows.count)", "parts": "\(parts.count)",
                "new": "\(added)",
            ])
        return Response(status: .noContent)
    }
}

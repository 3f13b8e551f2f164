import AtollCenterAPI
import AtollCenterAnswers
import AtollCenterDomain
import AtollPackages
import Foundation

/// How mini apps and super apps are used, as their hosts have counted.
struct UsageRoutes {
    let store: PeopleStore

    /// The number of days that an answer covers by default.
    private static let usualDays = 30

    private static let days: [RouteDocument.Parameter] = [
        .init(name: "from", schema: .day, summary: "The first day in UTC, such as 2026-11-01; 30 days ago by default."),
        .init(name: "to", schema: .day, summary: "The last day; today by default."),
    ]
    private static let code = RouteDocument.Parameter(
        name: "code", schema: .integer(1...Int(Int32.max)), summary: "Of this version only.")

    var routes: [APIRoute] {
        [
            APIRoute(
                .get, "v1/usage/miniapps/:id", .action(.readUsage), "usage",
                "What hosts have counted of a mini app, by day, version and platform; numbers below 5 are not told",
                query: Self.days + [Self.code], problems: [.notFound, .unprocessableContent]
            ) { request in
                let (caller, id, filter) = (try request.who(), try Self.miniApp(request), try filter(request))
                return try await store.read { view in
                    try view.require(.readUsage, of: try view.subject(of: id), by: caller, named: "mini app")
                    return UsageView(
                        try view.usage(filter(id, nil)), people: try view.usagePeople(filter(id, nil)))
                }
            },
            APIRoute(
                .get, "v1/usage/miniapps/:id/errors", .action(.readUsage), "usage",
                "The texts of a mini app's errors, the most frequent first", query: Self.days + [Self.code],
                problems: [.notFound, .unprocessableContent]
            ) { request in
                let (caller, id, filter) = (try request.who(), try Self.miniApp(request), try filter(request))
                let found = try await store.read { view in
                    try view.require(.readUsage, of: try view.subject(of: id), by: caller, named: "mini app")
                    return try view.usageMessages(filter(id, nil), limit: APIRequest.maximumPage)
                }
                return PageView(found.map(UsageMessageView.init), next: nil)
            },
            APIRoute(
                .get, "v1/usage/superapps/:id", .action(.readUsage), "usage",
                "What hosts have counted of a super app itself: searches without a result, steps, stays",
                query: Self.days, problems: [.notFound, .unprocessableContent]
            ) { request in
                let (caller, id, filter) = (try request.who(), try request.part("id"), try filter(request))
                return try await store.read { view in
                    guard let superApp = try view.superApp(id) else { throw ActionError.unknown("super app") }
                    try view.require(.readUsage, of: superApp.subject, by: caller, named: "super app")
                    return UsageView(try view.usage(filter(nil, id)), people: [])
                }
            },
        ]
    }

    private static func miniApp(_ request: APIRequest) throws -> MiniAppID {
        guard let id = MiniAppID(try request.part("id")) else { throw ActionError.unknown("mini app") }
        return id
    }

    /// Returns the filter of a request, once its subject is known.
    private func filter(
        _ request: APIRequest
    ) throws -> @Sendable (_ miniApp: MiniAppID?, _ superApp: String?) -> UsageFilter {
        let today = store.now().secondsSince1970 / 86_400
        let last = try Self.day("to", request) ?? today
        let first = try Self.day("from", request) ?? last - Self.usualDays
        let code = try request.number("code", in: 1...Int(Int32.max))
        guard first <= last, last - first <= Transaction.usageDays else {
            throw ActionError.invalid("from", "must be at most \(Transaction.usageDays) days before \"to\"")
        }
        return { UsageFilter(miniApp: $0, superApp: $1, code: code, days: first...last) }
    }

    private static func day(_ name: String, _ request: APIRequest) throws -> Int? {
        guard let text = try request.query(name) else { return nil }
        guard let day = UsageDay.number(text) else {
            throw ActionError.invalid(name, "must be a day such as 2026-11-23")
        }
        return day
    }
}

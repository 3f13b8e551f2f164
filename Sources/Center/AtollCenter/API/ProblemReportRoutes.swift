import AtollCenterAPI
import AtollCenterAnswers
import AtollCenterDomain
import AtollCenterSignIn
import AtollPackages

/// The reports of users about mini apps, for the people responsible for them.
struct ProblemReportRoutes {
    let people: PeopleService

    private static let path = "v1/miniapps/:id/problems"

    private static let state = RouteDocument.Parameter(
        name: "state", schema: .one(of: ProblemReport.State.allCases.map(\.rawValue)),
        summary: "Those in this state only.")

    private static let cursor = RouteDocument.Parameter(
        name: "cursor", schema: .integer(1...JSONSchema.maximumInteger), summary: "The `next` of the previous page.")

    var routes: [APIRoute] {
        [
            APIRoute(
                .get, "v1/miniapps/:id/ratings", .action(.readUsage), "feedback",
                "The stars that users gave, by version; nothing where fewer than 5 users gave any",
                problems: [.notFound]
            ) { request in
                let (caller, id) = (try request.who(), try Self.miniApp(request))
                return try await people.store.read { view in
                    try view.require(.readUsage, of: try view.subject(of: id), by: caller, named: "mini app")
                    return RatingsView(try view.stars(of: id))
                }
            },
            APIRoute(
                .get, Self.path, .action(.readProblems), "feedback", "What users have reported, the newest first",
                query: [Self.state, Self.cursor, APIRequest.limitParameter], problems: [.notFound]
            ) { request in
                let (caller, id) = (try request.who(), try Self.miniApp(request))
                let (state, before) = (
                    try Self.state(request), try request.number("cursor", in: 1...JSONSchema.maximumInteger)
                )
                let limit = try request.pageSize()
                return try await people.store.read { view in
                    let subject = try view.subject(of: id)
                    try view.require(.readProblems, of: subject, by: caller, named: "mini app")
                    let found = try view.problemReports(of: id, state, before: before, limit: limit)
                    let names = try view.names(of: Set(found.map(\.decider)), visibleTo: caller)
                    return PageView(
                        try found.map { report in
                            ProblemReportView(
                                report, decider: names[report.decider],
                                mayDecide: try view.mayDecide(on: report, of: subject, caller))
                        }, next: found.count < limit ? nil : found.last.map { "\($0.number)" })
                }
            },
            APIRoute(
                .put, "\(Self.path)/:report", .action(.answerProblems), "feedback",
                "Answer a report, which the user reads in the super app, dismiss it, or open it again",
                problems: [.notFound, .conflict]
            ) { (request, body: ProblemDecisionBody) in
                let (caller, id) = (try request.who(), try Self.miniApp(request))
                let report = try request.part("report")
                return try await people.store.change(by: caller.actor) { change in
                    let decided = try change.decide(
                        body.state, answer: body.answer, on: report, of: id, by: caller)
                    let names = try change.view.names(of: [decided.decider], visibleTo: caller)
                    return ProblemReportView(decided, decider: names[decided.decider], mayDecide: true)
                }
            },
        ]
    }

    private static func miniApp(_ request: APIRequest) throws -> MiniAppID {
        guard let id = MiniAppID(try request.part("id")) else { throw ActionError.unknown("mini app") }
        return id
    }

    private static func state(_ request: APIRequest) throws -> ProblemReport.State? {
        guard let text = try request.query("state") else { return nil }
        guard let state = ProblemReport.State(rawValue: text) else {
            throw Problem.part(
                "state", "must be one of " + ProblemReport.State.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return state
    }
}

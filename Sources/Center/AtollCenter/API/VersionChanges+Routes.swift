import AtollCenterAPI
import AtollCenterAnswers
import AtollCenterDomain
import Hummingbird

extension VersionChanges {
    typealias Change = @Sendable (_ change: Transaction, _ version: Reference) throws -> VersionRecord

    private static let problems: [HTTPResponse.Status] = [.notFound, .conflict, .preconditionFailed]

    private static func path(_ verb: String) -> String { "v1/miniapps/:id/versions/:code/\(verb)" }

    /// A route that does something to a version, and answers with it.
    func route(
        _ verb: String, _ action: Action, _ group: String, _ summary: String, _ change: @escaping Change
    ) -> APIRoute {
        APIRoute(.post, Self.path(verb), .action(action), group, summary, problems: Self.problems) { request in
            try await answer(request, change)
        }
    }

    /// A route with a body that changes a version.
    func route<Body: Decodable & Documented & Sendable>(
        _ verb: String, _ action: Action, _ group: String, _ summary: String, method: HTTPRequest.Method = .post,
        _ change: @escaping @Sendable (_ body: Body) throws -> Change
    ) -> APIRoute {
        APIRoute(
            method, Self.path(verb), .action(action), group, summary, problems: Self.problems
        ) { (request, body: Body) in
            try await answer(request, change(body))
        }
    }
}

import AtollCenterAPI
import AtollCenterAnswers
import Hummingbird
import Logging

/// A route for people and API keys: a row of the table from which router and OpenAPI document are made.
///
/// Its initializers require who may use it, what it takes and what it answers. A body is checked against its schema:
/// members that the schema does not have are refused, and lengths and ranges are checked.
struct APIRoute: Sendable {
    /// Who may use a route.
    enum Access: Sendable, Hashable {
        /// Any client; the request may have to name a secret.
        case anyone
        /// A signed-in person, for their own account.
        case oneself
        /// A person or an API key with this permission; the handler names the subject.
        case action(Action)
    }

    let method: HTTPRequest.Method
    /// The path, such as `v1/organizations/:organization`.
    let path: String
    let access: Access
    let document: RouteDocument
    let respond: @Sendable (APIRequest) async throws -> APIAnswer

    /// A route that takes a body and answers with one.
    init<Body: Decodable & Documented & Sendable, Answer: Encodable & Documented & Sendable>(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access, _ group: String, _ summary: String,
        status: HTTPResponse.Status = .ok, problems: [HTTPResponse.Status] = [],
        _ respond: @escaping @Sendable (APIRequest, Body) async throws -> Answer
    ) {
        self.init(
            method, path, access,
            RouteDocument(
                summary: summary, group: group, body: Body.shape, answer: Answer.shape, status: status,
                answersSecret: Answer.holdsSecret, problems: problems)
        ) { request in
            let body: Body = try await request.request.json(upTo: APIRequest.bodyLimit, schema: Body.schema)
            return try APIAnswer(status, json: await respond(request, body))
        }
    }

    /// A route that takes a body and answers without one.
    init<Body: Decodable & Documented & Sendable>(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access, _ group: String, _ summary: String,
        status: HTTPResponse.Status = .noContent, problems: [HTTPResponse.Status] = [],
        _ respond: @escaping @Sendable (APIRequest, Body) async throws -> Void
    ) {
        self.init(
            method, path, access,
            RouteDocument(summary: summary, group: group, body: Body.shape, status: status, problems: problems)
        ) { request in
            let body: Body = try await request.request.json(upTo: APIRequest.bodyLimit, schema: Body.schema)
            try await respond(request, body)
            return APIAnswer(status)
        }
    }

    /// A route that takes no body and answers with one.
    init<Answer: Encodable & Documented & Sendable>(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access, _ group: String, _ summary: String,
        status: HTTPResponse.Status = .ok, query: [RouteDocument.Parameter] = [],
        problems: [HTTPResponse.Status] = [],
        _ respond: @escaping @Sendable (APIRequest) async throws -> Answer
    ) {
        self.init(
            method, path, access,
            RouteDocument(
                summary: summary, group: group, answer: Answer.shape, status: status, answersSecret: Answer.holdsSecret,
                query: query, problems: problems)
        ) { request in
            try APIAnswer(status, json: await respond(request))
        }
    }

    /// A route without bodies.
    init(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access, _ group: String, _ summary: String,
        problems: [HTTPResponse.Status] = [], _ respond: @escaping @Sendable (APIRequest) async throws -> Void
    ) {
        self.init(
            method, path, access,
            RouteDocument(summary: summary, group: group, status: .noContent, problems: problems)
        ) { request in
            try await respond(request)
            return APIAnswer(.noContent)
        }
    }

    /// A route that answers with text that is not JSON.
    init(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access, _ group: String, _ summary: String,
        answers mediaType: String, query: [RouteDocument.Parameter] = [],
        _ respond: @escaping @Sendable (APIRequest) async throws -> APIAnswer
    ) {
        self.init(
            method, path, access,
            RouteDocument(summary: summary, group: group, answer: .bytes, answerType: mediaType, query: query), respond)
    }

    /// Whether a request may be sent again with its `Idempotency-Key`.
    var takesIdempotencyKey: Bool {
        guard method == .post, case .action = access else { return false }
        return true
    }

    private init(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access, _ document: RouteDocument,
        _ respond: @escaping @Sendable (APIRequest) async throws -> APIAnswer
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.document = document
        self.respond = respond
    }
}

extension APIRoute {
    /// The route as the document has it.
    var documented: DocumentedRoute {
        let access: DocumentedRoute.Access =
            switch access {
            case .anyone: .anyone
            case .oneself: .oneself
            case .action(let action): .action(action)
            }
        return DocumentedRoute(
            method: method, path: path, access: access, document: document, takesIdempotencyKey: takesIdempotencyKey)
    }
}

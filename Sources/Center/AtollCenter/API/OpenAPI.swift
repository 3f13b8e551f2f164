import AtollCenterAPI
import AtollCenterAnswers
import AtollCenterDomain
import Foundation
import HTTPTypes
import SignedJSON

/// The Center's OpenAPI document (3.1), made from the table that its router is made from.
///
/// Source: https://spec.openapis.org/oas/v3.1.1.html.
enum OpenAPI {
    /// The document as JSON.
    static func document(of routes: [DocumentedRoute]) -> Data {
        var paths: [ExactString: JSONValue] = [:]
        var schemas: [ExactString: JSONValue] = ["Problem": problem.value]
        for (path, routes) in Dictionary(grouping: routes, by: \.path) {
            var operations: [ExactString: JSONValue] = [:]
            for route in routes {
                operations[ExactString(route.method.rawValue.lowercased())] = operation(route)
                for shape in [route.document.body, route.document.answer].compactMap({ $0 }) {
                    for (name, schema) in shape.schemas { schemas[ExactString(name)] = schema.value }
                }
            }
            paths[ExactString(template(path))] = .object(operations)
        }
        let document = JSONValue.object([
            "openapi": "3.1.0",
            "info": .object(["title": "Atoll Mini App Center", "version": "1"]),
            "paths": .object(paths),
            "components": .object([
                "schemas": .object(schemas),
                "securitySchemes": .object([
                    // The secret of a session, or an API key.
                    "bearer": .object(["type": "http", "scheme": "bearer"]),
                    // A user's token, which the super app gives.
                    "user": .object(["type": "http", "scheme": "bearer", "bearerFormat": "JWT"]),
                ]),
            ]),
        ])
        return Data(document.readableBytes)
    }

    private static let problem = JSONSchema.object(
        [
            "type": .text(), "title": .text(), "status": .integer(400...599), "detail": .text(), "subject": .text(),
            "rule": .text(), "state": .one(of: VersionState.allCases.map(\.rawValue)),
            "allowed": .list(of: .one(of: Transition.allCases.map(\.rawValue)), upTo: Transition.allCases.count),
            "roles": .list(of: .one(of: Role.allCases.map(\.rawValue)), upTo: Role.allCases.count),
        ], optional: ["subject", "rule", "state", "allowed", "roles"])

    /// `v1/organizations/:organization` as `/v1/organizations/{organization}`.
    private static func template(_ path: String) -> String {
        "/"
            + path.split(separator: "/").map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }
            .joined(separator: "/")
    }

    private static func operation(_ route: DocumentedRoute) -> JSONValue {
        let document = route.document
        var members: [ExactString: JSONValue] = [
            "summary": .string(document.summary), "tags": .array([.string(document.group)]),
            "responses": .object(responses(route)),
        ]
        switch route.access {
        case .anyone: members["security"] = .array([])
        case .oneself:
            members["security"] = .array([.object(["bearer": .array([])])])
            members["x-atoll-action"] = "self"
        case .action(let action):
            members["security"] = .array([.object(["bearer": .array([])])])
            members["x-atoll-action"] = .string(action.rawValue)
        case .user:
            members["security"] = .array([.object(["user": .array([])])])
            members["x-atoll-action"] = "user"
        }
        let parameters = parameters(route)
        if !parameters.isEmpty { members["parameters"] = .array(parameters) }
        if let body = document.body {
            members["requestBody"] = .object([
                "required": .bool(true), "content": content(body, type: ExactString(document.bodyType)),
            ])
        }
        return .object(members)
    }

    private static func parameters(_ route: DocumentedRoute) -> [JSONValue] {
        let path = route.path.split(separator: "/").filter { $0.hasPrefix(":") }.map { part in
            JSONValue.object([
                "name": .string(String(part.dropFirst())), "in": "path", "required": .bool(true),
                "schema": JSONSchema.text(1...200).value,
            ])
        }
        let query = route.document.query.map { parameter in
            JSONValue.object([
                "name": .string(parameter.name), "in": "query", "required": .bool(parameter.isRequired),
                "schema": parameter.schema.value, "description": .string(parameter.summary),
            ])
        }
        let revision: [JSONValue] =
            route.document.problems.contains(.preconditionFailed)
            ? [
                .object([
                    "name": "If-Match", "in": "header", "required": .bool(false),
                    "schema": JSONSchema.text(0...20, pattern: #"^(|\*|[1-9][0-9]{0,17}|"[1-9][0-9]{0,17}")$"#).value,
                    "description":
                        "The revision that was read: the change is refused if there is a later one. An empty value counts as none.",
                ])
            ] : []
        let idempotency: [JSONValue] =
            route.takesIdempotencyKey
            ? [
                .object([
                    "name": "Idempotency-Key", "in": "header", "required": .bool(false),
                    "schema": JSONSchema.text(1...IdempotentRequest.maximumKey, pattern: "^[!-~]+$").value,
                    "description": "Chosen by the sender: the same request with the same key is carried out once.",
                ])
            ] : []
        let host: [JSONValue] =
            route.access == .user
            ? [
                header(
                    "Atoll-Host", .text(1...300), "The super app and its versions: com.example.lagoon/1.0 platform/1")
            ] : []
        let headers = route.document.headers.map { header($0.name, $0.schema, $0.summary) }
        return path + query + revision + idempotency + host + headers
    }

    private static func header(_ name: String, _ schema: JSONSchema, _ summary: String) -> JSONValue {
        .object([
            "name": .string(name), "in": "header", "required": .bool(true), "schema": schema.value,
            "description": .string(summary),
        ])
    }

    private static func responses(_ route: DocumentedRoute) -> [ExactString: JSONValue] {
        let document = route.document
        var success: [ExactString: JSONValue] = ["description": .string(document.status.reasonPhrase)]
        if let answer = document.answer { success["content"] = content(answer, type: ExactString(document.answerType)) }
        var responses: [ExactString: JSONValue] = [ExactString("\(document.status.code)"): .object(success)]
        var problems = Set(document.problems)
        // A bearer token that is not valid is refused by every route, also by one that needs none.
        problems.formUnion([.badRequest, .unauthorized, .tooManyRequests, .serviceUnavailable])
        if document.body != nil { problems.formUnion([.contentTooLarge, .unprocessableContent]) }
        if route.access != .anyone { problems.formUnion([.forbidden]) }
        if route.path.contains(":") { problems.insert(.notFound) }
        if route.takesIdempotencyKey { problems.formUnion([.conflict, .unprocessableContent, .contentTooLarge]) }
        for problem in problems {
            responses[ExactString("\(problem.code)")] = .object([
                "description": .string(problem.reasonPhrase),
                "content": .object([
                    "application/problem+json": .object(["schema": JSONSchema.named("Problem").value])
                ]),
            ])
        }
        return responses
    }

    private static func content(_ shape: DocumentedShape, type media: ExactString) -> JSONValue {
        .object([media: .object(["schema": JSONSchema.named(shape.name).value])])
    }
}

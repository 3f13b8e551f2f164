import Foundation
import HTTPTypes

/// The problem details with which a route of the Center refuses a request.
struct InterfaceError: Error {
    let status: HTTPResponse.Status
    let detail: String
    let rule: String?
    /// The part of the request that is refused, such as `publisher`.
    let subject: String?
    /// The roles that permit the refused action.
    let roles: [String]

    private struct Body: Decodable {
        let detail: String
        let rule: String?
        let subject: String?
        let roles: [String]?
    }

    init(_ status: HTTPResponse.Status, _ body: Data) {
        let problem = try? JSONDecoder().decode(Body.self, from: body)
        self.status = status
        detail = problem?.detail ?? status.reasonPhrase
        rule = problem?.rule
        subject = problem?.subject
        roles = problem?.roles ?? []
    }

    init(_ status: HTTPResponse.Status, _ detail: String) {
        (self.status, self.detail, rule, subject, roles) = (status, detail, nil, nil, [])
    }

    /// Whether the refusal means that there is nothing to show to the visitor.
    var isAbsence: Bool { [.notFound, .forbidden, .conflict, .badRequest].contains(status) }
}

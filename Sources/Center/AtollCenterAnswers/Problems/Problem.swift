import AtollPackages
import Foundation
import HTTPTypes

/// An error response of the Center: problem details for HTTP APIs (RFC 9457).
package struct Problem: Error {
    package var status: HTTPResponse.Status
    /// The error in this particular request, for its sender.
    package private(set) var detail: String
    /// The parameter, header, file or manifest member concerned.
    package var subject: String?
    /// The stable name of the rule that was broken.
    package var rule: String?
    /// The state of what it is about, and what may be done in that state.
    package var state: String?
    package var allowed: [String]?
    /// The roles that permit the refused action.
    package var roles: [String]?
    package var headers: HTTPFields = [:]

    package init(_ status: HTTPResponse.Status, _ detail: String, subject: String? = nil, rule: String? = nil) {
        self.status = status
        self.detail = detail
        self.subject = subject
        self.rule = rule
    }

    /// Returns the problem with one more sentence.
    package func adding(_ sentence: String) -> Problem {
        var problem = self
        problem.detail += " " + sentence
        return problem
    }

    /// The error for a refused package.
    package init(_ refusal: PackageRefusal) {
        let isTooLarge = refusal.rule == .tooLarge || refusal.rule == .fileTooLarge
        self.init(
            isTooLarge ? .contentTooLarge : .unprocessableContent, refusal.reason,
            subject: refusal.subject, rule: refusal.rule.rawValue
        )
    }

    /// The 400 for an invalid part of the request: a query parameter or a member of the body.
    ///
    /// - Parameter reason: The fault, to follow the part's name: "must have at most 50 mini apps".
    package static func part(_ part: String, _ reason: String) -> Problem {
        // A name taken from the request may have any length.
        let name = String(part.prefix(100))
        return Problem(.badRequest, "\"\(name)\" \(reason).", subject: name)
    }

    /// The 401 for a caller who is not signed in and has no API key.
    package static var noCredentials: Problem {
        unauthorized("Sign in with atoll login, or send an API key as a bearer token.")
    }

    /// The 401 for missing or invalid credentials.
    package static func unauthorized(_ detail: String) -> Problem {
        var problem = Problem(.unauthorized, detail, subject: "Authorization")
        problem.headers[.wwwAuthenticate] = "Bearer"
        return problem
    }
}

extension Problem {
    private struct Body: Encodable {
        // RFC 9457, section 4.2.1: without its own type, a problem has the title of its status.
        let type = "about:blank"
        let title: String
        let status: Int
        let detail: String
        let subject: String?
        let rule: String?
        let state: String?
        let allowed: [String]?
        let roles: [String]?
    }

    /// The problem as JSON.
    package var body: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(
                Body(
                    title: status.reasonPhrase, status: status.code, detail: detail, subject: subject, rule: rule,
                    state: state, allowed: allowed, roles: roles))
        }
    }
}

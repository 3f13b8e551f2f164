import AtollPackages
import Foundation
import HTTPTypes
import Hummingbird

/// An error as the Center tells it: problem details for HTTP APIs (RFC 9457).
struct Problem: Error {
    let status: HTTPResponse.Status
    /// What is wrong with this very request, for its sender.
    let detail: String
    /// The parameter, header, file or manifest member concerned.
    var subject: String?
    /// The package rule that was broken, by its stable name.
    var rule: String?
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ detail: String, subject: String? = nil, rule: String? = nil) {
        self.status = status
        self.detail = detail
        self.subject = subject
        self.rule = rule
    }

    /// A package that is refused.
    init(_ refusal: PackageRefusal) {
        let isTooLarge = refusal.rule == .tooLarge || refusal.rule == .fileTooLarge
        self.init(
            isTooLarge ? .contentTooLarge : .unprocessableContent, refusal.reason,
            subject: refusal.subject, rule: refusal.rule.rawValue
        )
    }

    /// Nobody, or nobody known, is asking.
    static func unauthorized(_ detail: String) -> Problem {
        var problem = Problem(.unauthorized, detail, subject: "Authorization")
        problem.headers[.wwwAuthenticate] = "Bearer"
        return problem
    }
}

extension Problem {
    private struct Body: Encodable {
        // RFC 9457, section 4.2.1: with no type of its own, a problem's title is the status's.
        let type = "about:blank"
        let title: String
        let status: Int
        let detail: String
        let subject: String?
        let rule: String?
    }

    func response() throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = try encoder.encode(
            Body(title: status.reasonPhrase, status: status.code, detail: detail, subject: subject, rule: rule)
        )
        var headers = headers
        headers[.contentType] = "application/problem+json"
        headers[.cacheControl] = "no-store"
        headers[.xContentTypeOptions] = "nosniff"
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}

import AtollCenterAnswers
import AtollCenterDomain
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Answers a `POST` that is sent again with its `Idempotency-Key` as it was answered the first time.
///
/// Only for routes that need a permission: the bodies of other routes have passwords and codes, of which nothing is
/// stored.
struct IdempotentAnswers: Sendable {
    let store: PeopleStore

    /// The answer of a route, or the stored one.
    func answer(_ sent: APIRequest, of route: APIRoute) async throws -> Response {
        guard route.takesIdempotencyKey, let key = sent.request.headers[.idempotencyKey], let caller = sent.caller
        else { return try await route.respond(sent).response(on: sent.context.eventLoop) }
        guard let body = try await sent.request.body(upTo: APIRequest.bodyLimit) else {
            throw Problem(
                .contentTooLarge, "The body must be at most \(APIRequest.bodyLimit) bytes long.", subject: "body")
        }
        var whole = sent
        whole.request.body = .init(buffer: body)
        let request = IdempotentRequest(
            key: key, sender: caller.actor, method: route.method.rawValue, path: sent.request.uri.string,
            body: Data(buffer: body))
        guard let request else {
            throw Problem(
                .badRequest,
                "Idempotency-Key must have 1 to \(IdempotentRequest.maximumKey) visible ASCII characters.",
                subject: "Idempotency-Key", rule: "idempotency-key")
        }
        let (found, count) = try await store.read {
            (try $0.recorded(request), try $0.recordedCount(of: request.sender))
        }
        if let found { return try Self.answer(to: found, on: sent.context.eventLoop) }
        guard count < IdempotentRequest.maximumCount else { throw ActionError.tooMany(seconds: 3_600) }
        let claim = Claim(request)
        do {
            let answer = try await IdempotentRequest.$current.withValue(claim) { try await route.respond(whole) }
            // A request that has changed nothing can be repeated.
            if claim.end() { await store(answer, of: request, route, caller.actor) }
            return answer.response(on: sent.context.eventLoop)
        } catch let found as RepeatedRequest {
            return try Self.answer(to: found, on: sent.context.eventLoop)
        } catch let error as any ProblemConvertible {
            // It was carried out, and a later step failed: a repeated request gets the same answer.
            if claim.end(), let body = try? error.problem.body {
                await store(APIAnswer(error.problem.status, body), of: request, route, caller.actor)
            }
            throw error
        }
    }

    private func store(
        _ answer: APIAnswer, of request: IdempotentRequest, _ route: APIRoute, _ actor: AuditActor
    ) async {
        guard !route.document.answersSecret else { return }
        let status = answer.status.code
        // The action is done. If this answer is lost, a repeated request reports that.
        try? await store.change(by: actor) { try $0.store(status, answer.body, of: request) }
    }

    private static func answer(to found: RepeatedRequest, on eventLoop: any EventLoop) throws -> Response {
        guard found.isSame else {
            throw Problem(
                .unprocessableContent, "This Idempotency-Key was used for another request.",
                subject: "Idempotency-Key", rule: "idempotency-key")
        }
        guard let status = found.status else {
            throw Problem(
                .conflict, "This request was carried out already, and its answer is not stored.",
                subject: "Idempotency-Key", rule: "idempotency-key")
        }
        var response = APIAnswer(.init(code: status), found.body).response(on: eventLoop)
        response.headers[.idempotentReplayed] = "true"
        return response
    }
}

extension HTTPField.Name {
    static let idempotencyKey = knownName("Idempotency-Key")
    /// That an answer is that of the first time.
    static let idempotentReplayed = knownName("Idempotency-Replayed")
}

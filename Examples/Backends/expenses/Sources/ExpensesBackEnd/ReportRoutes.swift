import AtollRateLimiting
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird
import MiniAppBackEnd
import SignedJSON

/// The API of the mini app. Each request has the user's token as bearer. Users with the role ``managers`` are managers.
///
/// | | |
/// | --- | --- |
/// | `GET /v1/me` | JSON: `name`, `isManager` |
/// | `GET /v1/reports` | the caller's own, newest first |
/// | `PUT /v1/reports/{id}` | begins a report with an id that was never used, a UUID; JSON: `title`, `entries`; 204 |
/// | `PUT /v1/reports/{id}/receipts/{entry}` | the picture for an entry, counted from 0, as a `data:` URL; 204 |
/// | `POST /v1/reports/{id}/submission` | hands it in |
/// | `DELETE /v1/reports/{id}` | takes it back before a decision; 204 |
/// | `GET /v1/reports/{id}/receipts/{entry}` | JSON: `picture` |
/// | `GET /v1/waiting` | for managers: the reports that they can decide about |
/// | `POST /v1/reports/{id}/decision` | for managers; JSON: `isApproved`, `note` |
///
/// A person is identified by the token's `sub`, and a manager's own report also by the name. That is enough for a
/// sample: a user who makes the super app forget the mini app comes back as another person. A company's real back end
/// asks for the scope `email` and identifies people by that.
///
/// Errors: 403 for someone who is not a manager, or who decides about their own report; 404 for a report that does not
/// exist or that the caller may not see; 409 for a report in the wrong state, with a receipt missing, or with an
/// expense that was handed in already; 507 for a person whose reports or receipts reach the limit.
struct ReportRoutes: Sendable {
    let store: ReportStore
    let bearers: TokenBearers
    /// The rate limits of one person's requests that read, and of those that change something.
    let reads = RateLimiter<String>(.init(burst: 300, perSecond: 10))
    let changes = RateLimiter<String>(.init(burst: 150, perSecond: 2))

    /// The role of users who decide. The mini app's tokens contain the roles that begin with "Sales".
    static let managers = "Sales lead"

    private static let maximumText = 128 * 1024
    private static let maximumPicture = 700_000

    func add(to router: Router<BackEndContext>) {
        router.get("v1/me") { request, _ in
            let bearer = try await reading(request)
            return try Response.json(Me(name: bearer.name, isManager: bearer.isManager))
        }
        router.get("v1/reports") { request, _ in
            try Response.json(try await store.reports(of: reading(request).id).map(ReportAnswer.init))
        }
        router.get("v1/waiting") { request, _ in
            let manager = try await manager(request)
            return try Response.json(
                try await store.waiting(for: .init(id: manager.id, name: manager.name)).map(ReportAnswer.init))
        }
        router.put("v1/reports/:id") { request, context in
            try await answering { try await begin(request, Self.id(context)) }
        }
        router.delete("v1/reports/:id") { request, context in
            try await answering { try await store.remove(Self.id(context), by: changing(request).id) }
        }
        router.put("v1/reports/:id/receipts/:entry") { request, context in
            try await answering { try await addPicture(request, context) }
        }
        router.get("v1/reports/:id/receipts/:entry") { request, context in
            let bearer = try await reading(request)
            return try await answering {
                Picture(
                    picture: try await store.picture(
                        of: try context.parameters.require("entry", as: Int.self), in: Self.id(context), for: bearer.id,
                        isManager: bearer.isManager))
            }
        }
        router.post("v1/reports/:id/submission") { request, context in
            try await answering { ReportAnswer(try await store.submit(Self.id(context), by: changing(request).id)) }
        }
        router.post("v1/reports/:id/decision") { request, context in
            try await answering { try await decide(request, Self.id(context)) }
        }
    }

    private struct Me: Encodable {
        let name: String
        let isManager: Bool
    }

    private struct Picture: Encodable {
        let picture: String
    }

    private struct Decided: Decodable {
        let isApproved: Bool
        let note: String
    }

    private func begin(_ request: Request, _ id: String) async throws {
        let bearer = try await changing(request)
        guard let body = try await request.body(upTo: Self.maximumText),
            let text = try? JSONDecoder().decode(ReportText.self, fromForeign: Data(body.readableBytesView)),
            text.isValid
        else { throw HTTPError(.badRequest) }
        try await store.begin(
            Report(id: id, owner: bearer.id, ownerName: bearer.name, date: Date(), state: .draft, text: text))
    }

    private func addPicture(_ request: Request, _ context: BackEndContext) async throws {
        let bearer = try await changing(request)
        let entry = try context.parameters.require("entry", as: Int.self)
        guard let body = try await request.body(upTo: Self.maximumPicture),
            let picture = String(bytes: body.readableBytesView, encoding: .utf8),
            picture.wholeMatch(of: /data:image\/jpeg;base64,[A-Za-z0-9+\/]+={0,2}/) != nil
        else { throw HTTPError(.badRequest) }
        try await store.add(picture, of: entry, to: Self.id(context), by: bearer.id)
    }

    private func decide(_ request: Request, _ id: String) async throws -> ReportAnswer {
        let bearer = try await manager(request)
        guard changes.take(bearer.id) <= .zero else { throw HTTPError(.tooManyRequests) }
        guard let body = try await request.body(upTo: Self.maximumText),
            let decided = try? JSONDecoder().decode(Decided.self, fromForeign: Data(body.readableBytesView)),
            decided.note.count <= 500, decided.note.utf8.count <= 2_000
        else { throw HTTPError(.badRequest) }
        return ReportAnswer(
            try await store.decide(
                id, isApproved: decided.isApproved,
                Decision(by: bearer.id, byName: bearer.name, date: Date(), note: decided.note)))
    }

    private func changing(_ request: Request) async throws -> TokenBearer {
        let bearer = try await bearers.bearer(of: request)
        guard changes.take(bearer.id) <= .zero else { throw HTTPError(.tooManyRequests) }
        return bearer
    }

    private func reading(_ request: Request) async throws -> TokenBearer {
        let bearer = try await bearers.bearer(of: request)
        guard reads.take(bearer.id) <= .zero else { throw HTTPError(.tooManyRequests) }
        return bearer
    }

    private func manager(_ request: Request) async throws -> TokenBearer {
        let bearer = try await reading(request)
        guard bearer.isManager else { throw HTTPError(.forbidden) }
        return bearer
    }

    private static func id(_ context: BackEndContext) throws -> String {
        guard let id = UUID(uuidString: try context.parameters.require("id")) else { throw HTTPError(.notFound) }
        // In lowercase, as browsers write it.
        return id.uuidString.lowercased()
    }

    private func answering(_ work: () async throws -> Void) async throws -> Response {
        do {
            try await work()
        } catch let error as ReportError {
            throw HTTPError(error.status)
        }
        return Response(status: .noContent)
    }

    private func answering(_ work: () async throws -> some Encodable) async throws -> Response {
        do {
            return try .json(try await work())
        } catch let error as ReportError {
            throw HTTPError(error.status)
        }
    }
}

extension TokenBearer {
    fileprivate var isManager: Bool { roles.contains(ReportRoutes.managers) }
}

extension ReportError {
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .unknown: .notFound
        case .own: .forbidden
        case .state, .twice: .conflict
        case .full: .init(code: 507, reasonPhrase: "Insufficient Storage")
        }
    }
}

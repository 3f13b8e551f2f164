import AtollCenterAPI
import AtollCenterAnswers
import AtollCenterDomain
import AtollPackages
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird

/// `/v1/miniapps/{id}/versions`, for publishers: `POST` uploads a `.ma` archive as the body, with the signed statement
/// in base64 in the header `Atoll-Statement`; with `?draft=true` it stays a draft wherever it is published. `GET` lists
/// all versions.
///
/// `/v1/miniapps/{id}/versions/{code}/withdraw`: `POST` withdraws a version.
///
/// `/v1/miniapps/{id}/statement`: `PUT` replaces the signatures of the live statement.
struct PublishingRoutes {
    let store: any CatalogStore
    let people: PeopleStore
    let pipeline: ReleasePipeline
    let repository: ReleaseRepository
    let spool: UploadSpool
    let gate: UploadGate
    let metrics: CenterMetrics
    let now: @Sendable () -> Date

    var routes: [CenterRoute] {
        [
            .publisher(
                .get, "v1/miniapps/:id/versions", .readVersions, scopes: [.publish, .read],
                RouteDocument(
                    summary: "Every version, the newest first, and the statements about them", group: "publishing",
                    answer: .versions)
            ) { try await list($0, $1) },
            .publisher(
                .post, "v1/miniapps/:id/versions", .uploadVersions,
                RouteDocument(
                    summary: "Upload a version as a draft", group: "publishing", body: .package, answer: .uploaded,
                    status: .created, bodyType: "application/octet-stream", headers: [Self.statementHeader],
                    query: [Self.draftParameter],
                    problems: [.conflict])
            ) { try await upload($0, $1) },
            .publisher(
                .post, "v1/miniapps/:id/versions/:code/withdraw", .withdrawRelease, scopes: [.release],
                RouteDocument(
                    summary: "Withdraw a version: devices no longer start it", group: "publishing",
                    body: .withdrawalRequest, answer: .withdrawal, problems: [.conflict, .preconditionFailed])
            ) { try await withdraw($0, $1) },
            .publisher(
                .put, "v1/miniapps/:id/statement", .uploadVersions,
                RouteDocument(
                    summary: "Replace the signatures of a statement that devices have", group: "publishing",
                    status: .noContent, headers: [Self.statementHeader], problems: [.conflict, .unprocessableContent])
            ) { try await resign($0, $1) },
        ]
    }

    private static let statementHeader = RouteDocument.Parameter(
        name: "Atoll-Statement", schema: .text(1...8_000, pattern: "^[A-Za-z0-9+/=]+$"),
        summary: "The publisher's signed statement, in base64.")

    private static let draftParameter = RouteDocument.Parameter(
        name: "draft", schema: .one(of: ["true", "false"]),
        summary: """
            true: it stays a draft, to be submitted with its release notes. Otherwise it is released immediately in a super \
            app that no organization owns.
            """)

    private func list(_ request: Request, _ context: PublisherContext) async throws -> Response {
        try await people.read { view in
            try context.require(.readVersions, of: view.subject(of: context.id), view)
        }
        let stored = try await store.versions(of: context.id)
        let versions = VersionsView(
            versions: stored.map(\.listing), repository: try await repository.id().hex,
            statements: stored.map(\.statement.bytes), states: stored.map(\.state),
            withdrawn: stored.compactMap { version in
                version.withdrawal.map { .init(code: version.code, date: $0.date, reason: $0.reason) }
            },
            current: try await store.currentVersion(of: context.id)?.code
        )
        return try .json(versions)
    }

    /// The response to an upload: the version as it is listed, and where it is in its life.
    private struct Uploaded: Encodable {
        let version: VersionRecord

        func encode(to encoder: any Encoder) throws {
            try version.listing.encode(to: encoder)
            try UploadedView(state: version.state, revision: version.revision).encode(to: encoder)
        }
    }

    private func upload(_ request: Request, _ context: PublisherContext) async throws -> Response {
        let statement = try statement(of: request)
        let isDraft = try isDraft(request)
        let version: VersionRecord
        do {
            let publisher = try publisher(of: statement, context)
            // Before the body is read, which makes others wait.
            let organization = try await people.read { view in
                let subject = try view.subject(of: context.id)
                try context.require(.uploadVersions, of: subject, view)
                return subject.organization
            }
            let limit = PackageLimits().archiveBytes
            guard request.headers[.contentLength].flatMap({ Int($0) }) ?? 0 <= limit else { throw Self.tooLong }
            let sender = organization ?? publisher.rawValue
            version = try await spool.receive(request.body, from: sender, limit: limit, within: .seconds(300)) { body in
                guard let body else { throw Self.tooLong }
                // Received bytes take memory, not the length that a client announces.
                return try await gate.pass(bytes: body.length) {
                    try await pipeline.publish(
                        Upload(
                            archive: try body.read(), statement: statement, id: context.id, publisher: publisher,
                            sender: context.sender, isDraft: isDraft),
                        at: now())
                }
            }
            metrics.uploaded("published")
        } catch {
            metrics.uploaded((error as? any ProblemConvertible).map { $0.problem.rule ?? "refused" } ?? "failed")
            throw error
        }
        context.log("A version was uploaded.", ["code": "\(version.code)", "state": "\(version.state.rawValue)"])
        return Response(
            status: .created,
            headers: [.contentType: "application/json", .location: "/v1/miniapps/\(context.id)"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder.center.encode(Uploaded(version: version))))
        )
    }

    /// The publisher that a key belongs to, or that a statement names, whose mini app it must be.
    private func publisher(of statement: SignedStatement, _ context: PublisherContext) throws -> PublisherID {
        switch context.sender {
        case .key(let key, _): return key.publisher
        case .person:
            do throws(ReleaseRefusal) {
                let publisher = try ReleaseStatement(parsing: statement.bytes).publisher
                guard context.id.belongs(to: publisher) else {
                    throw .malformed("publisher", "the mini app is not theirs")
                }
                return publisher
            } catch {
                throw CenterError.statement(error)
            }
        }
    }

    private func isDraft(_ request: Request) throws -> Bool {
        switch request.uri.queryParameters.getAll("draft") {
        case [], ["false"]: return false
        case ["true"]: return true
        default: throw ActionError.invalid("draft", "must be true or false")
        }
    }

    private func statement(of request: Request) throws -> SignedStatement {
        guard let text = request.headers[.statement] else { throw CenterError.statement(nil) }
        do throws(ReleaseRefusal) {
            guard let data = Data(base64Encoded: text) else { throw .malformed("statement", "it is not base64") }
            return try SignedStatement(parsing: data)
        } catch {
            throw CenterError.statement(error)
        }
    }

    private func resign(_ request: Request, _ context: PublisherContext) async throws -> Response {
        let statement = try statement(of: request)
        let publisher = try publisher(of: statement, context)
        try await people.read { view in
            try context.require(.uploadVersions, of: view.subject(of: context.id), view)
        }
        try await pipeline.replaceSignatures(statement, of: context.id, by: publisher, at: now())
        context.log("The signatures of a statement were replaced.")
        return Response(status: .noContent)
    }

    private struct WithdrawalRequest: Decodable {
        /// The reason, for the log and the list of versions.
        let reason: String
        /// Whether to only report what would happen.
        let isDryRun: Bool?

        private enum CodingKeys: String, CodingKey, CaseIterable {
            case reason, isDryRun
        }

        init(from decoder: any Decoder) throws {
            // A misspelled "isDryRun" must not lead to a withdrawal.
            try decoder.allow(only: CodingKeys.allCases.map(\.rawValue))
            let container = try decoder.container(keyedBy: CodingKeys.self)
            reason = try container.decode(String.self, forKey: .reason)
            isDryRun = try container.decodeIfPresent(Bool.self, forKey: .isDryRun)
        }
    }

    private func withdraw(_ request: Request, _ context: PublisherContext) async throws -> Response {
        guard let code = Int(context.base.parameters.get("code") ?? ""), code > 0 else {
            throw Problem(.badRequest, "A version code must be a positive number.", subject: "code")
        }
        let body: WithdrawalRequest = try await request.json(upTo: 8_192)
        let reason = body.reason.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...Withdrawal.maximumReason).contains(reason.unicodeScalars.count) else {
            throw Problem(
                .badRequest, "The reason must have 1 to \(Withdrawal.maximumReason) characters.", subject: "reason")
        }
        let isDryRun = body.isDryRun ?? false
        let revision = try APIRequest.revision(of: request)
        try await people.read { view in
            try context.require(.withdrawRelease, of: view.subject(of: context.id), view)
        }
        let withdrawal = try await pipeline.withdraw(
            code, of: context.id, reason: reason, isDryRun: isDryRun, by: context.actor, at: now()
        ) { version, view in
            try context.require(.withdrawRelease, of: version.subject, view)
            if let revision, revision != version.revision { throw ActionError.changed(revision: version.revision) }
            if !isDryRun { try view.requireConfirmation(of: context.caller) }
        }
        if !isDryRun {
            context.log(
                "A version was withdrawn.", level: .notice,
                [
                    "code": "\(code)", "reason": "\(reason)",
                    "fallback": "\(withdrawal.fallback.map { String($0.code) } ?? "none")",
                ])
        }
        return try .json(withdrawal)
    }

    private static var tooLong: Problem {
        Problem(
            .contentTooLarge, "A package must be at most \(PackageLimits().archiveBytes) bytes long.", subject: "body",
            rule: PackageRefusal.Rule.tooLarge.rawValue
        )
    }
}

extension HTTPField.Name {
    /// The publisher's signed statement, in base64.
    static let statement = knownName("Atoll-Statement")
}

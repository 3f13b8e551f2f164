import AtollPackages
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird

/// `/v1/miniapps/{id}/versions`, for publishers: `POST` uploads a `.ma` archive as the body, with the signed statement in
/// base64 in the header `Atoll-Statement`; `GET` lists what is there.
///
/// `/v1/miniapps/{id}/versions/{code}/withdraw`: `POST` takes a version back.
///
/// `/v1/miniapps/{id}/statement`: `PUT` puts new signatures on the statement that is live.
struct PublishingRoutes {
    let store: any CatalogStore
    let publisher: Publisher
    let repository: ReleaseRepository
    let keys: APIKeys
    let now: @Sendable () -> Date

    func add(to router: Router<CenterContext>) {
        router.get("v1/miniapps/:id/versions") { try await list($0, $1) }
        router.put("v1/miniapps/:id/statement") { try await resign($0, $1) }
        router.post("v1/miniapps/:id/versions/:code/withdraw") { try await withdraw($0, $1) }
        router.post("v1/miniapps/:id/versions") { request, context -> Response in
            let id = try context.miniAppID()
            let key = try await request.authorize(.publish, of: id, keys: keys)
            let statement = try statement(of: request)
            let archive = try await body(of: request)
            do {
                let listing = try await publisher.publish(archive, statement, of: id, by: key.publisher, at: now())
                context.logger.info(
                    "A version was uploaded.",
                    metadata: ["miniApp": "\(id)", "code": "\(listing.version.code)", "key": "\(key.id)"])
                return Response(
                    status: .created,
                    headers: [.contentType: "application/json", .location: "/v1/miniapps/\(id)"],
                    body: .init(byteBuffer: ByteBuffer(bytes: try MiniAppListingPage.encoder.encode(listing)))
                )
            } catch let refusal as PackageRefusal {
                throw Problem(refusal)
            } catch let error as PublishingError {
                throw Problem(error)
            }
        }
    }

    /// The answer to `GET`: every version, the newest first, and the statements about them, as they were signed.
    private struct Versions: Encodable {
        let versions: [MiniAppListing]
        let repository: String
        let statements: [Data]
        let withdrawn: [Withdrawn]
        /// The code of the version that devices are told of, if there is one.
        let current: Int?

        struct Withdrawn: Encodable {
            let code: Int
            let date: Date
            let reason: String
        }
    }

    private func list(_ request: Request, _ context: CenterContext) async throws -> Response {
        let id = try context.miniAppID()
        _ = try await request.authorize(.publish, of: id, keys: keys)
        let versions: Versions
        do {
            let stored = try await store.versions(of: id)
            versions = Versions(
                versions: stored.map(\.listing), repository: try await repository.id().hex,
                statements: stored.map(\.statement.bytes),
                withdrawn: stored.compactMap { version in
                    version.withdrawal.map {
                        .init(code: version.listing.version.code, date: $0.date, reason: $0.reason)
                    }
                },
                current: try await store.currentVersion(of: id)?.listing.version.code
            )
        } catch let error as PublishingError {
            throw Problem(error)
        }
        return Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "private, no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try MiniAppListingPage.encoder.encode(versions)))
        )
    }

    private func statement(of request: Request) throws -> SignedStatement {
        guard let text = request.headers[.statement] else { throw Problem(PublishingError.statement(nil)) }
        do throws(ReleaseRefusal) {
            guard let data = Data(base64Encoded: text) else { throw .malformed("statement", "it is not base64") }
            return try SignedStatement(parsing: data)
        } catch {
            throw Problem(PublishingError.statement(error))
        }
    }

    private func resign(_ request: Request, _ context: CenterContext) async throws -> Response {
        let id = try context.miniAppID()
        let key = try await request.authorize(.publish, of: id, keys: keys)
        do {
            try await publisher.replaceSignatures(statement(of: request), of: id, by: key.publisher, at: now())
        } catch let error as PublishingError {
            throw Problem(error)
        }
        context.logger.info(
            "A statement was signed anew.", metadata: ["miniApp": "\(id)", "key": "\(key.id)"])
        return Response(status: .noContent)
    }

    private struct WithdrawalRequest: Decodable {
        /// Why: for the log, and for those who look at the versions later.
        let reason: String
        /// Whether to say only what would happen.
        let isDryRun: Bool?

        private enum CodingKeys: String, CodingKey, CaseIterable {
            case reason, isDryRun
        }

        init(from decoder: any Decoder) throws {
            // A dry run that is misspelled must not be carried out.
            try decoder.allow(only: CodingKeys.allCases.map(\.rawValue))
            let container = try decoder.container(keyedBy: CodingKeys.self)
            reason = try container.decode(String.self, forKey: .reason)
            isDryRun = try container.decodeIfPresent(Bool.self, forKey: .isDryRun)
        }
    }

    private func withdraw(_ request: Request, _ context: CenterContext) async throws -> Response {
        let id = try context.miniAppID()
        let key = try await request.authorize(.publish, of: id, keys: keys)
        guard let code = Int(context.parameters.get("code") ?? ""), code > 0 else {
            throw Problem(.badRequest, "A version's code is a positive number.", subject: "code")
        }
        let body: WithdrawalRequest = try await request.json(upTo: 8_192)
        let reason = body.reason.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...Withdrawal.maximumReason).contains(reason.count) else {
            throw Problem(
                .badRequest, "A reason has 1 to \(Withdrawal.maximumReason) characters.", subject: "reason")
        }
        let isDryRun = body.isDryRun ?? false
        do {
            let withdrawal = try await publisher.withdraw(
                code, of: id, by: key.publisher, reason: reason, isDryRun: isDryRun, at: now())
            if !isDryRun {
                context.logger.notice(
                    "A version was withdrawn.",
                    metadata: [
                        "miniApp": "\(id)", "code": "\(code)", "reason": "\(reason)", "key": "\(key.id)",
                        "fallback": "\(withdrawal.fallback.map { String($0.code) } ?? "none")",
                    ])
            }
            return try .json(withdrawal)
        } catch let error as PublishingError {
            throw Problem(error)
        }
    }

    private func body(of request: Request) async throws -> Data {
        let limit = PackageLimits().totalBytes
        guard let archive = try await request.body(upTo: limit) else {
            throw Problem(
                .contentTooLarge, "A package has at most \(limit) bytes.", subject: "body",
                rule: PackageRefusal.Rule.tooLarge.rawValue
            )
        }
        return Data(archive.readableBytesView)
    }
}

extension HTTPField.Name {
    /// The publisher's signed statement, in base64.
    static let statement = knownName("Atoll-Statement")
}

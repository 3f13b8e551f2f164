import AtollCenterDomain
import AtollPackages
import Foundation
import Hummingbird

/// `GET /health`: 200 while the Center works, 503 while it can't; its operator, on this machine or with any API key,
/// also sees what must be done soon. `GET /live`: 204 while the process responds at all.
struct HealthRoutes {
    let store: any CatalogStore
    let repository: ReleaseRepository
    let authenticator: CenterAuthenticator

    private struct Health: Encodable {
        let status: String
        /// Roles that must be signed offline before they expire; nil unless the operator asks.
        var warnings: [ReleaseRepository.Warning]?
        /// The files in `repository/incoming` that were refused; `nil` without any, or unless the operator asks.
        var refused: [String]?
        /// The problem with the keys of this process; `nil` without one, or unless the operator asks.
        var keys: String?
    }

    var routes: [CenterRoute] {
        [
            .outside(.get, "live") { _, _ in Response(status: .noContent) },
            .outside(.get, "health") { try await health($0, $1) },
        ]
    }

    private func health(_ request: Request, _ context: CenterContext) async throws -> Response {
        let isOperator = await authenticator.isOperator(request, context)
        do {
            try await store.check()
        } catch {
            context.logger.error("The database can't be read.", metadata: ["error": "\(error)"])
            return try response(.serviceUnavailable, Health(status: "unavailable"))
        }
        do {
            _ = try await repository.id()
            let warnings = isOperator ? try await repository.warnings() : nil
            let refused = isOperator ? try await repository.place.refusedProposals() : []
            let hasOtherKeys = isOperator ? try await !repository.namesKeys() : false
            return try response(
                .ok,
                Health(
                    status: "ok", warnings: warnings, refused: refused.isEmpty ? nil : refused,
                    keys: hasOtherKeys ? ReleaseRepository.otherKeys : nil))
        } catch CenterError.noRepository {
            return try response(.serviceUnavailable, Health(status: isOperator ? "no repository" : "unavailable"))
        } catch {
            context.logger.error("The repository can't be read.", metadata: ["error": "\(error)"])
            return try response(.serviceUnavailable, Health(status: "unavailable"))
        }
    }

    private func response(_ status: HTTPResponse.Status, _ health: Health) throws -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder.center.encode(health)))
        )
    }
}

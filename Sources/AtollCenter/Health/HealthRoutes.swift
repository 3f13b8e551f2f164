import AtollPackages
import BoundedServer
import Foundation
import GRDB
import Hummingbird

/// `GET /health`: 200 while the Center can do its work, 503 when it can't; and to its operator, on this machine or with any API key,
/// what has to be done soon. `GET /live`: 204 while the process answers at all.
struct HealthRoutes {
    let database: CenterDatabase
    let repository: ReleaseRepository
    let keys: APIKeys

    private struct Health: Encodable {
        let status: String
        /// Roles that have to be signed offline before they expire; nil for a stranger.
        var warnings: [ReleaseRepository.Warning]?
        /// The files in `repository/incoming` that were refused, for whoever put them there; nil for a stranger, or if there are none.
        var refused: [String]?
    }

    func add(to router: Router<CenterContext>) {
        router.get("live") { _, _ in Response(status: .noContent) }
        router.get("health") { request, context -> Response in
            let isOperator = await isOperator(request, context)
            do {
                _ = try await database.pool.read { try Int.fetchOne($0, sql: "SELECT 1 FROM mini_app LIMIT 1") }
            } catch {
                context.logger.error("The database can't be read.", metadata: ["error": "\(error)"])
                return try response(.serviceUnavailable, Health(status: "unavailable"))
            }
            do {
                _ = try await repository.id()
                let warnings = isOperator ? try await repository.warnings() : nil
                let refused = isOperator ? repository.refusedFiles() : []
                return try response(
                    .ok, Health(status: "ok", warnings: warnings, refused: refused.isEmpty ? nil : refused))
            } catch PublishingError.noRepository {
                return try response(
                    .serviceUnavailable, Health(status: isOperator ? "no repository" : "unavailable"))
            } catch {
                context.logger.error("The repository can't be read.", metadata: ["error": "\(error)"])
                return try response(.serviceUnavailable, Health(status: "unavailable"))
            }
        }
    }

    private func isOperator(_ request: Request, _ context: CenterContext) async -> Bool {
        // A proxy on this machine that is not trusted by name looks like the operator, but for what it adds.
        if context.client.isLocal, !request.hasPassedAProxy { return true }
        guard let token = request.bearerToken else { return false }
        return (try? await keys.key(for: token, at: Date())) != nil
    }

    private func response(_ status: HTTPResponse.Status, _ health: Health) throws -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try MiniAppListingPage.encoder.encode(health)))
        )
    }
}

import AtollPackages
import GRDB
import Hummingbird

/// `GET /health`: 200 while the Center can do its work, 503 when it can't; and what its operator has to do soon. `GET /live`: 204
/// while the process answers at all.
struct HealthRoutes {
    let database: CenterDatabase
    let repository: ReleaseRepository

    private struct Health: Encodable {
        let status: String
        /// Roles that have to be signed offline before they expire.
        var warnings: [ReleaseRepository.Warning] = []
    }

    func add(to router: Router<CenterContext>) {
        router.get("live") { _, _ in Response(status: .noContent) }
        router.get("health") { _, context -> Response in
            do {
                _ = try await database.pool.read { try Int.fetchOne($0, sql: "SELECT 1 FROM mini_app LIMIT 1") }
            } catch {
                context.logger.error("The database can't be read.", metadata: ["error": "\(error)"])
                return try response(.serviceUnavailable, Health(status: "unavailable"))
            }
            do {
                return try response(.ok, Health(status: "ok", warnings: await repository.warnings()))
            } catch PublishingError.noRepository {
                return try response(.ok, Health(status: "no repository"))
            } catch {
                context.logger.error("The repository can't be read.", metadata: ["error": "\(error)"])
                return try response(.serviceUnavailable, Health(status: "unavailable"))
            }
        }
    }

    private func response(_ status: HTTPResponse.Status, _ health: Health) throws -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try MiniAppListingPage.encoder.encode(health)))
        )
    }
}

import GRDB
import Hummingbird

/// `GET /health`: 200 while the Center can do its work, 503 when it can't.
struct HealthRoutes {
    let database: CenterDatabase

    func add(to router: Router<CenterContext>) {
        router.get("health") { _, context -> Response in
            do {
                _ = try await database.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM mini_app") }
                return response(.ok, "ok")
            } catch {
                context.logger.error("The database can't be read.", metadata: ["error": "\(error)"])
                return response(.serviceUnavailable, "unavailable")
            }
        }
    }

    private func response(_ status: HTTPResponse.Status, _ text: String) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: #"{"status":"\#(text)"}"#))
        )
    }
}

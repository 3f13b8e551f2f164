import AtollPackages
import Foundation
import Hummingbird

/// `/v1/miniapps/{id}/versions`, for publishers: `POST` uploads a `.ma` archive as the body, `GET` lists what is there.
struct PublishingRoutes {
    let store: any CatalogStore
    let publisher: Publisher
    let keys: APIKeys

    func add(to router: Router<CenterContext>) {
        router.get("v1/miniapps/:id/versions") { try await list($0, $1) }
        router.post("v1/miniapps/:id/versions") { request, context -> Response in
            let id = try context.miniAppID()
            let key = try await request.authorize(.publish, of: id, keys: keys)
            let archive = try await body(of: request)
            do {
                let listing = try await publisher.publish(archive, of: id, by: key.publisher, at: Date())
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

    /// The answer to `GET`: every version, the newest first.
    private struct Versions: Encodable {
        let versions: [MiniAppListing]
    }

    private func list(_ request: Request, _ context: CenterContext) async throws -> Response {
        let id = try context.miniAppID()
        _ = try await request.authorize(.publish, of: id, keys: keys)
        let versions = Versions(versions: try await store.versions(of: id))
        return Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "private, no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try MiniAppListingPage.encoder.encode(versions)))
        )
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

import AtollPackages
import Foundation
import Hummingbird

/// `GET /v1/blobs/{sha256}`: bytes by their digest, for everybody and for ever, so that any CDN can hold them.
///
/// They are given away as they lie: who asks has the digest, and compares.
struct BlobRoutes {
    let blobs: any BlobStore

    func add(to router: Router<CenterContext>) {
        router.get("v1/blobs/:digest", use: get)
        router.head("v1/blobs/:digest") { try await get($0, $1).createHeadResponse() }
    }

    @Sendable private func get(_ request: Request, _ context: CenterContext) async throws -> Response {
        guard let digest = BlobDigest(hex: context.parameters.get("digest") ?? "") else {
            throw Problem(.badRequest, "A blob's name is 64 digits of 0-9 and a-f.", subject: "digest")
        }
        guard let data = try await blobs.bytes(of: digest) else { throw Problem(.notFound, "There is no such blob.") }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/octet-stream",
                .cacheControl: "public, max-age=31536000, immutable",
                .eTag: "\"\(digest)\"",
                // Whatever the bytes are, a browser that is sent here runs nothing of them.
                .contentSecurityPolicy: "default-src 'none'; sandbox",
                .xContentTypeOptions: "nosniff",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: data))
        )
    }
}

import AtollPackages
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Bytes by their digest, for everybody and for ever, so that any CDN can hold them: `GET /v1/blobs/{sha256}` one blob,
/// `GET /v1/packs/{file list}` all of a version in one answer, and `GET /v1/packs/{file list}/from/{other file list}` what a
/// device lacks that has the other version.
///
/// They are given away as they lie, read from the disk as they are sent: who asks has the digests, and compares.
struct BlobRoutes {
    let blobs: any BlobStore
    let packs: PackStore

    func add(to router: Router<CenterContext>) {
        router.get("v1/blobs/:digest", use: blob)
        router.head("v1/blobs/:digest") { try await blob($0, $1).createHeadResponse() }
        router.get("v1/packs/:digest", use: pack)
        router.get("v1/packs/:digest/from/:other", use: pack)
    }

    @Sendable private func blob(_ request: Request, _ context: CenterContext) async throws -> Response {
        let digest = try context.digest("digest")
        guard let data = try await blobs.body(of: digest) else { throw Problem(.notFound, "There is no such blob.") }
        return try response(data, tag: digest.hex, to: request, context)
    }

    @Sendable private func pack(_ request: Request, _ context: CenterContext) async throws -> Response {
        let digest = try context.digest("digest")
        let other = context.parameters.get("other") == nil ? nil : try context.digest("other")
        guard let data = try await packs.pack(of: digest, from: other) else {
            throw Problem(.notFound, "There is no version with this file list.")
        }
        return try response(data, tag: digest.hex + (other.map { "-" + $0.hex } ?? ""), to: request, context)
    }

    private func response(
        _ data: FileBody, tag: String, to request: Request, _ context: CenterContext
    ) throws -> Response {
        var response = Response(
            status: .ok,
            headers: [
                .contentType: "application/octet-stream",
                .cacheControl: "public, max-age=31536000, immutable",
                .eTag: "\"\(tag)\"",
                .acceptRanges: "bytes",
                // Whatever the bytes are, a browser that is sent here runs nothing of them.
                .contentSecurityPolicy: "default-src 'none'; sandbox",
                .xContentTypeOptions: "nosniff",
            ]
        )
        var part = data
        if let start = request.rangeStart {
            guard start < data.count else {
                var problem = Problem(.rangeNotSatisfiable, "There are \(data.count) bytes.", subject: "Range")
                problem.headers[.contentRange] = "bytes */\(data.count)"
                throw problem
            }
            part = data.dropFirst(start)
            response.status = .partialContent
            response.headers[.contentRange] = "bytes \(start)-\(data.count - 1)/\(data.count)"
        }
        response.body = part.body(on: context.eventLoop)
        return response
    }
}

extension CenterContext {
    fileprivate func digest(_ name: String) throws -> BlobDigest {
        guard let digest = BlobDigest(hex: parameters.get(name) ?? "") else {
            throw Problem(.badRequest, "A blob's name is 64 digits of 0-9 and a-f.", subject: name)
        }
        return digest
    }
}

extension Request {
    /// Where the wanted part begins, for a range that goes to the end (`bytes=500-`). Other ranges may be passed over
    /// (RFC 9110, section 14.2), and are.
    fileprivate var rangeStart: Int? {
        guard let range = headers[.range], range.hasPrefix("bytes="), range.hasSuffix("-") else { return nil }
        return Int(range.dropFirst("bytes=".count).dropLast()).flatMap { $0 > 0 ? $0 : nil }
    }
}

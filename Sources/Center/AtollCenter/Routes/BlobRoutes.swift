import AtollCenterAnswers
import AtollPackages
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Bytes by their digest, public and immutable, so that any CDN can cache them: `GET /v1/blobs/{sha256}` sends one
/// blob, `GET /v1/packs/{file list}` all files of a version in one response, and
/// `GET /v1/packs/{file list}/from/{other file list}` those that a device with the other version lacks.
///
/// They are sent as stored, read from disk while they are sent, and not verified here: the client verifies the digests.
struct BlobRoutes {
    let blobs: any BlobStore
    let packs: PackStore

    var routes: [CenterRoute] {
        [
            .anyone(.get, "v1/blobs/:digest", Self.document("The bytes with a digest")) { try await blob($0, $1) },
            .anyone(.head, "v1/blobs/:digest", Self.document("Whether there are bytes with a digest", hasBody: false)) {
                try await blob($0, $1).createHeadResponse()
            },
            .anyone(.get, "v1/packs/:digest", Self.document("All files of the version with a file list")) {
                try await pack($0, $1)
            },
            .anyone(.get, "v1/packs/:digest/from/:other", Self.document("Those that another version does not have")) {
                try await pack($0, $1)
            },
        ]
    }

    private static func document(_ summary: String, hasBody: Bool = true) -> RouteDocument {
        RouteDocument(
            summary: summary, group: "files", answer: hasBody ? .bytes : nil, answerType: "application/octet-stream")
    }

    private func blob(_ request: Request, _ context: CenterContext) async throws -> Response {
        let digest = try context.digest("digest")
        let data: (any BodyBytes)?
        do {
            data = try await blobs.body(of: digest)
        } catch let error as BlobError {
            context.logger.error("A stored blob is damaged.", metadata: ["error": "\(error)"])
            throw Problem(.serviceUnavailable, "The stored blob is damaged. See the Center's log.", rule: "damaged")
        }
        guard let data else { throw Problem(.notFound, "There is no such blob.") }
        return try response(data, tag: digest.hex, to: request, context)
    }

    private func pack(_ request: Request, _ context: CenterContext) async throws -> Response {
        let digest = try context.digest("digest")
        let other = context.parameters.get("other") == nil ? nil : try context.digest("other")
        guard let data = try await packs.pack(of: digest, from: other) else {
            throw Problem(.notFound, "There is no version with this file list.")
        }
        return try response(data, tag: digest.hex + (other.map { "-" + $0.hex } ?? ""), to: request, context)
    }

    private func response(
        _ data: any BodyBytes, tag: String, to request: Request, _ context: CenterContext
    ) throws -> Response {
        var response = Response(
            status: .ok,
            headers: [
                .contentType: "application/octet-stream",
                .cacheControl: "public, max-age=31536000, immutable",
                .eTag: "\"\(tag)\"",
                .acceptRanges: "bytes",
                // A browser must not run the bytes.
                .contentSecurityPolicy: "default-src 'none'; sandbox",
                .xContentTypeOptions: "nosniff",
            ]
        )
        var part: any BodyBytes = data
        if let start = request.rangeStart {
            guard start < data.count else {
                var problem = Problem(
                    .rangeNotSatisfiable, "The range begins beyond the last of \(data.count) bytes.", subject: "Range")
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
    fileprivate func digest(_ name: String) throws -> SHA256Hash {
        guard let digest = SHA256Hash(hex: parameters.get(name) ?? "") else {
            throw Problem(.badRequest, "A digest must be 64 hexadecimal digits, 0-9 and a-f.", subject: name)
        }
        return digest
    }
}

extension Request {
    /// The start of a range that has no end (`bytes=500-`). Any other range is ignored, as RFC 9110, section 14.2
    /// permits.
    fileprivate var rangeStart: Int? {
        guard let range = headers[.range], range.hasPrefix("bytes="), range.hasSuffix("-") else { return nil }
        return Int(range.dropFirst("bytes=".count).dropLast()).flatMap { $0 > 0 ? $0 : nil }
    }
}

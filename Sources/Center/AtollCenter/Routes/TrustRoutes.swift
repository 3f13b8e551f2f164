import AtollCenterAnswers
import Foundation
import Hummingbird

/// `/v1/trust/metadata/…` and `/v1/trust/targets/…`: the repository's files, exactly as they were written. They are
/// public, and any CDN may cache them.
struct TrustRoutes {
    let repository: ReleaseRepository

    var routes: [CenterRoute] {
        [
            .anyone(.get, "v1/trust/metadata/:file", Self.document("Metadata of the signed repository")) { _, context in
                try await response("metadata", [context.parameters.get("file") ?? ""])
            },
            .anyone(.get, "v1/trust/targets/:folder/:file", Self.document("A target of the signed repository")) {
                _, context in
                try await response(
                    "targets", [context.parameters.get("folder") ?? "", context.parameters.get("file") ?? ""])
            },
        ]
    }

    private static func document(_ summary: String) -> RouteDocument {
        RouteDocument(
            summary: summary, group: "files", answer: DocumentedShape(name: "Signed", schemas: ["Signed": .object]))
    }

    private func response(_ kind: String, _ components: [String]) async throws -> Response {
        guard components.allSatisfy(Self.isName),
            let data = try await repository.place.file(([kind] + components).joined(separator: "/"))
        else {
            // A file that does not exist yet, such as the next root, may exist soon.
            var problem = Problem(.notFound, "There is no such file.")
            problem.headers[.cacheControl] = "no-store"
            throw problem
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/json",
                // Every name but one begins with a version or a digest, so its content never changes.
                .cacheControl: components == ["timestamp.json"]
                    ? "public, no-cache" : "public, max-age=31536000, immutable",
                .xContentTypeOptions: "nosniff",
                .contentSecurityPolicy: "default-src 'none'; sandbox",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: data))
        )
    }

    /// Whether a path component has only the characters of role names and ids, and does not begin with a dot.
    private static func isName(_ name: String) -> Bool {
        (1...300).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: ".")
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
                    UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

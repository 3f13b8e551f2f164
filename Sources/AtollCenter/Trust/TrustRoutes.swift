import Foundation
import Hummingbird

/// `/v1/trust/metadata/…` and `/v1/trust/targets/…`: the repository, as it lies on the disk. Everybody may read it, and any
/// CDN may keep it.
struct TrustRoutes {
    let repository: ReleaseRepository

    func add(to router: Router<CenterContext>) {
        router.get("v1/trust/metadata/:file") { _, context -> Response in
            try response("metadata", [context.parameters.get("file") ?? ""])
        }
        router.get("v1/trust/targets/:folder/:file") { _, context -> Response in
            try response("targets", [context.parameters.get("folder") ?? "", context.parameters.get("file") ?? ""])
        }
    }

    private func response(_ kind: String, _ components: [String]) throws -> Response {
        guard components.allSatisfy(Self.isName),
            let data = repository.file(([kind] + components).joined(separator: "/"))
        else {
            // What is not there now, such as the next root, may be there in a moment.
            var problem = Problem(.notFound, "There is no such file.")
            problem.headers[.cacheControl] = "no-store"
            throw problem
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/json",
                // Every name but one begins with a version or a digest, and so never means something else.
                .cacheControl: components == ["timestamp.json"]
                    ? "public, no-cache" : "public, max-age=31536000, immutable",
                .xContentTypeOptions: "nosniff",
                .contentSecurityPolicy: "default-src 'none'; sandbox",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: data))
        )
    }

    /// Names of roles and ids need nothing beyond these characters, and no name begins with a dot.
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

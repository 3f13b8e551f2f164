import Foundation
import Hummingbird

extension Response {
    /// A response of JSON, which nothing on the way stores.
    static func json(_ body: some Encodable, _ status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(body))))
    }
}

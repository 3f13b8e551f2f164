import Foundation
import HTTPTypes
import Hummingbird

extension JSONEncoder {
    /// An encoder that writes times as in ISO 8601.
    package static var backEnd: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }
}

extension Response {
    /// A value as JSON.
    package static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder.backEnd.encode(value))))
    }
}

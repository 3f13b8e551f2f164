import Hummingbird
import NIOCore

extension Request {
    /// The body, or nil if it is longer than `limit` bytes. Reading stops there, regardless of what the headers claim.
    ///
    /// - Throws: ``RequestCutOff`` if the body ends early or is malformed.
    package func body(upTo limit: Int) async throws -> ByteBuffer? {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { return nil }
        do {
            return try await body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            return nil
        } catch let error as HTTPError where error.status == .contentTooLarge {
            return nil
        } catch let error where !(error is HTTPError) {
            throw RequestCutOff()
        }
    }
}

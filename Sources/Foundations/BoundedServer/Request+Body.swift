import Hummingbird
import NIOCore

extension Request {
    /// Returns the body, or `nil` if it is longer than `limit` bytes. Reading stops there, for any claim of the
    /// headers.
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

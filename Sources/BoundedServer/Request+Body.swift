import Hummingbird
import NIOCore

extension Request {
    /// The body, or nil where it is longer than `limit` bytes. Reading stops there, whatever the headers claimed.
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

/// The connection ended, or made no sense any longer, in the middle of a request: nothing that the log needs a line for.
package struct RequestCutOff: Error {}

import Hummingbird
import RequestParsing

extension Request {
    /// The bearer token, or nil.
    var bearerToken: String? { BearerToken.read(headers[.authorization]) }
}

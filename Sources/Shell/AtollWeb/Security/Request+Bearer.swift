import HTTPTypes
import Hummingbird
import RequestParsing

extension Request {
    /// The bearer token, or nil.
    var bearer: String? { BearerToken.read(headers[.authorization]) }
}

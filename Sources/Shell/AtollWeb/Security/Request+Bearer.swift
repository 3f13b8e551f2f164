import HTTPTypes
import Hummingbird

extension Request {
    /// The bearer token of a request (RFC 6750): at most 8 kB; nil for any other credential. Schemes ignore case.
    var bearer: String? {
        guard let header = headers[.authorization], header.utf8.count <= 8_192,
            header.prefix(7).lowercased() == "bearer "
        else { return nil }
        return String(header.dropFirst(7))
    }
}

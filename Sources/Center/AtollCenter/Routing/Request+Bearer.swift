import Hummingbird

extension Request {
    /// The bearer token (RFC 6750), or nil if there is none or the header is longer than 8,192 bytes.
    var bearerToken: String? {
        guard let header = headers[.authorization], header.utf8.count <= 8_192 else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}

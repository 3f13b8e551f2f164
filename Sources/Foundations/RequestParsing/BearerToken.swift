/// The bearer token of a request (RFC 6750, section 2.1).
package enum BearerToken {
    /// The most bytes of the header.
    private static let maximumLength = 8_192
    private static let scheme = "bearer".utf8

    /// The token in the header `Authorization`, or nil if it is missing, for another scheme, or longer than 8,192
    /// bytes. Schemes ignore case (RFC 9110, section 11.1).
    package static func read(_ header: String?) -> String? {
        guard let header, header.utf8.count <= maximumLength else { return nil }
        let bytes = header.utf8
        guard bytes.prefix(scheme.count).map({ $0 | 0x20 }).elementsEqual(scheme) else { return nil }
        let rest = bytes.dropFirst(scheme.count)
        guard rest.first == UInt8(ascii: " ") else { return nil }
        let token = rest.drop { $0 == UInt8(ascii: " ") }
        // A token has no spaces, and only ASCII.
        guard !token.isEmpty, token.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
        return String(decoding: token, as: UTF8.self)
    }
}

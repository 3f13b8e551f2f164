/// A host and its port, as a request or a URL names them, in canonical form for comparison: in lowercase, without the
/// default port of the scheme, and without the dot that ends a fully qualified name.
///
/// `App.example.com.:443` is `app.example.com` for `https`. Sources: RFC 9110, section 4.2.3, and RFC 3986, section 3.2.2.
package struct WebAuthority: Hashable, Sendable {
    /// The host, and a colon and the port if that is not the default.
    package let text: String
    /// Whether the host was written with a dot at its end.
    package let hasFinalDot: Bool

    /// - Parameters:
    ///   - text: The received text. Anything that is not a host and port is only changed to lowercase.
    ///   - scheme: `http` or `https`.
    package init(_ text: String, scheme: String) {
        let bytes = Array(text.lowercased().utf8)
        let colon = bytes.lastIndex(of: UInt8(ascii: ":"))
        var (host, port) = (bytes[...], ArraySlice<UInt8>())
        var isHost = colon == nil
        if let colon, bytes[(colon + 1)...].allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
            (host, port) = (bytes[..<colon], bytes[(colon + 1)...])
            let isDefault = port.isEmpty || port.elementsEqual((scheme == "https" ? "443" : "80").utf8)
            if isDefault { port = [] }
            isHost = true
        }
        let dot = UInt8(ascii: ".")
        hasFinalDot = isHost && host.count > 1 && host.last == dot && host.dropLast().last != dot
        if hasFinalDot { host = host.dropLast() }
        self.text =
            String(decoding: host, as: UTF8.self) + (port.isEmpty ? "" : ":" + String(decoding: port, as: UTF8.self))
    }
}

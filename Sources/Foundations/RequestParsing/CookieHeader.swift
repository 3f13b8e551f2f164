/// The cookies of a request.
///
/// Source: RFC 6265, section 5.4. Names and values are taken as they were sent; a header that is too long counts as
/// empty.
package struct CookieHeader: Sendable {
    private let pairs: [(name: Substring, value: Substring)]

    /// The longest header, in bytes: no browser sends more for one site.
    package static let maximumLength = 16_384
    /// The most cookies that are read.
    package static let maximumCookies = 200

    /// Reads a header.
    ///
    /// - Parameter header: The value of the `Cookie` header; for several headers, their values joined with `"; "`.
    package init(_ header: String) {
        guard header.utf8.count <= Self.maximumLength else {
            pairs = []
            return
        }
        // In bytes, not characters: a semicolon and a combining mark after it form another character.
        pairs = header.utf8.split(separator: UInt8(ascii: ";"), maxSplits: Self.maximumCookies)
            .prefix(Self.maximumCookies)
            .compactMap { part in
                guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return nil }
                return (Self.trimmed(part[..<equals]), Self.trimmed(part[part.index(after: equals)...]))
            }
    }

    /// The value of the first cookie with this name, or nil.
    package subscript(name: String) -> String? {
        pairs.first { $0.name.utf8.elementsEqual(name.utf8) }.map { String($0.value) }
    }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring {
        var bytes = text
        while bytes.first == 0x20 || bytes.first == 0x09 { bytes.removeFirst() }
        while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() }
        return Substring(bytes)
    }
}

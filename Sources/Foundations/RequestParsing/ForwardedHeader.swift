/// The addresses through which a request came, as proxies report them; the first one is the client's.
///
/// Source: RFC 7239 for `Forwarded`; `X-Forwarded-For` is a comma-separated list of addresses.
enum ForwardedHeader {
    /// The longest header, in bytes.
    static let maximumLength = 4_096
    /// The most hops that are read, counted from the end.
    static let maximumHops = 32

    /// The hops of a `Forwarded` header, in order; nil for a hop without an address (`unknown`, `_hidden`) or a
    /// malformed one.
    static func hops(forwarded header: String) -> [IPAddress?] {
        guard header.utf8.count <= maximumLength else { return [nil] }
        return split(header, at: UInt8(ascii: ",")).suffix(maximumHops).map { element in
            for pair in split(element, at: UInt8(ascii: ";")) {
                guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
                let name = trimmed(pair[..<equals])
                guard name.lowercased() == "for" else { continue }
                return address(unquoted(trimmed(pair[pair.utf8.index(after: equals)...])))
            }
            return nil
        }
    }

    /// The hops of an `X-Forwarded-For` header, in order; nil for a malformed one.
    static func hops(xForwardedFor header: String) -> [IPAddress?] {
        guard header.utf8.count <= maximumLength else { return [nil] }
        // In bytes, not characters: a client could make a comma part of another character.
        return header.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).suffix(maximumHops)
            .map { address(trimmed(Substring($0))) }
    }

    /// An address with or without a port: `192.0.2.1:80`, `[2001:db8::1]:80`.
    private static func address(_ text: Substring) -> IPAddress? {
        if text.hasPrefix("[") {
            guard let end = text.utf8.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            return IPAddress(text[text.utf8.index(after: text.startIndex)..<end])
        }
        if let address = IPAddress(text) { return address }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? IPAddress(parts[0]) : nil
    }

    /// Splits `text` at each separator that is not inside quotation marks.
    private static func split(_ text: some StringProtocol, at separator: UInt8) -> [Substring] {
        var parts: [Substring] = []
        var isQuoted = false
        let text = Substring(text)
        var start = text.startIndex
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard byte == separator, !isQuoted else { continue }
            parts.append(text[start..<index])
            start = text.utf8.index(after: index)
        }
        return parts + [text[start...]]
    }

    private static func unquoted(_ text: Substring) -> Substring {
        let (quote, bytes) = (UInt8(ascii: "\""), text.utf8)
        guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return text }
        return Substring(bytes.dropFirst().dropLast())
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var bytes = text.utf8
        while bytes.first == 0x20 || bytes.first == 0x09 { bytes.removeFirst() }
        while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() }
        return Substring(bytes)
    }
}

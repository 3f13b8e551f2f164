/// Reads a URL from start to end, byte by byte.
struct LinkReader {
    private let bytes: [UInt8]
    private var position = 0

    /// - Throws: If the text is too long, or contains a character before its query that is not allowed in a URL.
    init(_ text: String) throws(LinkError) {
        let length = text.utf8.count
        guard length <= DeepLink.maximumLength else { throw .tooLong(bytes: length) }
        bytes = Array(text.utf8)
        guard bytes.prefix(while: { !Self.endsPath($0) }).allSatisfy(Self.isAddressByte) else {
            let scalar = text.unicodeScalars.first { !$0.isASCII || !Self.isAddressByte(UInt8($0.value)) }
            throw .forbiddenCharacter(.address, code: scalar?.value ?? 0)
        }
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
            UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            false
        default: (0x21...0x7e).contains(byte)
        }
    }

    /// The scheme, in lower case, or `nil` for a link without one.
    mutating func scheme() -> String? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        guard
            scheme.utf8.allSatisfy({
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            })
        else { return nil }
        position = colon + 1
        return scheme
    }

    /// The text between `//` and the path, or nil if there are no two slashes.
    mutating func authority() -> String? {
        let slash = UInt8(ascii: "/")
        guard bytes[position...].starts(with: [slash, slash]) else { return nil }
        let start = position + 2
        position = bytes[start...].firstIndex { $0 == slash || Self.endsPath($0) } ?? bytes.endIndex
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// The host, decoded as a component.
    func decodedHost(_ host: String) throws(LinkError) -> String {
        let utf8 = Array(host.utf8)
        return try decoded(utf8, 0..<utf8.count, .component(1))
    }

    /// Adds the components of the path.
    mutating func path(into components: inout [String]) throws(LinkError) {
        let end = bytes[position...].firstIndex(where: Self.endsPath) ?? bytes.endIndex
        guard position < end else { return }
        // The path begins with a slash.
        position += 1
        while position < end {
            let next = bytes[position..<end].firstIndex(of: UInt8(ascii: "/")) ?? end
            let number = components.count + 1
            guard number <= DeepLink.maximumComponents else {
                throw .tooMany(.address, limit: DeepLink.maximumComponents)
            }
            guard next > position else { throw .emptyComponent(number) }
            components.append(try decoded(bytes, position..<next, .component(number)))
            // A single trailing slash is allowed.
            position = next + 1
        }
        position = end
    }

    /// Adds the items of the query. Others add items to links, to count who follows them, and not always in a valid
    /// form: what is wrong with an item is noted, for the case that a route reads it. An item without a name is left
    /// out, and so is one with characters that no item may have.
    mutating func query(into link: inout DeepLink) throws(LinkError) {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "?") else { return }
        position += 1
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        var count = 0
        while position < end {
            let next = bytes[position..<end].firstIndex(of: UInt8(ascii: "&")) ?? end
            defer { position = min(next + 1, end) }
            let equals = bytes[position..<next].firstIndex(of: UInt8(ascii: "=")) ?? next
            guard equals > position else { continue }
            count += 1
            guard count <= DeepLink.maximumItems else { throw .tooMany(.address, limit: DeepLink.maximumItems) }
            guard let name = loose(position..<equals) else { continue }
            let range = min(equals + 1, next)..<next
            do throws(LinkError) {
                _ = try decoded(bytes, position..<equals, .item(name))
                link.items.append(.init(name, try decoded(bytes, range, .item(name))))
            } catch {
                guard !DeepLink.nestingItems.contains(name) else { throw error }
                link.faults[name] = error
                if let value = loose(range) { link.items.append(.init(name, value)) }
            }
        }
    }

    /// The text after `#`; nil if it can't be read: it says where to begin in what the rest of the link names.
    mutating func fragment() -> String? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "#") else { return nil }
        return try? decoded(bytes, position + 1..<bytes.count, .fragment)
    }

    /// Returns a text as browsers read it, with unencoded characters as they are; `nil` if it has characters that no
    /// text in a link may have.
    private func loose(_ range: Range<Int>) -> String? {
        let text = bytes.withUnsafeBufferPointer { PercentEncoding.looselyDecoded($0[range]) }
        guard let text, !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            return nil
        }
        return text
    }

    private func decoded(
        _ bytes: [UInt8], _ range: Range<Int>, _ part: LinkError.Part
    ) throws(LinkError) -> String {
        let text = bytes.withUnsafeBufferPointer { PercentEncoding.decode($0[range]) }
        guard var text else { throw .brokenEncoding(part) }
        guard !bytes[range].allSatisfy({ Self.isAddressByte($0) && $0 != UInt8(ascii: "%") }) else {
            try refuseTraversal(text, part)
            return text
        }
        if case .item = part {
            // A search text may contain "%41" or a tab.
            text = Self.onOneLine(text)
        } else if PercentEncoding.isEncoded(text) {
            throw .doubleEncoding(part)
        }
        for scalar in text.unicodeScalars where Self.isForbidden(scalar, part) {
            throw .forbiddenCharacter(part, code: scalar.value)
        }
        try refuseTraversal(text, part)
        return text
    }

    private func refuseTraversal(_ text: String, _ part: LinkError.Part) throws(LinkError) {
        if case .component(let number) = part, text == "." || text == ".." { throw .traversal(number) }
    }

    /// A text with a space in place of each tab and line break.
    private static func onOneLine(_ text: String) -> String {
        guard text.utf8.contains(where: { (0x09...0x0d).contains($0) }) else { return text }
        return String(
            String.UnicodeScalarView(text.unicodeScalars.map { ("\u{9}"..."\u{d}").contains($0) ? " " : $0 }))
    }

    private static func isForbidden(_ scalar: Unicode.Scalar, _ part: LinkError.Part) -> Bool {
        if case .component = part, scalar == "\\" || scalar == "/" { return true }
        return scalar.properties.generalCategory == .control
    }

    private static func endsPath(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") }
}

/// Reads a URL from start to end, byte by byte.
struct LinkReader {
    private let bytes: [UInt8]
    private var position = 0

    /// - Throws: If the text is too long, or contains a character that is not allowed in a URL.
    init(_ text: String) throws(LinkError) {
        let length = text.utf8.count
        guard length <= DeepLink.maximumLength else { throw .tooLong(bytes: length) }
        bytes = Array(text.utf8)
        guard bytes.allSatisfy(Self.isAddressByte) else {
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

    /// The scheme, in lower case, or nil if there is none.
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

    mutating func query() throws(LinkError) -> [DeepLink.Item] {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "?") else { return [] }
        position += 1
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        var items: [DeepLink.Item] = []
        while position < end {
            let next = bytes[position..<end].firstIndex(of: UInt8(ascii: "&")) ?? end
            guard items.count < DeepLink.maximumItems else { throw .tooMany(.address, limit: DeepLink.maximumItems) }
            items.append(try item(position..<next))
            position = min(next + 1, end)
        }
        return items
    }

    private func item(_ range: Range<Int>) throws(LinkError) -> DeepLink.Item {
        let equals = bytes[range].firstIndex(of: UInt8(ascii: "=")) ?? range.upperBound
        guard equals > range.lowerBound else { throw .namelessItem }
        let raw = String(decoding: bytes[range.lowerBound..<equals], as: UTF8.self)
        let name = try decoded(bytes, range.lowerBound..<equals, .item(raw))
        let value = try decoded(
            bytes, min(equals + 1, range.upperBound)..<range.upperBound, .item(name),
            mayNest: DeepLink.nestingItems.contains(name)
        )
        return DeepLink.Item(name, value)
    }

    mutating func fragment() throws(LinkError) -> String? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "#") else { return nil }
        return try decoded(bytes, position + 1..<bytes.count, .fragment)
    }

    private func decoded(
        _ bytes: [UInt8], _ range: Range<Int>, _ part: LinkError.Part, mayNest: Bool = false
    ) throws(LinkError) -> String {
        let text = bytes.withUnsafeBufferPointer { PercentEncoding.decode($0[range]) }
        guard let text else { throw .brokenEncoding(part) }
        if bytes[range].contains(UInt8(ascii: "%")) {
            for scalar in text.unicodeScalars where Self.isForbidden(scalar, part) {
                throw .forbiddenCharacter(part, code: scalar.value)
            }
            guard mayNest || !PercentEncoding.isEncoded(text) else { throw .doubleEncoding(part) }
        }
        if case .component(let number) = part, text == "." || text == ".." { throw .traversal(number) }
        return text
    }

    private static func isForbidden(_ scalar: Unicode.Scalar, _ part: LinkError.Part) -> Bool {
        switch scalar {
        case "\\": true
        case "/": if case .component = part { true } else { false }
        default: scalar.properties.generalCategory == .control
        }
    }

    private static func endsPath(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") }
}

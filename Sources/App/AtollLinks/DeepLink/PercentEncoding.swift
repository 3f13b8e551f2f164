import ForeignText

/// Percent-encoding in one canonical form.
///
/// Source: RFC 3986, sections 2.1 and 2.3.
enum PercentEncoding {
    /// Where a text is written, which determines the characters that need no encoding.
    enum Place {
        case component, value
    }

    /// Encodes every byte that can't be written as it is, with upper-case digits.
    static func encode(_ text: String, in place: Place) -> String {
        guard !text.utf8.allSatisfy({ isLiteral($0, place) }) else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isLiteral(byte, place) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes bytes; nil if a percent sign is not followed by two hexadecimal digits, or the result is not
    /// UTF-8, or has more combining marks in a row than any text needs.
    static func decode(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        if bytes.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "%") }) { return String(decoding: bytes, as: UTF8.self) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard bytes[index] == UInt8(ascii: "%") else {
                decoded.append(bytes[index])
                index += 1
                continue
            }
            guard bytes.endIndex - index > 2, let high = value(bytes[index + 1]), let low = value(bytes[index + 2])
            else { return nil }
            decoded.append(high << 4 | low)
            index += 3
        }
        guard let text = String(validating: decoded), text.excessiveMark == nil else { return nil }
        return text
    }

    /// Decodes bytes as browsers do: what is not encoded validly stands for itself, and what is not UTF-8 is U+FFFD.
    ///
    /// - Returns: Nil for more combining marks in a row than any text needs.
    static func looselyDecoded(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%"), bytes.endIndex - index > 2, let high = value(bytes[index + 1]),
                let low = value(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        let text = String(decoding: decoded, as: UTF8.self)
        return text.excessiveMark == nil ? text : nil
    }

    /// Whether a decoded text looks as if it were still encoded.
    static func isEncoded(_ text: String) -> Bool {
        var digitsToCome = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "%") {
                digitsToCome = 2
            } else if digitsToCome > 0 {
                digitsToCome = value(byte) == nil ? 0 : digitsToCome - 1
                if digitsToCome == 0, value(byte) != nil { return true }
            }
        }
        return false
    }

    private static func isLiteral(_ byte: UInt8, _ place: Place) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        // A query may contain these unencoded, which makes a URL within a URL readable.
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"):
            place == .value
        default: false
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension String {
    /// The text that the bytes encode in UTF-8, or nil if they are not valid. (The standard library's equivalent needs
    /// newer systems.)
    fileprivate init?(validating bytes: some Collection<UInt8>) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            self.init(decoding: bytes, as: UTF8.self)
            return
        }
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var scalars = UnicodeScalarView()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): scalars.append(scalar)
            case .emptyInput:
                self.init(scalars)
                return
            case .error: return nil
            }
        }
    }
}

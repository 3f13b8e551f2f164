/// Percent-encoding (RFC 3986, section 2.1), decoded without an API that traps on malformed text.
enum PercentCoding {
    /// Decodes a name or value of a form, in which `+` represents a space; nil if it is malformed or not UTF-8.
    static func formText(_ bytes: some Collection<UInt8>) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "+"): decoded.append(0x20)
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(value(of:)), let low = iterator.next().flatMap(value(of:))
                else {
                    return nil
                }
                decoded.append(high << 4 | low)
            default: decoded.append(byte)
            }
        }
        return text(decoded)
    }

    /// The bytes as text, or nil if they are not UTF-8.
    static func text(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        // Malformed bytes would have been replaced.
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

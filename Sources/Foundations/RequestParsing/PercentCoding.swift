import ForeignText

/// Percent-encoding (RFC 3986, section 2.1), decoded without an API that traps on malformed text.
enum PercentCoding {
    /// Decodes a name or value of a form, in which `+` represents a space.
    ///
    /// - Throws: ``FormError/badEncoding`` or ``FormError/tooManyMarks``.
    static func formText(_ bytes: some Collection<UInt8>) throws(FormError) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "+"): decoded.append(0x20)
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(value(of:)), let low = iterator.next().flatMap(value(of:))
                else {
                    throw .badEncoding
                }
                decoded.append(high << 4 | low)
            default: decoded.append(byte)
            }
        }
        return try text(decoded)
    }

    private static func text(_ bytes: [UInt8]) throws(FormError) -> String {
        do throws(ForeignTextError) {
            return try ForeignText(bytes).text
        } catch {
            if case .tooManyMarks = error { throw .tooManyMarks }
            throw .badEncoding
        }
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

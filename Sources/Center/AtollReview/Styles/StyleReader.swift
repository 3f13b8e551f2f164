import ForeignText

/// Finds the references of style sheets (CSS Syntax Level 3): `url(…)` and `@import`, but not in comments and strings.
struct StyleReader {
    /// The maximum number of references of a style sheet that are read.
    private static let maximum = 20_000

    static func references(_ bytes: [UInt8], in range: Range<Int>) -> [StyleReference] {
        bytes.withUnsafeBufferPointer { bytes in
            var reader = StyleReader(bytes: bytes, position: range.lowerBound, end: range.upperBound)
            reader.run()
            return reader.found
        }
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    private let end: Int
    private var found: [StyleReference] = []

    private init(bytes: UnsafeBufferPointer<UInt8>, position: Int, end: Int) {
        (self.bytes, self.position, self.end) = (bytes, position, end)
    }

    private func byte(_ offset: Int) -> UInt8 { position + offset < end ? bytes[position + offset] : 0 }

    private func begins(_ word: StaticString) -> Bool {
        guard position + word.utf8CodeUnitCount <= end else { return false }
        return (0..<word.utf8CodeUnitCount).allSatisfy { bytes[position + $0] | 0x20 == word.utf8Start[$0] | 0x20 }
    }

    private mutating func run() {
        while position < end, found.count < Self.maximum {
            switch bytes[position] {
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
                position += 2
                while position < end, !(bytes[position] == 0x2a && byte(1) == 0x2f) { position += 1 }
                position += 2
            case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = string()
            case UInt8(ascii: "@") where begins("@import"):
                let start = position
                position += 7
                skipSpaces()
                let value = [0x22, 0x27].contains(byte(0)) ? string() : begins("url(") ? url() : nil
                if let value { add(value, isImport: true, at: start) }
            case UInt8(ascii: "u"), UInt8(ascii: "U"):
                guard begins("url(") else {
                    position += 1
                    continue
                }
                let start = position
                add(url(), isImport: false, at: start)
            default: position += 1
            }
        }
    }

    private mutating func skipSpaces() {
        while position < end, bytes[position] <= 0x20 { position += 1 }
    }

    private mutating func add(_ written: Range<Int>, isImport: Bool, at offset: Int) {
        let value = ForeignText(repairing: bytes[written]).text.trimmed
        found.append(StyleReference(value: value, isImport: isImport, offset: offset, written: written))
    }

    /// The range of a string's text.
    private mutating func string() -> Range<Int> {
        let quote = bytes[position]
        position += 1
        let start = position
        while position < end, bytes[position] != quote, bytes[position] != 0x0a {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        let last = min(position, end)
        position = min(position + 1, end)
        return min(start, last)..<last
    }

    /// The range of the URL in a `url(…)`.
    private mutating func url() -> Range<Int> {
        position += 4
        skipSpaces()
        if [0x22, 0x27].contains(byte(0)) { return string() }
        let start = position
        while position < end, bytes[position] != UInt8(ascii: ")") { position += 1 }
        var last = position
        while last > start, bytes[last - 1] <= 0x20 { last -= 1 }
        return start..<last
    }
}

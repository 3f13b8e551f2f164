/// Breaks lines that are too long to read.
struct LineBreaks {
    private let bytes: [UInt8]
    private let longest: Int
    /// Where a line may be broken: after statements, before and after tags, after values. The offsets are in order.
    var places: [Int] = []
    private var next = 0

    init(_ bytes: [UInt8], longest: Int) { (self.bytes, self.longest) = (bytes, longest) }

    /// Splits a line into pieces that are short enough; not many more than `most`. Lines must be requested in order.
    mutating func pieces(of line: Range<Int>, upTo most: Int) -> [Range<Int>] {
        guard line.count > longest else { return [line] }
        var (pieces, start): ([Range<Int>], Int) = ([], line.lowerBound)
        while next < places.count, places[next] < line.upperBound {
            guard pieces.count <= most else { return pieces }
            if places[next] > start {
                cut(start..<places[next], into: &pieces)
                start = places[next]
            }
            next += 1
        }
        cut(start..<line.upperBound, into: &pieces)
        return pieces
    }

    /// The shortest piece, and the number of bytes that decide where a piece ends.
    private static let (shortest, window) = (64, 16)

    /// Breaks a range without candidates where the sum of the last bytes has a certain value, so that the breaks do not
    /// move if something is inserted before them (content-defined chunking: Muthitacharoen, Chen, Mazières, *A
    /// Low-bandwidth Network File System*, 2001).
    private func cut(_ range: Range<Int>, into pieces: inout [Range<Int>]) {
        guard range.count > longest else { return pieces.append(range) }
        var (start, index) = (range.lowerBound, range.lowerBound)
        while index < range.upperBound {
            index += 1
            let length = index - start
            guard length >= Self.shortest, index < range.upperBound else { continue }
            // A character is only split if the file is not text.
            guard bytes[index] & 0xc0 != 0x80 || length >= longest + 3 else { continue }
            guard length >= longest || sum(endingAt: index) % 128 == 0 else { continue }
            pieces.append(start..<index)
            start = index
        }
        pieces.append(start..<range.upperBound)
    }

    private func sum(endingAt end: Int) -> UInt32 {
        var sum: UInt32 = 0
        for byte in bytes[end - Self.window..<end] { sum = sum &* 0x0100_0193 ^ UInt32(byte) }
        return sum ^ (sum >> 15)
    }
}

extension LineBreaks {
    /// Where long lines of a file should be broken.
    ///
    /// - Complexity: O(*n*) in the file's length.
    static func candidates(in source: SourceFile) -> [Int] {
        switch source.kind {
        case .script: source.scripts.flatMap { statements(of: $0, in: source.bytes) }
        case .style: declarations(in: 0..<source.bytes.count, of: source.bytes)
        case .json: values(of: source.bytes)
        case .markup:
            // The scripts and style sheets of a page, and its tags.
            (source.tags.flatMap { [$0.offset, $0.end] }
                + source.scripts.flatMap { statements(of: $0, in: source.bytes) }
                + source.styles.flatMap { declarations(in: $0, of: source.bytes) } + endTags(of: source.bytes)).sorted()
        case .text, .other: []
        }
    }

    /// The offsets after each `;`, `{` and `}` outside of texts.
    private static func statements(of script: Script, in bytes: [UInt8]) -> [Int] {
        var (places, depth): ([Int], Int) = ([], 0)
        for index in script.tokens.indices where script.kind(index) == .punctuator {
            switch script.first(index) {
            // The parts of `for (;;)` remain together.
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth = max(0, depth - 1)
            case UInt8(ascii: ";") where depth == 0, UInt8(ascii: "{"), UInt8(ascii: "}"):
                places.append(Int(script.tokens[index].end))
            default: break
            }
        }
        return places
    }

    /// The offsets after each `;`, `{` and `}` outside of texts and URLs.
    private static func declarations(in range: Range<Int>, of bytes: [UInt8]) -> [Int] {
        var (places, quote, depth): ([Int], UInt8, Int) = ([], 0, 0)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\\"): index += 1
            case quote where quote != 0: quote = 0
            case _ where quote != 0: break
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth = max(0, depth - 1)
            case UInt8(ascii: ";") where depth == 0, UInt8(ascii: "{"), UInt8(ascii: "}"):
                places.append(index)
                depth = 0
            default: break
            }
        }
        return places
    }

    /// The offsets after each `,`, `{`, `[`, `}` and `]` outside of texts.
    private static func values(of bytes: [UInt8]) -> [Int] {
        var (places, isText, index): ([Int], Bool, Int) = ([], false, 0)
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\"") where !isText: isText = true
            case UInt8(ascii: "\""): isText = false
            case UInt8(ascii: "\\") where isText: index += 1
            case UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"):
                if !isText { places.append(index) }
            default: break
            }
        }
        return places
    }

    private static func endTags(of bytes: [UInt8]) -> [Int] {
        bytes.indices.dropLast().filter { bytes[$0] == UInt8(ascii: "<") && bytes[$0 + 1] == UInt8(ascii: "/") }
    }
}

import AtollPackages
import Foundation

/// A file as lines that people can read, all of it: no line is longer than ``longest`` bytes, and nothing is left out
/// of one.
///
/// The lines are a partition of the file's bytes. Lines of bundles that were made for machines are broken where
/// statements, tags and values end; what has no such places is broken where the bytes themselves decide, so that one
/// inserted letter moves no break but those next to it.
///
/// - Complexity: O(*n*) in the file's length.
public struct ReadableLines: Sendable {
    /// Where a line is in the file.
    struct Line: Sendable {
        /// Its first byte, and the one after its last. A line break that is not the file's usual one is part of the
        /// line.
        let start: Int32
        let end: Int32
        let ending: Ending

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// How a line ends.
    enum Ending: UInt8, Sendable {
        /// With the line break that most lines of the file have.
        case usual
        /// With another one, which is shown as part of the line.
        case unusual
        /// It continues in the next line: it was broken for reading.
        case continued
        /// With the end of the file.
        case endOfFile
    }

    /// The longest line, in bytes.
    public static let longest = 500
    /// How many lines of a file are read.
    static let maximumLines = 200_000

    let bytes: [UInt8]
    let lines: [Line]
    /// Whether lines were broken that are too long for people.
    public let isBroken: Bool
    /// The usual line end: `LF` or `CRLF`; `nil` if no line ends.
    public let usualEnd: String?
    /// How many bytes at the end are not among the lines, because there are too many.
    public let bytesLeftOut: Int

    /// Reads a file; nil if it holds no text.
    ///
    /// A file that browsers run or show, or whose name says that it is text, is text with any bytes in it.
    public init?(_ file: PackageFile) {
        let kind = SourceFile.Kind(path: file.path)
        let bytes = Array(file.contents)
        if kind == .other, bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil { return nil }
        self.init(bytes, breaking: { LineBreaks.candidates(in: SourceFile(file)) })
    }

    /// These texts, each of which is a line.
    init(_ texts: [String]) {
        self.init(Array(texts.map { $0 + "\n" }.joined().utf8), breaking: { [] })
    }

    /// No lines, of a file that is not there.
    public static var none: ReadableLines { ReadableLines([]) }

    /// - Parameter candidates: Where lines that are too long should be broken; asked only if there is one.
    private init(_ bytes: [UInt8], breaking candidates: () -> [Int]) {
        self.bytes = bytes
        let ends = Self.ends(of: bytes)
        let withReturn = ends.count(where: \.isCRLF)
        let withoutReturn = ends.count { $0.length == 1 && bytes[$0.end - 1] == 0x0a }
        let isCRLF = withReturn > withoutReturn
        usualEnd = isCRLF ? "CRLF" : withoutReturn > 0 ? "LF" : nil
        var breaks = LineBreaks(bytes, longest: Self.longest)
        if ends.contains(where: { $0.end - $0.start > Self.longest }) { breaks.places = candidates() }
        var lines: [Line] = []
        lines.reserveCapacity(ends.count)
        var (isBroken, read) = (false, 0)
        for line in ends {
            guard lines.count < Self.maximumLines else { break }
            let isUsual = line.length > 0 && (isCRLF ? line.isCRLF : line.length == 1 && bytes[line.end - 1] == 0x0a)
            let last: Ending = line.length == 0 ? .endOfFile : isUsual ? .usual : .unusual
            // An unusual line end is shown; a line feed itself is never part of the shown text.
            let shownEnd = isUsual ? line.end - line.length : line.end
            let pieces = breaks.pieces(of: line.start..<shownEnd, upTo: Self.maximumLines - lines.count)
            isBroken = isBroken || pieces.count > 1
            // A line of ten megabytes has millions of pieces.
            let isWhole = pieces.count <= Self.maximumLines - lines.count
            let shown = isWhole ? pieces : Array(pieces.prefix(Self.maximumLines - lines.count))
            read = isWhole ? line.end : shown.last?.upperBound ?? read
            for (index, piece) in shown.enumerated() {
                lines.append(
                    Line(
                        // cannot trap: a package has less than 2³¹ bytes.
                        start: Int32(piece.lowerBound), end: Int32(piece.upperBound),
                        ending: index + 1 < pieces.count ? .continued : last))
            }
        }
        self.lines = lines
        self.isBroken = isBroken
        bytesLeftOut = bytes.count - read
    }

    private struct End {
        let start: Int
        let end: Int
        /// How many of its bytes are the line break.
        let length: Int

        var isCRLF: Bool { length == 2 }
    }

    /// Lines end where a browser or an interpreter takes one to end: at LF, CR LF, CR, and at the line separators
    /// U+2028 and U+2029.
    private static func ends(of bytes: [UInt8]) -> [End] {
        var (ends, start): ([End], Int) = ([], 0)
        bytes.withUnsafeBufferPointer { bytes in
            for index in bytes.indices {
                switch bytes[index] {
                case 0x0a:
                    let isCRLF = index > start && bytes[index - 1] == 0x0d
                    ends.append(End(start: start, end: index + 1, length: isCRLF ? 2 : 1))
                case 0x0d where index + 1 == bytes.count || bytes[index + 1] != 0x0a,
                    0xa8 where index >= 2 && bytes[index - 1] == 0x80 && bytes[index - 2] == 0xe2,
                    0xa9 where index >= 2 && bytes[index - 1] == 0x80 && bytes[index - 2] == 0xe2:
                    ends.append(End(start: start, end: index + 1, length: bytes[index] == 0x0d ? 1 : 3))
                default: continue
                }
                start = index + 1
            }
            // The end of the last line begins no other.
            if start < bytes.count { ends.append(End(start: start, end: bytes.count, length: 0)) }
        }
        return ends
    }

    /// How many lines there are.
    public var count: Int { lines.count }

    /// A line as it is shown, with everything that cannot be seen made visible.
    ///
    /// - Complexity: O(1): a line has at most ``longest`` bytes, and four more.
    public func text(at index: Int) -> String { text(of: lines[index]) }

    func text(of line: Line, escapingAll: Bool = false) -> String {
        VisibleText.text(of: bytes[line.range], escapingAll: escapingAll)
            + (line.ending == .continued ? Self.continuation : "")
    }

    /// The mark at the end of a line that continues in the next one, so that a break for reading is no line break.
    static let continuation = "⟨↩⟩"

    /// Whether two lines have the same bytes, and end alike.
    func isEqual(_ line: Line, _ other: Line, of others: ReadableLines) -> Bool {
        guard line.end - line.start == other.end - other.start, line.ending == other.ending else { return false }
        return bytes.withUnsafeBytes { bytes in
            others.bytes.withUnsafeBytes { others in
                guard let first = bytes.baseAddress, let second = others.baseAddress else { return true }
                return memcmp(first + Int(line.start), second + Int(other.start), line.range.count) == 0
            }
        }
    }

    func hash(of line: Line) -> Int {
        var hasher = Hasher()
        hasher.combine(line.ending)
        bytes.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[line.range])) }
        return hasher.finalize()
    }
}

import AtollPackages
import Foundation

/// A complete file as lines that people can read. No line is longer than ``longest`` bytes, and nothing is left out.
///
/// The lines are a partition of the file's bytes. Lines of minified bundles are broken at the ends of statements, tags
/// and values. A range without those is broken where the bytes themselves decide, so that an inserted letter moves only
/// the breaks next to it.
///
/// - Complexity: O(*n*) in the file's length.
public struct ReadableLines: Sendable {
    /// The position of a line in the file.
    struct Line: Sendable {
        /// The offset of its first byte, and the offset after its last. A line break that is not the file's usual one
        /// is part of the line.
        let start: Int32
        let end: Int32
        let ending: Ending

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// The end of a line.
    enum Ending: UInt8, Sendable {
        /// The line break that most lines of the file have.
        case usual
        /// Another line break, which is shown as part of the line.
        case unusual
        /// None: the line was broken for reading and continues in the next one.
        case continued
        /// The end of the file.
        case endOfFile
    }

    /// The maximum length of a line, in bytes.
    public static let longest = 500
    /// The maximum number of lines that are read.
    static let maximumLines = 200_000

    let bytes: [UInt8]
    let lines: [Line]
    /// Whether lines were broken because they are too long to read.
    public let isBroken: Bool
    /// The most frequent line break: `LF` or `CRLF`; nil if no line has one.
    public let usualEnd: String?
    /// The number of bytes at the end that are not included because there are too many lines.
    public let bytesLeftOut: Int

    /// Reads a file. The result is nil if it does not contain text.
    ///
    /// Files that browsers run or show, and files with a text extension, are text even if they contain other bytes.
    public init?(_ file: PackageFile) {
        let kind = SourceFile.Kind(path: file.path)
        let bytes = Array(file.contents)
        if kind == .other, bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil { return nil }
        self.init(bytes, breaking: { LineBreaks.candidates(in: SourceFile(file)) })
    }

    /// Creates lines from texts without line breaks.
    init(_ texts: [String]) {
        self.init(Array(texts.map { $0 + "\n" }.joined().utf8), breaking: { [] })
    }

    /// No lines, for a file that does not exist.
    public static var none: ReadableLines { ReadableLines([]) }

    /// - Parameter candidates: Returns the offsets at which long lines should be broken. It is only called if there is
    ///   such a line.
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
            // An unusual line ending is shown. A usual one is never part of the visible text.
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
        /// The length of the line break, in bytes.
        let length: Int

        var isCRLF: Bool { length == 2 }
    }

    /// The ends of lines as a browser or an interpreter sees them: LF, CR LF, CR, and the separators U+2028 and U+2029.
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
            // The end of the last line does not begin another one.
            if start < bytes.count { ends.append(End(start: start, end: bytes.count, length: 0)) }
        }
        return ends
    }

    /// The number of lines.
    public var count: Int { lines.count }

    /// The text of a line as it is shown, with invisible characters made visible.
    ///
    /// - Complexity: O(1), because a line has at most ``longest`` + 4 bytes.
    public func text(at index: Int) -> String { text(of: lines[index]) }

    func text(of line: Line, escapingAll: Bool = false) -> String {
        VisibleText.text(of: bytes[line.range], escapingAll: escapingAll)
            + (line.ending == .continued ? Self.continuation : "")
    }

    /// Shown at the end of a line that was broken for reading, to distinguish the break from the file's line breaks.
    static let continuation = "⟨↩⟩"

    /// Whether two lines have the same bytes and the same ending.
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

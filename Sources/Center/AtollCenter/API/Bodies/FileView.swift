import AtollPackages
import AtollReview

/// A file of a version.
struct FileView: Codable, Sendable, Documented {
    let path: String
    let length: Int
    let sha256: String
    let isText: Bool
    /// Whether lines were broken that are too long for people.
    let isBroken: Bool
    /// The number of the first line, from 1.
    let from: Int
    /// The lines from that one on, up to 20,000 of them.
    let lines: [String]
    /// How many lines the file has.
    let lineCount: Int
    /// Whether the file has too many lines, so that its end is missing.
    let isCut: Bool

    private static let maximumLines = 20_000

    init(_ file: PackageFile, digest: SHA256Hash?, from: Int = 1) {
        let text = ReadableLines(file)
        path = file.path
        length = file.contents.count
        sha256 = digest?.hex ?? ""
        isText = text != nil
        isBroken = text?.isBroken ?? false
        lineCount = text?.count ?? 0
        let first = min(max(1, from), lineCount + 1)
        self.from = first
        lines =
            text.map { text in (first..<min(text.count + 1, first + Self.maximumLines)).map { text.text(at: $0 - 1) } }
            ?? []
        isCut = (text?.bytesLeftOut ?? 0) > 0
    }

    static let schemaName = "File"
    static let schema = JSONSchema.object([
        "path": .text(), "length": .integer(0...(1 << 53)), "sha256": .text(), "isText": .bool, "isBroken": .bool,
        "from": .integer(0...(1 << 53)), "lines": .list(of: .text(), upTo: 20_000),
        "lineCount": .integer(0...(1 << 53)), "isCut": .bool,
    ])
}

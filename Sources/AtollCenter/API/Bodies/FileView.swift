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
    /// The lines, up to 20,000 of them.
    let lines: [String]
    let isCut: Bool

    private static let maximumLines = 20_000

    init(_ file: PackageFile, digest: SHA256Hash?) {
        let text = ReadableText.lines(of: file)
        path = file.path
        length = file.contents.count
        sha256 = digest?.hex ?? ""
        isText = text != nil
        isBroken = text?.isBroken ?? false
        // Only the longest line of all is of no use to anybody.
        lines = (text?.lines ?? []).prefix(Self.maximumLines).map { String($0.prefix(10_000)) }
        isCut = (text?.lines.count ?? 0) > Self.maximumLines
    }

    static let schemaName = "File"
    static let schema = JSONSchema.object([
        "path": .text(), "length": .integer(0...(1 << 53)), "sha256": .text(), "isText": .bool, "isBroken": .bool,
        "lines": .list(of: .text(), upTo: 20_000), "isCut": .bool,
    ])
}

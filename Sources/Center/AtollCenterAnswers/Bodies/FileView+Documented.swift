import AtollCenterAPI
import AtollPackages
import AtollReview

extension FileView: Documented {
    private static let maximumLines = 20_000

    package init(_ file: PackageFile, digest: SHA256Hash?, from: Int = 1) {
        let text = ReadableLines(file)
        let lineCount = text?.count ?? 0
        let first = min(max(1, from), lineCount + 1)
        let lines =
            text.map { text in (first..<min(text.count + 1, first + Self.maximumLines)).map { text.text(at: $0 - 1) } }
            ?? []
        self.init(
            path: file.path,
            length: file.contents.count,
            sha256: digest?.hex ?? "",
            isText: text != nil,
            isBroken: text?.isBroken ?? false,
            from: first,
            lines: lines,
            lineCount: lineCount,
            isCut: (text?.bytesLeftOut ?? 0) > 0)
    }

    package static let schemaName = "File"
    package static let schema = JSONSchema.object([
        "path": .text(), "length": .integer(0...(1 << 53)), "sha256": .text(), "isText": .bool, "isBroken": .bool,
        "from": .integer(0...(1 << 53)), "lines": .list(of: .text(), upTo: 20_000),
        "lineCount": .integer(0...(1 << 53)), "isCut": .bool,
    ])
}

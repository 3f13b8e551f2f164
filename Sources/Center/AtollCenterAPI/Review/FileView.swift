/// A file of a version.
package struct FileView: Codable, Sendable {
    package let path: String
    package let length: Int
    package let sha256: String
    package let isText: Bool
    /// Whether lines were broken that are too long for people.
    package let isBroken: Bool
    /// The number of the first line, from 1.
    package let from: Int
    /// The lines from that one on, up to 20,000 of them.
    package let lines: [String]
    /// How many lines the file has.
    package let lineCount: Int
    /// Whether the file has too many lines, so that its end is missing.
    package let isCut: Bool

    package init(
        path: String, length: Int, sha256: String, isText: Bool, isBroken: Bool, from: Int, lines: [String],
        lineCount: Int, isCut: Bool
    ) {
        self.path = path
        self.length = length
        self.sha256 = sha256
        self.isText = isText
        self.isBroken = isBroken
        self.from = from
        self.lines = lines
        self.lineCount = lineCount
        self.isCut = isCut
    }
}

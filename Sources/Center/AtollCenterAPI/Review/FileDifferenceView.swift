/// How a file differs between two versions.
package struct FileDifferenceView: Codable, Sendable {
    package let path: String
    /// Whether both are text; of others, only that they differ is known.
    package let isText: Bool
    /// Whether lines were broken that are too long for people.
    package let isBroken: Bool
    /// Whether a file has too many lines, so that its end was not compared.
    package let isCut: Bool
    /// The usual line break of each version, `LF` or `CRLF`, if they differ. Lines that differ only in this are not shown.
    package let lineEndsBefore: String?
    package let lineEndsAfter: String?
    /// How many rows there are, and how many come before these.
    package let rows: Int
    package let from: Int
    package let hunks: [Hunk]

    /// Lines that are next to each other, with those around them.
    package struct Hunk: Codable, Sendable {
        package let lines: [Line]

        package init(lines: [Line]) { self.lines = lines }
    }

    /// A line of one version, or of both.
    package struct Line: Codable, Sendable {
        /// Its number in the version before; nil if it is not there.
        package let before: Int?
        package let after: Int?
        package let pieces: [Piece]

        /// The whole line.
        package var text: String { pieces.map(\.text).joined() }

        package init(before: Int?, after: Int?, pieces: [Piece]) {
            self.before = before
            self.after = after
            self.pieces = pieces
        }
    }

    /// A part of a line.
    package struct Piece: Codable, Sendable {
        package let text: String
        package let isChanged: Bool

        package init(text: String, isChanged: Bool) {
            self.text = text
            self.isChanged = isChanged
        }
    }

    package init(
        path: String, isText: Bool, isBroken: Bool, isCut: Bool, lineEndsBefore: String?, lineEndsAfter: String?,
        rows: Int, from: Int, hunks: [Hunk]
    ) {
        self.path = path
        self.isText = isText
        self.isBroken = isBroken
        self.isCut = isCut
        self.lineEndsBefore = lineEndsBefore
        self.lineEndsAfter = lineEndsAfter
        self.rows = rows
        self.from = from
        self.hunks = hunks
    }
}

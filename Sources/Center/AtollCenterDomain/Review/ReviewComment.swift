import SQLStatements

/// A comment of a reviewer or an author on a version.
package struct ReviewComment: Sendable {
    /// The request that a comment makes.
    package enum Kind: String, CaseIterable, Sendable {
        case note
        case question
        /// The version can't be approved until it is resolved.
        case mustChange
    }

    /// How many comments of one author a version has at most.
    static let maximumOfAuthor = 200
    /// How many are shown.
    static let maximumShown = 2_000

    package let id: String
    package let code: Int
    package let kind: Kind
    /// The comment that it answers.
    package let answers: String?
    package let path: String?
    package let line: Int?
    /// The text of the line, by which it is found in a later version.
    package let lineText: String
    package let body: String
    package let author: String
    package let created: Int
    package let resolved: Int?

    package init(_ row: SQLRow) throws {
        guard let kind = Kind(rawValue: try row.text(2)) else { throw StoredDataError.badState(try row.text(2)) }
        self.kind = kind
        (id, code) = (try row.text(0), try row.int(1))
        (answers, path, line) = (try row.optionalText(3), try row.optionalText(4), try row.optionalInt(5))
        (lineText, body, author) = (try row.text(6), try row.text(7), try row.text(8))
        (created, resolved) = (try row.int(9), try row.optionalInt(10))
    }
}
